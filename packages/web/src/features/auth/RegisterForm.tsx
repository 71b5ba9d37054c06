/** Email, password twice with live rules, and the terms. Spec A §2.3. */
import { ACCOUNT } from "@satchel/contract/limits.ts";
import type { ServerInfo } from "@satchel/contract/server-info.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { Suspense } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { PasswordRules } from "../../shared/forms/PasswordRules.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { Link } from "../../shared/router/Link.tsx";
import { Button, buttonClass } from "../../shared/ui/Button.tsx";
import { accountText } from "../../text/account/account.ts";
import { registrationText } from "../../text/account/registration.ts";
import css from "./auth.module.css";
import { LazyOtherAccountDialog } from "./lazy-other-account-dialog.ts";
import type { useRegister } from "./use-register.ts";

type RegisterFormProps = { readonly register: ReturnType<typeof useRegister> };

export function RegisterForm({ register }: RegisterFormProps) {
  const { field, change, problemOf, values, busy, handleSubmit, formProblem, other, info } = register;
  return (
    <>
      {other.owner !== undefined && (
        <Suspense>
          <LazyOtherAccountDialog other={other} onClose={other.keepOther} confirm={registrationText.discardOther} />
        </Suspense>
      )}
      <form className={css.form} onSubmit={handleSubmit} noValidate>
        <TextField label={accountText.email} type="email" autoComplete="username" autoFocus {...field("email")} />
        <PasswordField label={accountText.password} autoComplete="new-password" {...field("password")} />
        <PasswordRules password={values.password} />
        <PasswordField label={registrationText.confirmPassword} autoComplete="new-password" {...field("confirmation")} />
        {info.registration === "invite" && (
          <TextField
            label={registrationText.invitation}
            hint={registrationText.invitationHint}
            autoComplete="off"
            maxLength={ACCOUNT.invitationMaxChars}
            {...field("invitation")}
          />
        )}
        <Checkbox
          name="acceptsTerms"
          isSelected={values.acceptsTerms}
          onChange={(isSelected) => change("acceptsTerms", isSelected)}
          problem={problemOf("acceptsTerms")}
        >
          {registrationText.acceptTerms}
        </Checkbox>
        <OperatorPages {...info} />
        <FormProblem problem={formProblem} />
        <Button
          label={busy ? registrationText.creating : registrationText.create}
          type="submit"
          tone="primary"
          size="large"
          wide
          busy={busy}
        />
      </form>
    </>
  );
}

/** Links to the operator's terms and privacy policy. They are beside the checkbox, because a link in its label would also tick it. */
function OperatorPages({ termsUrl, privacyUrl }: ServerInfo) {
  const pages = [
    [termsUrl, registrationText.terms],
    [privacyUrl, registrationText.privacy],
  ] as const;
  if (pages.every(([url]) => url === undefined)) return null;
  return (
    <p className={css.pages}>
      {pages.map(
        ([url, name]) =>
          url !== undefined && (
            <a key={name} href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ),
      )}
    </p>
  );
}

/** Shown until the user opens the link, which creates the account. */
export function LinkSent() {
  return (
    <div className={css.stack}>
      <p className={css.hintbox}>{registrationText.verifyWhere}</p>
      <SignIn />
    </div>
  );
}

export function RegistrationClosed() {
  return <SignIn />;
}

function SignIn() {
  return (
    <Link to={PATHS.login} className={buttonClass("primary", "large", true)}>
      {accountText.signIn}
    </Link>
  );
}
