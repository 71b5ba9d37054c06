/** The unlocked device: who asks, and what has to be scanned or typed. In Settings, and on the page that a scanned code opens. encryption.md 3.5 (6). */
import { APPROVAL } from "@satchel/core/model/limits/limits.ts";
import type { Incoming, Letting } from "@satchel/core/vault/approval/approval-service-types.ts";
import { Check, Smartphone } from "lucide-react";
import { useEffect } from "react";
import steps from "../../shared/forms/approval/approval.module.css";
import { CannotScan } from "../../shared/forms/approval/CannotScan.tsx";
import { CodeField } from "../../shared/forms/approval/CodeField.tsx";
import { CodeToType } from "../../shared/forms/approval/CodeToType.tsx";
import { QrCode } from "../../shared/forms/approval/QrCode.tsx";
import { ScanButton } from "../../shared/forms/approval/ScanButton.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { approvalText, lettingEndText } from "../../text/account/approval.ts";
import css from "./security.module.css";

export function ApproveDevice() {
  const { approvals } = useServices();
  const letting = useStore(approvals.store, (state) => state.letting);
  const incoming = useStore(approvals.store, (state) => state.incoming);
  useEffect(() => approvals.watch("often"), [approvals]);
  return (
    <Section title={approvalText.title}>
      <LettingSteps letting={letting} isScanned={false} />
      {letting.kind === "idle" && incoming.map((request) => <Request key={request.requestId} request={request} />)}
      {incoming.length === 0 && letting.kind === "idle" && <p className={css.sentence}>{approvalText.none}</p>}
    </Section>
  );
}

export function Request({ request }: { readonly request: Incoming }) {
  const { approvals } = useServices();
  const { moment } = useDates();
  return (
    <div className={css.request} role="alert">
      <div className={css.row}>
        <Smartphone width={18} height={18} aria-hidden />
        <div className={css.words}>
          <p className={css.name}>{request.nameN}</p>
          <p className={css.detail}>{approvalText.from(request.network, moment(request.createdAt))}</p>
        </div>
      </div>
      <p>{approvalText.sentence}</p>
      <div className={css.buttons}>
        <Button label={approvalText.decline} onPress={() => void approvals.refuse(request.requestId)} />
        <Button label={approvalText.approve} tone="primary" onPress={() => void approvals.offer(request.requestId)} />
      </div>
    </div>
  );
}

/** `isScanned`: this device has scanned the new one, so that nothing is left to scan or to type. */
export function LettingSteps({ letting, isScanned }: { readonly letting: Letting; readonly isScanned: boolean }) {
  switch (letting.kind) {
    case "idle":
      return null;
    case "offered":
    case "type-code":
      return isScanned ? <Waiting sentence={approvalText.waiting} /> : <ScanOrType letting={letting} />;
    case "sending":
      return <Waiting sentence={approvalText.sending} />;
    default:
      return <Ended letting={letting} />;
  }
}

function ScanOrType({ letting }: { readonly letting: Extract<Letting, { readonly kind: "offered" | "type-code" }> }) {
  const { approvals } = useServices();
  const { typedCode, typedCodeHint, sendKey } = approvalText;
  return (
    <div className={steps.steps}>
      <p className={steps.head}>{approvalText.scanThis}</p>
      <QrCode text={letting.link} label={approvalText.qrLabelHolder} />
      <p className={steps.sentence}>{approvalText.scanThisHint}</p>
      <Waiting sentence={approvalText.waiting} />
      <CannotScan>
        {letting.kind === "offered" ? (
          <p className={steps.sentence}>{approvalText.codeWillAppear}</p>
        ) : (
          <CodeField
            label={typedCode}
            hint={typedCodeHint}
            action={sendKey}
            chars={APPROVAL.newCodeChars}
            onSend={(code) => approvals.typeCode(code)}
          />
        )}
      </CannotScan>
      <div className={steps.buttons}>
        <ScanButton />
        <Button label={approvalText.cancel} onPress={() => void approvals.refuse(letting.requestId)} />
      </div>
    </div>
  );
}

function Waiting({ sentence }: { readonly sentence: string }) {
  return (
    <p className={steps.waiting} role="status">
      <Spinner /> {sentence}
    </p>
  );
}

function Ended({ letting }: { readonly letting: Extract<Letting, { readonly kind: "done" | "ended" }> }) {
  const { approvals } = useServices();
  return (
    <div className={steps.steps}>
      {letting.kind === "ended" && <Problem sentence={lettingEndText[letting.reason]} />}
      {letting.kind === "done" && letting.code !== undefined && <CodeToType label={approvalText.typeOnNew} code={letting.code} />}
      {letting.kind === "done" && letting.code === undefined && (
        <p className={css.success} role="status">
          <Check width={18} height={18} aria-hidden />
          {approvalText.approved}
        </p>
      )}
      <div className={steps.buttons}>
        <Button label={approvalText.done} onPress={() => approvals.dismiss()} />
      </div>
    </div>
  );
}
