/** /register. Spec A §2.3. */
import { AuthFrame } from "../features/auth/AuthFrame.tsx";
import { RegisterForm } from "../features/auth/RegisterForm.tsx";
import { accountText } from "../text/account.ts";

export function RegisterScreen() {
  return (
    <AuthFrame title={accountText.registerTitle} sentence={accountText.registerSentence} pitch="benefits">
      <RegisterForm />
    </AuthFrame>
  );
}
