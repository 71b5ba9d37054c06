/** What an import brought in, and how to take it back. */
import type { ImportOutcome } from "@satchel/core/transfer/import/import-service-types.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { importText } from "../../text/transfer/import.ts";

export function ImportedNotes({ outcome }: { readonly outcome: ImportOutcome }) {
  const { imports } = useLibrary();
  return (
    <>
      <p className={css.good} role="status">
        {importText.imported(outcome.added, outcome.skipped)} {importText.reportIn}
      </p>
      {outcome.notKept.length > 0 && <p className={css.warning}>{importText.notKept(outcome.notKept.length)}</p>}
      <div className={css.row}>
        <Button onPress={() => void imports.undo()}>{importText.undo}</Button>
        <Button onPress={() => imports.saveReport()}>{importText.saveReport}</Button>
        <Button tone="quiet" onPress={() => imports.reset()}>
          {importText.again}
        </Button>
      </div>
    </>
  );
}
