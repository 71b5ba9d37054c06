/** The Sensitive folder of an adopted vault, under a new password. encryption.md 3.5 (5). */
import type { OtherVaultMethod } from "@satchel/core/vault/account/adopting-service.ts";
import { checkSensitivePassword } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import { useState } from "react";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { sensitiveText, toSensitiveSentences } from "../../text/notes/sensitive.ts";
import css from "./security.module.css";

type AdoptSensitiveProps = { readonly method: OtherVaultMethod; readonly copies: readonly Uint8Array[]; readonly onDone: () => void };

export function AdoptSensitive({ method, copies, onDone }: AdoptSensitiveProps) {
  const { sensitive } = useServices();
  const [formProblem, setFormProblem] = useState<string>();
  const { field, busy, handleSubmit } = useForm({
    initial: { password: "", confirmation: "" },
    check: (values) => toSensitiveSentences(checkSensitivePassword(values)),
    submit: async ({ password }) => {
      setFormProblem(undefined);
      const adopted = await sensitive.adopt(method, copies, password);
      if (adopted.ok) onDone();
      else setFormProblem(sensitiveText.setUpFailed);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p>{sensitiveText.adoptSentence}</p>
      <PasswordField label={sensitiveText.password} autoComplete="new-password" {...field("password")} />
      <PasswordField label={sensitiveText.confirmPassword} autoComplete="new-password" {...field("confirmation")} />
      <Problem sentence={formProblem} />
      <div className={css.buttons}>
        <Button label={sensitiveText.adoptLater} isDisabled={busy} onPress={onDone} />
        <Button label={sensitiveText.adopt} type="submit" tone="primary" busy={busy} />
      </div>
    </form>
  );
}
