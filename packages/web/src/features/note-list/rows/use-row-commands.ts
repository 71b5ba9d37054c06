/** Clicks, keys and long presses on rows: opening, selecting, deleting, and the row's menu. Rules: core/workspace/layout/selection.ts. */
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { anchorAt, NOTHING_SELECTED, selectAll, selectRange, toggleSelected } from "@satchel/core/workspace/layout/selection.ts";
import { type KeyboardEvent, type MouseEvent, useCallback } from "react";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";

type Rows = {
  /** All notes of the list, including those that are not shown yet. */
  readonly found: readonly NoteSummary[];
  readonly openNoteId: string | null;
  readonly selectedIds: readonly string[];
  /** The row that keys act on. */
  readonly activeId: string | null;
  readonly isPhone: boolean;
  readonly onOpen: (noteId: string) => void;
};

export function useRowCommands({ found, openNoteId, selectedIds, activeId, isPhone, onOpen }: Rows) {
  const { workspace } = useLibrary();
  const { deleteNotes, editNote } = useWorkspaceActions();
  const isSelecting = selectedIds.length > 0;

  const toggle = useCallback((noteId: string) => workspace.select((selection) => toggleSelected(selection, noteId)), [workspace]);
  const reachTo = useCallback(
    (noteId: string) => {
      const order = found.map((note) => note.noteId);
      workspace.select((selection) => selectRange(selection, order, { id: noteId, fromId: openNoteId ?? noteId }));
    },
    [workspace, found, openNoteId],
  );
  const pick = useCallback(
    (noteId: string, { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, "shiftKey" | "ctrlKey" | "metaKey">) => {
      if (shiftKey) return reachTo(noteId);
      if (ctrlKey || metaKey || (isPhone && isSelecting)) return toggle(noteId);
      workspace.select(() => anchorAt(noteId));
      onOpen(noteId);
    },
    [workspace, reachTo, toggle, isPhone, isSelecting, onOpen],
  );

  /** Notes that a command applies to: the selection, if the row is part of it, otherwise the row. */
  const meant = (noteId: string): readonly string[] => (selectedIds.includes(noteId) ? selectedIds : [noteId]);

  /** Returns true if the key was handled. The list moves the focus. */
  const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) workspace.select(() => selectAll(found.map((note) => note.noteId)));
    else if (key === "Escape" && isSelecting) workspace.select(() => NOTHING_SELECTED);
    else if (activeId === null) return false;
    else if (key === "Enter" && activeId === openNoteId && !isPhone) editNote(activeId);
    else if (key === "Enter") onOpen(activeId);
    else if (key.toLowerCase() === "e" && !ctrlKey && !metaKey) editNote(activeId);
    else if (key === " ") toggle(activeId);
    else if (key === "Delete") deleteNotes(meant(activeId));
    else return false;
    return true;
  };

  return { pick, toggle, reachTo, meant, handleKey };
}
