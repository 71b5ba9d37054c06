/** Asks for the folder's password, or for a first one, before showing or creating something in it. Spec A §2.13. */
import { Lock } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { type SensitivePurpose, sensitiveText } from "../../text/notes/sensitive.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import { SensitiveEntry } from "./SensitiveEntry.tsx";
import css from "./sensitive.module.css";

type SensitiveDialogProps = { readonly purpose: SensitivePurpose; readonly onDone: () => void; readonly onClose: () => void };

export function SensitiveDialog({ purpose, onDone, onClose }: SensitiveDialogProps) {
  const { sensitive } = useLibrary();
  const isNew = useStore(sensitive.store, ({ kind }) => kind === "not-set-up");
  return (
    <Dialog
      title={isNew ? sensitiveText.setUpTitle : sensitiveText.folder}
      icon={<Lock className={css.lock} width={20} height={20} aria-hidden />}
      onClose={onClose}
    >
      <div className={css.form}>
        {!isNew && <p className={css.sentence}>{purpose === "create" ? sensitiveText.createSentence : sensitiveNotesText.locked}</p>}
        <SensitiveEntry purpose={purpose} takesFocus onDone={onDone} />
      </div>
    </Dialog>
  );
}
