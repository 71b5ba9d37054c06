/** Asks for the code that the other device shows. Only a whole code can be sent, because there is one try. */
import type { Result } from "@satchel/core/model/result.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { parseApprovalCode } from "@satchel/core/vault/approval/approval-code.ts";
import { type FormEvent, useState } from "react";
import { securitySentence } from "../../../text/account/account-problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../Problem.tsx";
import { TextField } from "../TextField.tsx";
import css from "./approval.module.css";

type CodeFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  readonly chars: number;
  readonly onSend: (code: string) => Promise<Result<void, AccountProblem>>;
};

export function CodeField({ label, hint, action, chars, onSend }: CodeFieldProps) {
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const code = parseApprovalCode(typed, chars);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code === undefined || isBusy) return;
    setBusy(true);
    const sent = await onSend(code);
    setBusy(false);
    setProblem(sent.ok ? undefined : securitySentence(sent.problem));
  };
  return (
    <form className={css.form} onSubmit={(event) => void handleSubmit(event)}>
      <TextField label={label} hint={hint} autoComplete="off" spellCheck="false" autoFocus value={typed} onChange={setTyped} />
      <Problem sentence={problem} />
      <div className={css.buttons}>
        <Button label={action} type="submit" tone="primary" isDisabled={code === undefined} busy={isBusy} />
      </div>
    </form>
  );
}
