/** A row of the list: title, two lines of text, date and sync mark. Memoized: renders only when its note changes. Spec A §2.9. */
import { previewOf, shownTitle } from "@satchel/core/library/notes/note-list.ts";
import { findWords } from "@satchel/core/library/search/marks.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { Excerpt } from "@satchel/core/ports/device/search-engine.ts";
import { Check, Lock, Pin } from "lucide-react";
import { type MouseEvent, memo } from "react";
import { ConflictMark } from "../../../shared/marks/ConflictMark.tsx";
import { Marked } from "../../../shared/marks/Marked.tsx";
import { SyncMark } from "../../../shared/marks/SyncMark.tsx";
import { UnsavedMark } from "../../../shared/marks/UnsavedMark.tsx";
import { Contained } from "../../../shared/ui/Contained.tsx";
import { commonText } from "../../../text/labels.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";
import { workspaceText } from "../../../text/workspace.ts";
import css from "./note-list.module.css";

type NoteRowProps = {
  readonly id: string;
  readonly note: NoteSummary;
  readonly date: string;
  readonly position: number;
  readonly total: number;
  readonly top: number;
  readonly height: number;
  readonly isOpen: boolean;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly isDraggable: boolean;
  readonly isPinned: boolean;
  /** Searched words; empty outside a search. */
  readonly words: readonly string[];
  /** Path of the note's folder, in a search over all notes. */
  readonly where?: string | undefined;
  /** Part of the text that the search found. */
  readonly excerpt: Excerpt | undefined;
  readonly showsSync: boolean;
  readonly hasConflict: boolean;
  readonly isUnsaved: boolean;
  readonly onPick: (noteId: string, event: MouseEvent) => void;
  readonly onEdit?: (noteId: string) => void;
};

/** Contains rendering errors, so that the other rows stay. */
export const NoteRow = memo(function NoteRow(props: NoteRowProps) {
  const { id, note, position, total, top, height } = props;
  const instead = (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={false}
      aria-posinset={position}
      aria-setsize={total}
      className={css.row}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {workspaceText.notShown}
    </div>
  );
  return (
    <Contained of={note} instead={instead}>
      <Row {...props} />
    </Contained>
  );
});

function Row(props: NoteRowProps) {
  const { id, note, date, position, total, top, height, isOpen, isFocused, words, showsSync, hasConflict, onPick, onEdit } = props;
  const { isUnsaved, isSelected, isDraggable, isPinned, excerpt, where } = props;
  const title = rowTitle(note);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-current={isOpen ? "true" : undefined}
      data-note-id={note.noteId}
      draggable={isDraggable}
      aria-posinset={position}
      aria-setsize={total}
      className={[css.row, isOpen ? css.open : "", isSelected ? css.selected : "", isFocused ? css.focused : ""].join(" ")}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={(event) => onPick(note.noteId, event)}
      onDoubleClick={() => onEdit?.(note.noteId)}
    >
      <div className={css.rowTop}>
        {note.seal !== undefined && <Lock className={css.sealed} width={14} height={14} aria-hidden />}
        {isSelected && <Check className={css.tick} width={16} height={16} aria-hidden />}
        <span className={css.rowTitle} dir="auto">
          <Marked text={title} marks={findWords(title, words)} />
        </span>
        {isPinned && <PinMark />}
        {isUnsaved && <UnsavedMark />}
        {hasConflict && <ConflictMark />}
        {showsSync && <SyncMark sync={note.sync} />}
        <span className={css.date}>{date}</span>
      </div>
      <p className={css.preview} dir="auto">
        {where !== undefined && <span className={css.where}>{where}</span>}
        {excerpt === undefined ? previewOf(note, words.length > 0) : <Marked {...excerpt} />}
      </p>
    </div>
  );
}

function PinMark() {
  return (
    <span className={css.pin} title={workspaceText.pinned}>
      <Pin width={14} height={14} aria-hidden />
      <span className="visually-hidden">{workspaceText.pinned}</span>
    </span>
  );
}

/**
 * While the folder is unlocked, a note that is still sealed is loading; a locked folder has its own placeholder. Spec B §4 "Sensitive
 * display".
 */
function rowTitle(note: NoteSummary): string {
  const { seal } = note;
  if (seal === "failed") return sensitiveNotesText.decryptFailedRow;
  return seal === "locked" ? commonText.loading : shownTitle(note) || workspaceText.untitled;
}

/** Layout of rows in pixels, and their element ids. */
export const ROW_PX = { desktop: 76, phone: 84 } as const;
export const PADDING_PX = 6;

export function rowId(noteId: string): string {
  return `row-${noteId}`;
}

/** Id of the note whose row contains the event target. */
export function noteIdAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-note-id]")?.dataset.noteId : undefined;
}
