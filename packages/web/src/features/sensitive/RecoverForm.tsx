/**
 * For a forgotten folder password: the recovery key, or the account's password, opens the folder to set a new one. encryption.md 3.5 (8)
 * "Recover".
 */
import { checkSensitivePassword } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import type { SensitiveRecovery } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { useState } from "react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { type FieldProblems, useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { accountProblemText } from "../../text/account/account-problems.ts";
import { commonText } from "../../text/labels.ts";
import { passwordMissing, recoverProblem, sensitiveText, toSensitiveSentences } from "../../text/notes/sensitive.ts";
import css from "./sensitive.module.css";

type Values = { readonly key: string; readonly account: string; readonly password: string; readonly confirmation: string };
type RecoveryMethod = SensitiveRecovery["kind"];
type RecoverFormProps = { readonly onDone: () => void; readonly onBack: () => void };

export function RecoverForm({ onDone, onBack }: RecoverFormProps) {
  const { sensitive, status } = useServices();
  const [method, setMethod] = useState<RecoveryMethod>("recovery-key");
  const { formProblem, showProblem } = useFormProblem();
  const { field, busy, handleSubmit } = useForm<Values>({
    initial: { key: "", account: "", password: "", confirmation: "" },
    check: (values) => checkRecovery(values, method),
    submit: async ({ key, account, password }) => {
      showProblem();
      const recovered = await sensitive.recover(toRecovery(method, key, account), password);
      if (recovered.ok) {
        status.show({ id: "sensitive-password-changed" }, { subject: "sensitive" });
        return void onDone();
      }
      const { field: name, sentence } = recoverProblem(recovered.problem);
      if (name === "account" || (name === "key" && method === "recovery-key")) return { [name]: sentence };
      showProblem(sentence, recovered.problem);
      return undefined;
    },
  });
  const isByKey = method === "recovery-key";
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate aria-label={sensitiveText.recoverTitle}>
      <p className={css.sentence}>{isByKey ? sensitiveText.recoverByKey : sensitiveText.recoverByPassword}</p>
      {isByKey && (
        <TextField
          label={sensitiveText.recoveryKey}
          hint={sensitiveText.recoveryHint}
          autoComplete="off"
          spellCheck="false"
          autoFocus
          {...field("key")}
        />
      )}
      <PasswordField
        label={sensitiveText.accountPassword}
        autoComplete="current-password"
        aside={
          <button type="button" className={css.link} onClick={() => setMethod(isByKey ? "password" : "recovery-key")}>
            {isByKey ? sensitiveText.withoutKey : sensitiveText.withKey}
          </button>
        }
        {...field("account")}
      />
      <PasswordField label={sensitiveText.password} autoComplete="new-password" {...field("password")} />
      <PasswordField label={sensitiveText.confirmPassword} autoComplete="new-password" {...field("confirmation")} />
      <FormProblem problem={formProblem} />
      <div className={css.choice}>
        <Button label={sensitiveText.setNew} type="submit" tone="primary" busy={busy} />
        <Button label={commonText.back} isDisabled={busy} onPress={onBack} />
      </div>
    </form>
  );
}

function toRecovery(method: RecoveryMethod, text: string, password: string): SensitiveRecovery {
  return method === "password" ? { kind: "password", password } : { kind: "recovery-key", text, password };
}

function checkRecovery({ key, account, password, confirmation }: Values, method: RecoveryMethod): FieldProblems<Values> {
  return {
    ...(method === "recovery-key" && key.trim() === "" ? { key: accountProblemText["recovery-key-malformed"] } : {}),
    ...(account === "" ? { account: passwordMissing } : {}),
    ...toSensitiveSentences<Values>(checkSensitivePassword({ password, confirmation })),
  };
}
