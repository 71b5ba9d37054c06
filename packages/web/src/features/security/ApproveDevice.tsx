/** Letting a new device in: which one asks, and the code it shows. encryption.md 3.5 (6). */

import { deviceName } from "@satchel/contract/devices/device-name.ts";
import type { Incoming } from "@satchel/core/vault/account/approval-service-types.ts";
import { Check, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { securitySentence } from "../../text/account/account-problems.ts";
import { lettingEndText, securityText } from "../../text/account/security.ts";
import css from "./security.module.css";

export function ApproveDevice() {
  const { approvals } = useServices();
  const letting = useStore(approvals.store, (state) => state.letting);
  const incoming = useStore(approvals.store, (state) => state.incoming);
  useEffect(() => approvals.watch("often"), [approvals]);
  return (
    <Section title={securityText.approveTitle}>
      {letting.kind === "offered" && (
        <p className={css.waiting} role="status">
          <Spinner /> {securityText.approveWaiting}
        </p>
      )}
      {letting.kind === "type-code" && <CodeForm />}
      {letting.kind === "done" && (
        <p className={css.success} role="status">
          <Check width={18} height={18} aria-hidden />
          {securityText.approved}
        </p>
      )}
      {letting.kind === "ended" && <Problem sentence={lettingEndText[letting.reason]} />}
      {incoming.map((request) => (
        <Request key={request.requestId} request={request} />
      ))}
      {incoming.length === 0 && letting.kind === "idle" && <p className={css.sentence}>{securityText.approveNone}</p>}
    </Section>
  );
}

function Request({ request }: { readonly request: Incoming }) {
  const { approvals } = useServices();
  const { moment } = useDates();
  return (
    <div className={css.request} role="alert">
      <div className={css.row}>
        <Smartphone width={18} height={18} aria-hidden />
        <div className={css.words}>
          <p className={css.name}>{deviceName(request.device)}</p>
          <p className={css.detail}>{securityText.approveFrom(request.network, moment(request.createdAt))}</p>
        </div>
      </div>
      <p>{securityText.approveSentence}</p>
      <div className={css.buttons}>
        <Button label={securityText.refuse} onPress={() => void approvals.refuse(request.requestId)} />
        <Button label={securityText.approve} tone="primary" onPress={() => void approvals.offer(request.requestId)} />
      </div>
    </div>
  );
}

function CodeForm() {
  const { approvals } = useServices();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const isWhole = code.replace(/\D/g, "").length === 8;
  const handleSend = async (): Promise<void> => {
    const sent = await approvals.typeCode(code);
    if (!sent.ok) setProblem(securitySentence(sent.problem));
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) void handleSend();
      }}
    >
      <TextField
        label={securityText.approveCode}
        hint={securityText.approveCodeHint}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={code}
        onChange={setCode}
      />
      <Problem sentence={problem} />
      <div className={css.buttons}>
        <Button label={securityText.approveSend} type="submit" tone="primary" isDisabled={!isWhole} />
      </div>
    </form>
  );
}
