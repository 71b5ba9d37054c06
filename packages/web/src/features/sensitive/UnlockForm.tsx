/** Form for the folder's password. An account has the recovery key if the password is forgotten. Spec A §2.13, A §8 "Sensitive". */
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { passwordMissing, type SensitivePurpose, sensitiveText, unlockSentence } from "../../text/notes/sensitive.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import css from "./sensitive.module.css";

type UnlockFormProps = {
  readonly purpose: SensitivePurpose;
  /** False in a page, where the form waits; true in a dialog, which the user requested. */
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
        <Button
          label={busy ? sensitiveText.unlocking : sensitiveNotesText.unlock}
          type="submit"
          tone="primary"
          busy={busy}
          isDisabled={values.password === ""}
        />
        {kind === "cloud" && <Button label={sensitiveText.recover} isDisabled={busy} onPress={onRecover} />}
      </div>
    </form>
  );
}

type Sentences = { readonly failed: string; readonly refused?: string };

/** The folder's password; refusals show at its field, other problems below. `onUnlocked` may return a problem. Spec A §5, A §8. */
export function useFolderPassword({ failed, refused }: Sentences, onUnlocked: () => Promise<string | undefined>) {
  const { sensitive } = useLibrary();
  const { formProblem, showProblem } = useFormProblem();
  const form = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: passwordMissing } : {}),
    submit: async ({ password }) => {
      showProblem();
      const unlocked = await sensitive.unlock(password);
      if (unlocked.ok) {
        showProblem(await onUnlocked());
        return undefined;
      }
      const sentence = unlockSentence(unlocked.problem, failed, refused);
      if (unlocked.problem.kind === "sensitive-refused") return { password: sentence };
      showProblem(sentence, unlocked.problem);
      return undefined;
    },
  });
  return { ...form, formProblem };
}
