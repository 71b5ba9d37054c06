/** The list while its library is still being read: the newest rows in their final places, which can be chosen and scrolled. Spec A §2.9. */
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { ReactNode } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { workspaceText } from "../../text/workspace.ts";
import tabs from "./head/folder-tabs.module.css";
import bar from "./head/list-bar.module.css";
import { NoteRow, PADDING_PX, ROW_PX, rowId } from "./rows/NoteRow.tsx";
import css from "./rows/note-list.module.css";

type FirstRowsProps = {
  readonly notes: readonly NoteSummary[];
  readonly openNoteId: string | null;
  readonly isPhone: boolean;
  readonly header?: ReactNode;
  readonly onOpen: (noteId: string) => void;
};

export function FirstRows({ notes, openNoteId, isPhone, header, onOpen }: FirstRowsProps) {
  const dates = useDates();
  const height = ROW_PX[isPhone ? "phone" : "desktop"];
  return (
    <div className={css.pane}>
      <div className={css.top}>
        {header}
        <div className={css.tools} />
        <div className={tabs.bar} />
      </div>
      <div className={css.panel}>
        <div className={bar.bar} />
        <div className={css.scroller} role="listbox" tabIndex={0} aria-busy aria-label={workspaceText.noteRows}>
          <div className={css.rows} role="presentation" style={{ height: 2 * PADDING_PX + notes.length * height }}>
            {notes.map((note, at) => (
              <NoteRow
                key={note.noteId}
                id={rowId(note.noteId)}
                note={note}
                date={dates.inList(note.lastModified)}
                position={at + 1}
                total={UNKNOWN}
                top={PADDING_PX + at * height}
                height={height}
                isOpen={note.noteId === openNoteId}
                isFocused={false}
                isSelected={false}
                isPinned={note.pinnedFrom !== undefined}
                isDraggable={false}
                words={NO_WORDS}
                excerpt={undefined}
                showsSync
                hasConflict={false}
                isUnsaved={false}
                onPick={onOpen}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Value of `aria-setsize` for an unknown number. */
const UNKNOWN = -1;
const NO_WORDS: readonly string[] = [];
