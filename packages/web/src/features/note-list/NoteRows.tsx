/** The notes as a virtual list: only what is seen is drawn, so fifty thousand rows scroll like fifty. Keys as in any list box. */
import type { NoteSummary } from "@satchel/core/notes/note.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useFrame } from "../../shared/hooks/use-media.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { workspaceText } from "../../text/workspace.ts";
import { NoteRow } from "./NoteRow.tsx";
import css from "./note-list.module.css";

type NoteRowsProps = {
  readonly notes: readonly NoteSummary[];
  /** How many there are in all, with those not shown yet. */
  readonly total: number;
  readonly openNoteId: string | null;
  readonly isSearching: boolean;
  readonly showsSync: boolean;
  readonly onOpen: (noteId: string) => void;
  readonly onNearEnd: () => void;
};

const ROW_PX = { desktop: 76, phone: 84 } as const;
const OVERSCAN = 12;
const PADDING_PX = 6;
/** The round button must not lie on the last row. */
const PHONE_END_PX = 92;

export function NoteRows({ notes, total, openNoteId, isSearching, showsSync, onOpen, onNearEnd }: NoteRowsProps) {
  const frame = useFrame();
  const { conflicts } = useLibrary();
  const inTwoPlaces = useStore(conflicts.store, (state) => state.openNoteIds);
  const rowPx = ROW_PX[frame];
  const scroller = useRef<HTMLDivElement>(null);
  const dates = useDates();
  const [focused, setFocused] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: notes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    paddingStart: PADDING_PX,
    paddingEnd: frame === "phone" ? PHONE_END_PX : PADDING_PX,
  });
  const items = virtualizer.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows is another layout
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  useEffect(() => {
    if (notes.length < total && lastSeen >= notes.length - OVERSCAN) onNearEnd();
  }, [lastSeen, notes.length, total, onNearEnd]);

  const focusAt = (index: number): void => {
    const note = notes[Math.max(0, Math.min(notes.length - 1, index))];
    if (note === undefined) return;
    setFocused(note.noteId);
    virtualizer.scrollToIndex(notes.indexOf(note));
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const at = notes.findIndex((note) => note.noteId === (focused ?? openNoteId));
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at === -1 ? 0 : at - 1, Home: 0, End: notes.length - 1 };
    const to = moves[event.key];
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) focusAt(to);
    else if ((event.key === "Enter" || event.key === " ") && at !== -1) onOpen((notes[at] as NoteSummary).noteId);
    else return;
    event.preventDefault();
  };
  const activeId = focused ?? openNoteId;
  const isDrawn = items.some((item) => notes[item.index]?.noteId === activeId);

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="listbox"
      tabIndex={0}
      aria-label={workspaceText.noteRows}
      aria-activedescendant={isDrawn && activeId !== null ? rowId(activeId) : undefined}
      onKeyDown={handleKeyDown}
      onBlur={() => setFocused(null)}
    >
      <div className={css.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const note = notes[item.index] as NoteSummary;
          return (
            <NoteRow
              key={note.noteId}
              id={rowId(note.noteId)}
              note={note}
              date={dates.inList(note.lastModified)}
              position={item.index + 1}
              total={total}
              top={item.start}
              height={rowPx}
              isOpen={note.noteId === openNoteId}
              isFocused={note.noteId === focused}
              isSearching={isSearching}
              showsSync={showsSync}
              isInTwoPlaces={inTwoPlaces.has(note.noteId)}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowId(noteId: string): string {
  return `row-${noteId}`;
}
