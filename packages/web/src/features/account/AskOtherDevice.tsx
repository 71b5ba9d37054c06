/** The new device: asks an unlocked one for the key, and shows what has to be scanned or typed. encryption.md 3.5 (6). */
import { APPROVAL } from "@satchel/core/model/limits/limits.ts";
import type { Asking } from "@satchel/core/vault/approval/approval-service-types.ts";
import { useEffect, useRef } from "react";
import css from "../../shared/forms/approval/approval.module.css";
import { CannotScan } from "../../shared/forms/approval/CannotScan.tsx";
import { CodeField } from "../../shared/forms/approval/CodeField.tsx";
import { CodeToType } from "../../shared/forms/approval/CodeToType.tsx";
import { QrCode } from "../../shared/forms/approval/QrCode.tsx";
import { ScanButton } from "../../shared/forms/approval/ScanButton.tsx";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { approvalText, askingEndText } from "../../text/account/approval.ts";
import { useUnlockMethod } from "./use-unlock-method.ts";

export function AskOtherDevice({ onAccepted }: { readonly onAccepted: () => void }) {
  const { approvals } = useServices();
  const asking = useStore(approvals.store, (state) => state.asking);
  const { run, formProblem } = useUnlockMethod({});
  useEffect(() => () => void approvals.withdraw(), [approvals]);
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  useEffect(() => {
    if (asking.kind === "opened") accepted.current();
  }, [asking.kind]);
  const isBegun = asking.kind !== "idle" && asking.kind !== "ended" && asking.kind !== "opened";
  return (
    <div className={css.form} aria-live="polite">
      <Steps asking={asking} />
      {asking.kind === "ended" && <Problem sentence={askingEndText[asking.reason]} />}
      <FormProblem problem={formProblem} />
      {isBegun ? (
        <div className={css.buttons}>
          <Button label={approvalText.cancel} onPress={() => void approvals.withdraw()} />
        </div>
      ) : (
        <>
          <p className={css.sentence}>{approvalText.askHint}</p>
          <Button label={approvalText.ask} tone="primary" size="large" wide onPress={() => void run(() => approvals.ask())} />
        </>
      )}
    </div>
  );
}

function Steps({ asking }: { readonly asking: Asking }) {
  const { approvals } = useServices();
  if (asking.kind === "type-code") {
    const { typeHere, typeHereHint, unlock } = approvalText;
    const chars = APPROVAL.holderCodeChars;
    return <CodeField label={typeHere} hint={typeHereHint} action={unlock} chars={chars} onSend={(code) => approvals.confirm(code)} />;
  }
  if (asking.kind !== "waiting" && asking.kind !== "code") return null;
  const isScanned = asking.kind === "code" && asking.isScanned;
  return (
    <>
      {!isScanned && (
        <>
          <p className={css.head}>{approvalText.scanMe}</p>
          <QrCode text={asking.link} label={approvalText.qrLabel} />
          <p className={css.sentence}>{approvalText.scanMeHint}</p>
        </>
      )}
      <p className={css.waiting}>
        <Spinner /> {isScanned ? approvalText.scanned : approvalText.waiting}
      </p>
      {!isScanned && (
        <CannotScan>
          <div className={css.form}>
            {asking.kind === "code" ? (
              <CodeToType label={approvalText.typeThere} code={asking.code} />
            ) : (
              <p className={css.sentence}>{approvalText.openThere}</p>
            )}
          </div>
        </CannotScan>
      )}
      {asking.kind === "code" && !isScanned && <ScanButton />}
    </>
  );
}
