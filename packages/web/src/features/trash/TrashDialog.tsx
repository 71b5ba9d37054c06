/** Deleted notes of all devices: found, looked into, restored, or deleted for good. On a phone the list makes way for the note. Decision 0024. */

import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { previewProblemText, trashText } from "../../text/trash.ts";
import { PurgeQuestion } from "./PurgeQuestion.tsx";
import { TrashBar } from "./TrashBar.tsx";
import { TrashedNoteView } from "./TrashedNoteView.tsx";
import { TrashList } from "./TrashList.tsx";
import { TrashProgress } from "./TrashProgress.tsx";
import css from "./trash.module.css";
import { useTrash } from "./use-trash.ts";

type TrashDialogProps = { readonly onOpenNote: (noteId: string) => void; readonly onClose: () => void };

export function TrashDialog({ onOpenNote, onClose }: TrashDialogProps) {
  const { trash, devices, kind } = useLibrary();
  const { phase, notes, work } = useStore(trash.store, (state) => state);
  useEffect(() => {
    void trash.read();
    void devices.read();
  }, [trash, devices]);
  const view = useTrash();
  const hasNotes = notes.length > 0;
  return (
    <Dialog title={trashText.title} width="full" icon={<Trash2 width={20} height={20} aria-hidden />} onClose={onClose}>
      <p className={css.help}>{kind === "local" ? trashText.helpLocal : trashText.help}</p>
      {phase === "unread" && <DelayedSpinner />}
      {phase === "failed" && <p role="alert">{previewProblemText["code-missing"]}</p>}
      {phase === "ready" && <TrashBar view={view} />}
      {work !== undefined && <TrashProgress work={work} />}
      <p className={css.done} role="status">
        {view.done?.sentence}
        {view.done?.openId !== undefined && (
          <button type="button" className={css.link} onClick={() => onOpenNote(view.done?.openId ?? "")}>
            {trashText.open}
          </button>
        )}
      </p>
      {phase === "ready" && !hasNotes && <EmptyState small title={trashText.empty} sentence={trashText.emptySentence} />}
      {phase === "ready" && hasNotes && (
        <div className={view.shown === undefined ? css.panes : `${css.panes} ${css.showsNote}`}>
          <TrashList view={view} />
          <TrashedNoteView view={view} />
        </div>
      )}
      {view.asking !== undefined && <PurgeQuestion noteIds={view.asking} onPurge={view.purge} onClose={() => view.ask(undefined)} />}
    </Dialog>
  );
}
