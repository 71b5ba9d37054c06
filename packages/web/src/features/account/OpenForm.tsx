/** Form for the account's own password, if it opens the vault. */

import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { credentialText } from "../../text/account/account.ts";
import { lockedText } from "../../text/account/locked.ts";
import css from "./locked.module.css";
import { useUnlockMethod } from "./use-unlock-method.ts";

export function OpenForm() {
  const { security } = useServices();
  const { run, formProblem } = useUnlockMethod({ "wrong-password": "password", "does-not-open": "password" });
  const { field, busy, handleSubmit } = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: credentialText["password-missing"] } : {}),
    submit: ({ password }) => run(() => security.unlock(password)),
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <PasswordField label={lockedText.password} autoComplete="current-password" {...field("password")} />
      <FormProblem problem={formProblem} />
      <Button label={busy ? lockedText.opening : lockedText.open} type="submit" tone="primary" size="large" wide busy={busy} />
    </form>
  );
}
