/** Lists unencrypted notes and folders in the drive, and imports the notes once the user agrees. Decision 0017. */
import { IMPORT } from "@satchel/core/sync/unsealed-files/import-target.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { type Library, useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { unsealedFilesText } from "../../text/drive/maintenance.ts";
import css from "./maintenance.module.css";

type UnsealedFilesProps = { readonly unsealed: NonNullable<Library["unsealed"]> };

export function UnsealedFiles({ unsealed }: UnsealedFilesProps) {
  const { sync } = useLibrary();
  const storage = useStorageLabel();
  // The list changes with this count, after a sync or an import.
  useStore(sync.store, ({ unsealedCount }) => unsealedCount);
  const { isAsking, ask, isBusy, outcome, handleImport } = useImport(unsealed);
  const files = unsealed.files();
  const notes = files.filter(({ importAs }) => importAs !== undefined);
  if (files.length === 0 && outcome === undefined) return null;
  return (
    <Section title={unsealedFilesText.title} sentence={unsealedFilesText.sentence(storage)}>
      {files.length > 0 && (
        <div className={css.warning}>
          <p>{unsealedFilesText.found(files.length, storage)}</p>
          <details>
            <summary>{unsealedFilesText.which}</summary>
            <ul className={css.names}>
              {files.map(({ fileId, id, importAs }) => (
                <li key={fileId}>
                  {unsealedFilesText.file(id)} {importAs === undefined && <span className={css.size}>{unsealedFilesText.folder}</span>}
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      <p className={css.note} role="status">
        {outcome}
      </p>
      {notes.length > 0 && (
        <div className={css.buttons}>
          <Button label={unsealedFilesText.import} busy={isBusy} onPress={() => ask(true)} />
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          variant="warning"
          title={unsealedFilesText.confirmTitle(notes.length)}
          message={unsealedFilesText.confirmMessage(IMPORT.folderName, storage)}
          confirm={unsealedFilesText.confirm}
          onConfirm={() => void handleImport()}
          onCancel={() => ask(false)}
        />
      )}
    </Section>
  );
}

function useImport(unsealed: UnsealedFilesProps["unsealed"]) {
  const [isAsking, ask] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const handleImport = async (): Promise<void> => {
    ask(false);
    setBusy(true);
    const imported = await unsealed.importNotes();
    setBusy(false);
    if (!imported.ok) return setOutcome(unsealedFilesText.failed);
    const { notes, left } = imported.value;
    setOutcome(unsealedFilesText.done(notes) + unsealedFilesText.left(left));
  };
  return { isAsking, ask, isBusy, outcome, handleImport };
}
