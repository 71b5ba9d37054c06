/** Form for a secret that opens the vault and a new password; for 'later', only the new password. encryption.md 3.5 (4) (5). */

import { checkPasswordChange } from "@satchel/core/vault/account/check-credentials.ts";
import type { OpeningMethod } from "@satchel/core/vault/account/vault-opening-service.ts";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { NewPasswordFields } from "../../shared/forms/NewPasswordFields.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { credentialText, toSentences } from "../../text/account/account.ts";
import { accountProblemText } from "../../text/account/account-problems.ts";
import { lockedText } from "../../text/account/locked.ts";
import css from "./locked.module.css";
import { StepAccepted } from "./StepAccepted.tsx";
import { useUnlockMethod } from "./use-unlock-method.ts";

type RecoveryMethod = "device" | "old-password" | "recovery-key" | "later";
type RecoverFormProps = { readonly method: RecoveryMethod; readonly asksCurrent: boolean };
type Values = { readonly shown: string; readonly current: string; readonly next: string; readonly confirmation: string };

const NONE: Values = { shown: "", current: "", next: "", confirmation: "" };
const OF_SHOWN = {
  "does-not-open": "shown",
  "recovery-key-malformed": "shown",
  "recovery-key-mistyped": "shown",
  "recovery-key-older": "shown",
  "password-refused": "next",
} as const;

export function RecoverForm({ method, asksCurrent }: RecoverFormProps) {
  const { security } = useServices();
  // In a full session, a wrong current and a wrong old password give the same problem; the requested field decides.
  const { run, formProblem, isAccepted } = useUnlockMethod({ ...OF_SHOWN, "wrong-password": asksCurrent ? "current" : "shown" });
  const needsShown = method === "old-password" || method === "recovery-key";
  const { field, busy, handleSubmit } = useForm<Values>({
    initial: NONE,
    check: (values) => checkValues(values, method, { needsShown, asksCurrent }),
    submit: async ({ shown, current, next }) => {
      if (method === "later") return run(() => security.setPasswordOnly(next));
      return run(() => security.recover(toRecovery(method, shown), next, asksCurrent ? current : undefined));
    },
  });
  if (isAccepted) return <StepAccepted />;
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      {method === "later" && <p className={css.sentence}>{lockedText.laterSentence}</p>}
      {method === "old-password" && <PasswordField label={lockedText.oldPassword} autoComplete="off" {...field("shown")} />}
      {method === "recovery-key" && (
        <TextField
          label={lockedText.recoveryKey}
          hint={lockedText.recoveryHint}
          autoComplete="off"
          spellCheck="false"
          {...field("shown")}
        />
      )}
      {asksCurrent && <PasswordField label={lockedText.currentPassword} autoComplete="current-password" {...field("current")} />}
      <NewPasswordFields next={field("next")} confirmation={field("confirmation")} />
      <FormProblem problem={formProblem} />
      <Button
        label={busy ? lockedText.setting : method === "later" ? lockedText.setOnly : lockedText.setAndOpen}
        type="submit"
        tone="primary"
        size="large"
        wide
        busy={busy}
      />
    </form>
  );
}

function toRecovery(method: Exclude<RecoveryMethod, "later">, shown: string): OpeningMethod {
  if (method === "device") return { kind: "device" };
  return method === "old-password" ? { kind: "password", password: shown } : { kind: "recovery-key", text: shown };
}

function checkValues(
  values: Values,
  method: RecoveryMethod,
  { needsShown, asksCurrent }: { readonly needsShown: boolean; readonly asksCurrent: boolean },
): FieldProblems<Values> {
  const { current, next, confirmation } = values;
  const rest = toSentences(checkPasswordChange({ next, confirmation, ...(asksCurrent ? { current } : {}) }));
  if (!needsShown || values.shown !== "") return rest;
  const missing = method === "old-password" ? credentialText["password-missing"] : accountProblemText["recovery-key-malformed"];
  return { shown: missing, ...rest };
}
