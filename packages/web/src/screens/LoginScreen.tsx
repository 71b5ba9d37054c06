/** The page /login. Spec A §2.2. */
import { AuthFrame } from "../features/auth/AuthFrame.tsx";
import { LoginForm } from "../features/auth/LoginForm.tsx";
import { accountText } from "../text/account/account.ts";

export function LoginScreen() {
  return (
    <AuthFrame title={accountText.loginTitle} sentence={accountText.loginSentence} pitch="welcome" choice="sign-in">
      <LoginForm />
    </AuthFrame>
  );
}
