/** Two fields for a new password, and its rules, ticked off while typing. The form owns values and problems. Spec A §5, B §5. */
import { accountText } from "../../text/account/account.ts";
import { PasswordField } from "./PasswordField.tsx";
import { PasswordRules } from "./PasswordRules.tsx";

type FieldProps = {
  readonly name: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

type NewPasswordFieldsProps = { readonly next: FieldProps; readonly confirmation: FieldProps };

export function NewPasswordFields({ next, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField label={accountText.newPassword} autoComplete="new-password" {...next} />
      <PasswordRules password={next.value} />
      <PasswordField label={accountText.confirmNewPassword} autoComplete="new-password" {...confirmation} />
    </>
  );
}
