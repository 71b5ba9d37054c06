/** Result of an action on a version, and what follows from it. */
import { historyText } from "../../text/notes/history/history.ts";
import css from "./history.module.css";
import type { HistoryView } from "./use-history.ts";

type DoneLineProps = { readonly view: HistoryView; readonly onOpenNote: (noteId: string) => void };

export function DoneLine({ view: { done, undo }, onOpenNote }: DoneLineProps) {
  const { openId } = done ?? {};
  return (
    <p className={css.done} role="status" tabIndex={-1}>
      {done?.sentence}
      {done?.undoKey !== undefined && (
        <button type="button" className={css.link} onClick={() => void undo()}>
          {historyText.undo}
        </button>
      )}
      {openId !== undefined && (
        <button type="button" className={css.link} onClick={() => onOpenNote(openId)}>
          {historyText.openCopy}
        </button>
      )}
    </p>
  );
}
