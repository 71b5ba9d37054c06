/** Changes the password: current one, new one twice; a green panel when done. Spec B §2 "Security", B §5. */
import { Check } from "lucide-react";
import { useState } from "react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { NewPasswordFields } from "../../shared/forms/NewPasswordFields.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { accountText } from "../../text/account/account.ts";
import { securityText } from "../../text/account/security.ts";
import { commonText } from "../../text/labels.ts";
import css from "./security.module.css";
import { useChangePassword } from "./use-change-password.ts";

/** `onChanged` is called after the other devices were signed out. */
export function ChangePassword({ onChanged }: { readonly onChanged: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [isDone, setDone] = useState(false);
  return (
    <Section title={securityText.changeTitle} sentence={securityText.changeSentence}>
      {isDone && (
        <div className={css.success} role="status">
          <Check width={18} height={18} aria-hidden />
          <div>
            <b>{securityText.changed}</b>
            <p>{securityText.changedSentence}</p>
          </div>
        </div>
      )}
      <ChangeForm
        key={attempt}
        onCancel={() => setAttempt(attempt + 1)}
        onDone={() => {
          setDone(true);
          onChanged();
          setAttempt(attempt + 1);
        }}
      />
    </Section>
  );
}

function ChangeForm({ onCancel, onDone }: { readonly onCancel: () => void; readonly onDone: () => void }) {
  const { account } = useServices();
  const email = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user.email : ""));
  const { field, busy, handleSubmit, formProblem } = useChangePassword(onDone);
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <TextField label={accountText.email} value={email} isReadOnly autoComplete="username" hint={securityText.emailFixed} />
      <PasswordField label={accountText.currentPassword} autoComplete="current-password" {...field("current")} />
      <NewPasswordFields next={field("next")} confirmation={field("confirmation")} />
      <FormProblem problem={formProblem} />
      <div className={css.buttons}>
        <Button label={commonText.cancel} isDisabled={busy} onPress={onCancel} />
        <Button label={busy ? securityText.changing : securityText.change} type="submit" tone="primary" busy={busy} />
      </div>
    </form>
  );
}
