/** The folder's password, asked for. Where there is an account, the recovery key is the way around a forgotten one. Spec A §2.13, A §8 "Sensitive". */

import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { type SensitivePurpose, sensitiveText } from "../../text/sensitive.ts";
import { sensitiveNotesText } from "../../text/sensitive-notes.ts";
import css from "./sensitive.module.css";
import { useFolderPassword } from "./use-folder-password.ts";

type UnlockFormProps = {
  readonly purpose: SensitivePurpose;
  /** In the page the form waits; in a dialog it was asked for. */
  readonly takesFocus: boolean;
  readonly onDone: () => void;
  readonly onRecover: () => void;
};

export function UnlockForm({ purpose, takesFocus, onDone, onRecover }: UnlockFormProps) {
  const { kind } = useLibrary();
  const refused = purpose === "create" ? sensitiveText.createRefused : sensitiveText.refused;
  const sentences = { failed: sensitiveText.unlockFailed, refused };
  const { values, field, busy, handleSubmit, formProblem } = useFolderPassword(sentences, async () => void onDone());
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <PasswordField label={sensitiveText.unlockPassword} autoComplete="off" autoFocus={takesFocus} {...field("password")} />
      <FormProblem problem={formProblem} />
      <div className={css.choice}>
        <Button type="submit" tone="primary" busy={busy} isDisabled={values.password === ""}>
          {busy ? sensitiveText.unlocking : sensitiveNotesText.unlock}
        </Button>
        {kind === "cloud" && (
          <Button isDisabled={busy} onPress={onRecover}>
            {sensitiveText.recover}
          </Button>
        )}
      </div>
    </form>
  );
}
