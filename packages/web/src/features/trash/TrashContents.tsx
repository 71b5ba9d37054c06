/** Deleted notes of all devices: search, view, restore, delete for good. On a phone the note replaces the list. Decision 0025. */

import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { useLibrary } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { commonText } from "../../text/labels.ts";
import { trashText } from "../../text/notes/trash.ts";
import { PurgeQuestion } from "./PurgeQuestion.tsx";
import { TrashBar } from "./TrashBar.tsx";
import { TrashedNoteView } from "./TrashedNoteView.tsx";
import { TrashList } from "./TrashList.tsx";
import { TrashProgress } from "./TrashProgress.tsx";
import { TrashProvider, useTrash, useTrashService } from "./use-trash.ts";

type TrashContentsProps = {
  readonly shownId: string | undefined;
  readonly onShow: (noteId: string | undefined) => void;
  readonly onOpenNote: (noteId: string) => void;
};

export function TrashContents(props: TrashContentsProps) {
  const { trash: open, devices, kind } = useLibrary();
  const [trash, setTrash] = useState<TrashService | "failed">();
  useEffect(() => {
    open().then(
      (opened) => {
        setTrash(opened);
        void opened.read();
      },
      () => setTrash("failed"),
    );
    void devices.read();
  }, [open, devices]);
  return (
    <>
      <p className={`${css.help} ${css.above}`}>{kind === "local" ? trashText.helpLocal : trashText.help}</p>
      {trash === undefined && <DelayedSpinner />}
      {trash === "failed" && <p role="alert">{commonText.notLoaded}</p>}
      {typeof trash === "object" && (
        <TrashProvider value={trash}>
          <Contents {...props} />
        </TrashProvider>
      )}
    </>
  );
}

function Contents({ shownId, onShow, onOpenNote }: TrashContentsProps) {
  const { phase, notes, work } = useStore(useTrashService().store, (state) => state);
  const view = useTrash(shownId, onShow);
  if (phase === "unread") return <DelayedSpinner />;
  return (
    <>
      <TrashBar view={view} />
      {work !== undefined && <TrashProgress work={work} />}
      <p className={css.done} role="status" tabIndex={-1}>
        {view.done?.sentence}
        {view.done?.openId !== undefined && (
          <button type="button" className={css.link} onClick={() => onOpenNote(view.done?.openId ?? "")}>
            {trashText.open}
          </button>
        )}
      </p>
      {notes.length === 0 ? (
        <EmptyState small title={trashText.empty} sentence={trashText.emptySentence} />
      ) : (
        <div className={view.shown === undefined ? css.panes : `${css.panes} ${css.showsNote}`}>
          <TrashList view={view} />
          <TrashedNoteView view={view} />
        </div>
      )}
      {view.asking !== undefined && <PurgeQuestion noteIds={view.asking} onPurge={view.purge} onClose={() => view.ask(undefined)} />}
    </>
  );
}
