/** Plans moves: into a folder, onto the pin board, and back. Pure. Spec A §4 "Moving a note". */
import type { Folder } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";

/** `pinnedFrom` is set while a note is pinned: the folder it returns to. */
export type NoteMove = { readonly noteId: string; readonly folderId: string | null; readonly pinnedFrom?: string | null };

type Placed = Pick<NoteSummary, "noteId" | "folderId" | "pinnedFrom">;

/** Skips notes that are already in the folder. */
export function movesTo(notes: readonly Placed[], folderId: string | null, folders: readonly Folder[]): readonly NoteMove[] {
  const isPinning = folders.some((folder) => folder.folderId === folderId && folder.folderType === "PINNED");
  return notes
    .filter((note) => note.folderId !== folderId)
    .map((note) => ({ noteId: note.noteId, folderId, ...(isPinning ? { pinnedFrom: note.folderId } : {}) }));
}

/** Moves notes back to the folder they were pinned from, or to none if that is gone. */
export function movesOffPin(notes: readonly Placed[], folders: readonly Folder[]): readonly NoteMove[] {
  return notes
    .filter((note) => isPinned(note, folders))
    .map(({ noteId, pinnedFrom }) => ({
      noteId,
      folderId: folders.some((folder) => folder.folderId === pinnedFrom) ? (pinnedFrom ?? null) : null,
    }));
}

/** Restores the former folders. */
export function movesBack(before: readonly Placed[]): readonly NoteMove[] {
  return before.map(({ noteId, folderId, pinnedFrom }) => ({ noteId, folderId, ...(pinnedFrom === undefined ? {} : { pinnedFrom }) }));
}

export function isPinned(note: Pick<NoteSummary, "folderId">, folders: readonly Folder[]): boolean {
  return note.folderId !== null && folders.some((folder) => folder.folderType === "PINNED" && folder.folderId === note.folderId);
}
