/** An interrupted import: its progress, and how to continue or give up. */
import type { UnfinishedImport as Unfinished } from "@satchel/core/transfer/import/import-service-types.ts";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { importText } from "../../text/transfer/import.ts";
import { ChooseSource } from "./ChooseSource.tsx";
import { useUndoImport } from "./use-undo-import.ts";

export function UnfinishedImport({ unfinished, isOther = false }: { readonly unfinished: Unfinished; readonly isOther?: boolean }) {
  const { imports } = useLibrary();
  const undo = useUndoImport();
  const { name, done, total, added } = unfinished;
  const sentence = importText.unfinished(name, done, total);
  return (
    <>
      <h4 className={css.heading}>{importText.unfinishedTitle}</h4>
      <p className={css.label}>{sentence}</p>
      <Bar label={sentence} percent={total === 0 ? 0 : Math.round((done / total) * 100)} />
      {isOther ? <Problem sentence={importText.isOther} /> : <p className={css.hint}>{importText.chooseAgain}</p>}
      <ChooseSource />
      <div className={css.row}>
        <Button label={importText.keep} size="small" onPress={() => void imports.discard()} />
        {added > 0 && <Button label={importText.undo} size="small" onPress={() => void undo()} />}
      </div>
    </>
  );
}
