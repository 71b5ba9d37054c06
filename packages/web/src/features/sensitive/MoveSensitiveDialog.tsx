/**
 * Confirms a move into or out of the Sensitive folder by its password, which is checked before anything moves. Spec A §2.13, A §5
 * "Note-move password modal".
 */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { Lock, LockOpen } from "lucide-react";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { commonText } from "../../text/labels.ts";
import { noteProblemSentence } from "../../text/notes/note-problems.ts";
import { sensitiveText } from "../../text/notes/sensitive.ts";
import { PasswordStep } from "./PasswordStep.tsx";
import { SetUpForm } from "./SetUpForm.tsx";
import css from "./sensitive.module.css";
import { useFolderPassword } from "./UnlockForm.tsx";

type MoveSensitiveDialogProps = {
  readonly direction: "in" | "out";
  readonly count: number;
  readonly onMove: () => Promise<Result<void, NoteProblem>>;
  readonly onClose: () => void;
};

export function MoveSensitiveDialog({ direction, count, onMove, onClose }: MoveSensitiveDialogProps) {
  const { kind } = useLibrary();
  const storage = useStorageLabel();
  const inSentence = kind === "cloud" ? sensitiveText.moveInSentence : sensitiveText.moveInLocally;
  const Icon = direction === "in" ? Lock : LockOpen;
  const handleSetUp = async (): Promise<void> => {
    await onMove();
    onClose();
  };
  return (
    <Dialog
      title={direction === "in" ? sensitiveText.moveInTitle : sensitiveText.moveOutTitle}
      icon={<Icon className={css.lock} width={20} height={20} aria-hidden />}
      onClose={onClose}
    >
      <div className={css.form}>
        <p className={css.sentence}>{direction === "in" ? inSentence(count, storage) : sensitiveText.moveOutSentence(count)}</p>
        <PasswordStep
          first={
            <>
              <p role="status">{sensitiveText.notSetUp}</p>
              <SetUpForm takesFocus onDone={() => void handleSetUp()} />
            </>
          }
          existing={<PasswordThenMove onMove={onMove} onClose={onClose} />}
        />
      </div>
    </Dialog>
  );
}

function PasswordThenMove({ onMove, onClose }: Pick<MoveSensitiveDialogProps, "onMove" | "onClose">) {
  const { kind } = useLibrary();
  const sentences = { failed: sensitiveText.moveCheckFailed };
  const { values, field, busy, handleSubmit, formProblem } = useFolderPassword(sentences, async () => {
    const moved = await onMove();
    if (!moved.ok) return noteProblemSentence({ action: "move", problem: moved.problem, isLocal: kind === "local" });
    onClose();
    return undefined;
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <PasswordField label={sensitiveText.password} autoComplete="off" autoFocus {...field("password")} />
      <FormProblem problem={formProblem} />
      <div className={css.buttons}>
        <Button label={commonText.cancel} isDisabled={busy} onPress={onClose} />
        <Button
          label={busy ? sensitiveText.moving : sensitiveText.move}
          type="submit"
          tone="primary"
          busy={busy}
          isDisabled={values.password === ""}
        />
      </div>
    </form>
  );
}
