/** The page /forgot-password, filled with the address typed at sign-in. Spec A §2.4. */
import { useState } from "react";
import { AuthFrame } from "../features/auth/AuthFrame.tsx";
import { ForgotPasswordForm, PasswordSent } from "../features/auth/ForgotPasswordForm.tsx";
import { useLocation } from "../shared/router/router.ts";
import { accountText } from "../text/account/account.ts";

export function ForgotPasswordScreen() {
  const { state } = useLocation() as { readonly state: { readonly email?: string } | null };
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined)
    return (
      <AuthFrame title={accountText.checkEmailTitle} sentence={accountText.checkEmailSentence(sentTo)} pitch="welcome">
        <PasswordSent onAgain={() => setSentTo(undefined)} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={accountText.forgotTitle} sentence={accountText.forgotSentence} pitch="welcome">
      <ForgotPasswordForm email={state?.email ?? ""} onSent={setSentTo} />
    </AuthFrame>
  );
}
