/** Email and password, the links beside them, and local mode. Spec A §2.2. */

import { PATHS } from "@satchel/core/model/routes.ts";
import { HardDrive, LogOut } from "lucide-react";
import { Suspense } from "react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { Link } from "../../shared/router/Link.tsx";
import { useSignedOutServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { accountText, sessionOverText } from "../../text/account/account.ts";
import { retryText } from "../../text/account/account-problems.ts";
import css from "./auth.module.css";
import { LazyOtherAccountDialog } from "./lazy-other-account-dialog.ts";
import { useLogin } from "./use-login.ts";

export function LoginForm() {
  const { prompts } = useSignedOutServices();
  const { field, busy, handleSubmit, formProblem, values, other } = useLogin();
  return (
    <>
      <EndedNotice />
      {other.owner !== undefined && (
        <Suspense>
          <LazyOtherAccountDialog other={other} onClose={other.keepOther} confirm={accountText.otherDiscard} />
        </Suspense>
      )}
      <form className={css.form} onSubmit={handleSubmit} noValidate>
        <TextField label={accountText.email} type="email" autoComplete="username" autoFocus {...field("email")} />
        <PasswordField
          label={accountText.password}
          autoComplete="current-password"
          aside={
            <Link to={PATHS.forgotPassword} state={{ email: values.email }}>
              {accountText.forgotPassword}
            </Link>
          }
          {...field("password")}
        />
        <FormProblem problem={formProblem} hint={retryText.mailed} />
        <Button label={busy ? accountText.signingIn : accountText.signIn} type="submit" tone="primary" size="large" wide busy={busy} />
      </form>
      <hr className={css.line} />
      <Button label={accountText.useLocally} size="large" wide icon={<HardDrive aria-hidden />} onPress={() => prompts.raiseUseLocally()} />
    </>
  );
}

/** Explains why the last session ended by itself, so that users do not miss their notes. encryption.md 3.5 (13). */
function EndedNotice() {
  const { account } = useSignedOutServices();
  const reason = useStore(account.store, (state) => (state.kind === "signed-out" ? state.reason : undefined));
  if (reason === undefined) return null;
  return (
    <Notice tone="info" shape="box" icon={<LogOut />}>
      {sessionOverText[reason]}
    </Notice>
  );
}
