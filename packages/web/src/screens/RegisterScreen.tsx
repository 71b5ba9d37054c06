/** The page /register: the form, or a message that a link was mailed or that registration is closed. Spec A §2.3, docs/decisions/0016. */
import { AuthFrame } from "../features/auth/AuthFrame.tsx";
import { LinkSent, RegisterForm, RegistrationClosed } from "../features/auth/RegisterForm.tsx";
import { useRegister } from "../features/auth/use-register.ts";
import { registrationText } from "../text/account/registration.ts";

export function RegisterScreen() {
  const register = useRegister();
  const { info, sentTo } = register;
  if (sentTo !== undefined)
    return (
      <AuthFrame title={registrationText.verifyTitle} sentence={registrationText.verifySentence(sentTo)} pitch="welcome">
        <LinkSent />
      </AuthFrame>
    );
  if (info.registration === "closed")
    return (
      <AuthFrame title={registrationText.closedTitle} sentence={registrationText.closed} pitch="welcome">
        <RegistrationClosed />
      </AuthFrame>
    );
  return (
    <AuthFrame title={registrationText.title} sentence={registrationText.sentence} pitch="benefits" choice="create-account">
      <RegisterForm register={register} />
    </AuthFrame>
  );
}
