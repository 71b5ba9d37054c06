/** Result of an import, and how to undo it. */
import type { ImportOutcome } from "@satchel/core/transfer/import/import-service-types.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { importText } from "../../text/transfer/import.ts";
import { useUndoImport } from "./use-undo-import.ts";

export function ImportedNotes({ outcome }: { readonly outcome: ImportOutcome }) {
  const { imports } = useLibrary();
  const undo = useUndoImport();
  return (
    <>
      <p className={css.good} role="status">
        {importText.imported(outcome.added, outcome.skipped)} {importText.reportIn}
      </p>
      {outcome.notKept.length > 0 && <p className={css.warning}>{importText.notKept(outcome.notKept.length)}</p>}
      <div className={css.row}>
        <Button label={importText.undo} onPress={() => void undo()} />
        <Button label={importText.saveReport} onPress={() => imports.saveReport()} />
        <Button label={importText.again} tone="quiet" onPress={() => imports.reset()} />
      </div>
    </>
  );
}
