/** Requests a new password by email; the response is the same for every address. Spec A §2.4, encryption.md 3.5 (4). */

import { PATHS } from "@satchel/core/model/routes.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { checkEmail, credentialFieldOf } from "@satchel/core/vault/account/check-credentials.ts";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { Link } from "../../shared/router/Link.tsx";
import { useSignedOutServices } from "../../shared/services.ts";
import { Button, buttonClass } from "../../shared/ui/Button.tsx";
import { accountText, credentialText } from "../../text/account/account.ts";
import { accountSentence } from "../../text/account/account-problems.ts";
import css from "./auth.module.css";

type ForgotPasswordFormProps = { readonly email: string; readonly onSent: (email: string) => void };

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const { account, prompts } = useSignedOutServices();
  const { formProblem, showProblem } = useFormProblem();
  const { field, busy, handleSubmit } = useForm({
    initial: { email },
    check: (values) => {
      const problem = checkEmail(values.email);
      return problem === undefined ? {} : { email: credentialText[problem] };
    },
    submit: async (values) => {
      showProblem();
      const asked = await account.forgotPassword(values.email);
      if (asked.ok) onSent(values.email);
      else if (isAboutEmail(asked.problem)) return { email: accountSentence(asked.problem) };
      else if (asked.problem.kind === "unreachable") prompts.raiseMaintenance();
      else showProblem(accountSentence(asked.problem), asked.problem);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <TextField label={accountText.email} type="email" autoComplete="username" autoFocus {...field("email")} />
      <FormProblem problem={formProblem} />
      <Button label={accountText.sendPassword} type="submit" tone="primary" size="large" wide busy={busy} />
      <Link to={PATHS.login} className={buttonClass("quiet", "large", true)}>
        {accountText.backToLogin}
      </Link>
      <p className={css.hintbox}>{accountText.keysStay}</p>
    </form>
  );
}

function isAboutEmail(problem: AccountProblem): boolean {
  return problem.kind === "email-malformed" || (problem.kind === "foreign-refusal" && credentialFieldOf(problem.message) === "email");
}

export function PasswordSent({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className={css.stack}>
      <p className={css.hintbox}>{accountText.keysStay}</p>
      <Link to={PATHS.login} className={buttonClass("primary", "large", true)}>
        {accountText.backToLogin}
      </Link>
      <Button label={accountText.tryAnotherEmail} size="large" wide onPress={onAgain} />
    </div>
  );
}
