/** The notes as a virtual list: only visible rows are rendered, so fifty thousand scroll like fifty. Keys as in any list box. */
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { recoveredNoteIds } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { activeTabOf, type OpenTabs } from "@satchel/core/workspace/tabs/tab.ts";
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useDates } from "../../../shared/hooks/use-dates.ts";
import { useFrame } from "../../../shared/hooks/use-layout.ts";
import { startNoteDrag } from "../../../shared/hooks/use-note-drop.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { NoteItems } from "../../../shared/menus/menu-items.tsx";
import { type Point, PointMenu } from "../../../shared/menus/PointMenu.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { NoteRow, noteIdAt, PADDING_PX, ROW_PX, rowId } from "./NoteRow.tsx";
import css from "./note-list.module.css";
import { OVERSCAN } from "./row-window.ts";
import { usePinnedFolderId } from "./use-listed.ts";
import { useLongPress } from "./use-long-press.ts";
import { useRowCommands } from "./use-row-commands.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

type NoteRowsProps = {
  readonly notes: readonly NoteSummary[];
  /** All notes, including those that are not shown yet. */
  readonly found: readonly NoteSummary[];
  readonly selectedIds: readonly string[];
  readonly total: number;
  readonly searching: SearchState;
  readonly showsSync: boolean;
  readonly onOpen: (noteId: string) => void;
  readonly onNearEnd: () => void;
};

const MENU_INSET_PX = 24;
/** Padding at the end, so that the round button does not cover the last row. */
const PHONE_END_PX = 92;

export function NoteRows({ notes, found, total, selectedIds, searching, showsSync, onOpen, onNearEnd }: NoteRowsProps) {
  const frame = useFrame();
  const isPhone = frame === "phone";
  const { conflicts, tabs, reader } = useLibrary();
  const { editNote } = useWorkspaceActions();
  const conflictedNoteIds = useStore(conflicts.store, (state) => state.openNoteIds);
  // Selected as one string, because typing updates the tabs at every key, but rarely this value.
  const unsaved = useStore(tabs.store, (state) => recoveredNoteIds(state).join(" "));
  const unsavedIds = useMemo(() => new Set(unsaved.split(" ")), [unsaved]);
  const openNoteId = useStore(tabs.store, openNoteIdOf);
  const pinnedId = usePinnedFolderId();
  const folders = useStore(useLibrary().notes.store, (state) => state.folders);
  const paths = useMemo(() => new Map(folders.map((folder) => [folder.folderId, folderPath(folder)])), [folders]);
  const rowPx = ROW_PX[frame];
  const scroller = useRef<HTMLDivElement>(null);
  const dragged = useRef<HTMLDivElement>(null);
  const dates = useDates();
  const [focused, setFocused] = useState<string | null>(null);
  const endPx = isPhone ? PHONE_END_PX : PADDING_PX;
  const rows = useVisibleRows(scroller, { count: notes.length, rowPx, startPx: PADDING_PX, endPx });
  useEffect(() => {
    if (notes.length < total && rows.end > notes.length - OVERSCAN) onNearEnd();
  }, [rows.end, notes.length, total, onNearEnd]);

  const focusAt = (index: number): string | undefined => {
    const at = Math.max(0, Math.min(notes.length - 1, index));
    const note = notes[at];
    if (note === undefined) return undefined;
    setFocused(note.noteId);
    rows.scrollTo(at);
    return note.noteId;
  };
  const activeId = focused ?? openNoteId;
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const commands = useRowCommands({ found, openNoteId, selectedIds, activeId, isPhone, onOpen });
  const { toggle } = commands;
  const longPress = useLongPress(toggle);
  const handlePick = useStable((noteId: string, event: MouseEvent): void => {
    if (longPress.isSpent(event)) return;
    setFocused(event.shiftKey || event.ctrlKey || event.metaKey ? noteId : null);
    commands.pick(noteId, event);
  });
  /** Reads the note before it is clicked, so that the click shows it in one step. A finger may only scroll. */
  const handlePoint = ({ target, pointerType }: PointerEvent): void => {
    const noteId = noteIdAt(target);
    if (pointerType === "mouse" && noteId !== undefined) void reader.prepare(noteId);
  };
  const handleEdit = useStable((noteId: string): void => {
    if (!isPhone && selectedIds.length === 0) editNote(noteId);
  });
  const [menu, setMenu] = useState<{ readonly at: Point; readonly noteIds: readonly string[] }>();
  /** True while a row's menu has the focus; the row then keeps its ring. */
  const hasMenu = useRef(false);
  const closeMenu = (): void => {
    hasMenu.current = false;
    setMenu(undefined);
  };
  const handleContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const noteId = noteIdAt(event.target) ?? activeId;
    if (noteId === null) return;
    event.preventDefault();
    if (longPress.isTouch()) return;
    const row = document.getElementById(rowId(noteId))?.getBoundingClientRect();
    const isByKey = noteIdAt(event.target) === undefined;
    const at = isByKey && row !== undefined ? { x: row.left + MENU_INSET_PX, y: row.bottom } : { x: event.clientX, y: event.clientY };
    hasMenu.current = true;
    setMenu({ at, noteIds: commands.meant(noteId) });
  };
  const handleDragStart = (event: DragEvent): void => {
    const noteId = noteIdAt(event.target);
    if (noteId === undefined) return;
    const noteIds = commands.meant(noteId);
    startNoteDrag(event, noteIds);
    if (noteIds.length > 1 && dragged.current !== null) showDragged(event, dragged.current, noteIds.length);
  };

  const handleKeyDown = (event: KeyboardEvent): void => {
    const at = notes.findIndex((note) => note.noteId === activeId);
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at === -1 ? 0 : at - 1, Home: 0, End: notes.length - 1 };
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (to !== undefined) {
      const reached = focusAt(to);
      if (event.shiftKey && reached !== undefined) commands.reachTo(reached);
    } else if (!commands.handleKey(event)) return;
    event.preventDefault();
  };
  const rendered = notes.slice(rows.first, rows.end);
  const isRendered = rendered.some((note) => note.noteId === activeId);

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="listbox"
      data-note-rows
      tabIndex={0}
      aria-label={workspaceText.noteRows}
      aria-activedescendant={isRendered && activeId !== null ? rowId(activeId) : undefined}
      aria-multiselectable
      onKeyDown={handleKeyDown}
      onPointerOver={handlePoint}
      onPointerDownCapture={handlePoint}
      onContextMenu={handleContextMenu}
      onDragStart={handleDragStart}
      {...longPress.handlers}
      onFocus={(event) => {
        // With keyboard focus, shows the row that keys act on.
        if (event.target === event.currentTarget && event.target.matches(":focus-visible"))
          setFocused(activeId ?? notes[0]?.noteId ?? null);
      }}
      onBlur={({ relatedTarget }) => {
        // A dialog about the row returns the focus to it.
        if (!hasMenu.current && relatedTarget?.closest('[role$="dialog"]') == null) setFocused(null);
      }}
    >
      <div className={css.rows} role="presentation" style={{ height: rows.heightPx }}>
        {rendered.map((note, place) => {
          const at = rows.first + place;
          return (
            <NoteRow
              key={note.noteId}
              id={rowId(note.noteId)}
              note={note}
              date={dates.inList(note.lastModified)}
              position={at + 1}
              total={total}
              top={rows.topOf(at)}
              height={rowPx}
              isOpen={note.noteId === openNoteId}
              isFocused={note.noteId === focused}
              isSelected={selected.has(note.noteId)}
              isDraggable={!isPhone}
              isPinned={note.folderId !== null && note.folderId === pinnedId}
              words={searching.words}
              where={searching.phase === "off" ? undefined : paths.get(note.folderId ?? "")}
              excerpt={searching.excerpts.get(note.noteId)}
              showsSync={showsSync}
              hasConflict={conflictedNoteIds.has(note.noteId)}
              isUnsaved={unsavedIds.has(note.noteId)}
              onPick={handlePick}
              onEdit={handleEdit}
            />
          );
        })}
      </div>
      <div ref={dragged} className={css.dragged} aria-hidden />
      {menu !== undefined && (
        <PointMenu label={workspaceText.noteMenu} at={menu.at} onClose={closeMenu}>
          <NoteItems noteIds={menu.noteIds} />
        </PointMenu>
      )}
    </div>
  );
}

/** The active note, whose row is marked. Selected here, so that another note renders the rows and not the page around them. */
function openNoteIdOf(state: OpenTabs): string | null {
  const tab = activeTabOf(state);
  return tab === undefined || tab.type === "new" ? null : tab.noteId;
}

/** The browser shows a single dragged row by itself; for several it would show only the one under the pointer. */
function showDragged({ dataTransfer }: DragEvent, element: HTMLElement, count: number): void {
  element.textContent = workspaceText.noteCount(count);
  dataTransfer.setDragImage(element, 0, 0);
}

/** Returns a constant callback that runs the latest handler, for memoized children. */
function useStable<Args extends readonly unknown[]>(handle: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handle);
  latest.current = handle;
  return useCallback((...args: Args) => latest.current(...args), []);
}
