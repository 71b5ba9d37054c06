/** Selects the notes of an export and names it. Pure. */

import { folderChain } from "../../library/folders/check-folder-change.ts";
import { isInFolder } from "../../library/folders/folder-list.ts";
import { folderIdsBelow } from "../../library/folders/folder-tree.ts";
import type { NotesState } from "../../library/notes/notes-service-types.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import type { ExportChoice, ExportScope } from "./export-service-types.ts";

type Listed = Pick<NotesState, "notes" | "notesById" | "folders">;

export function notesInScope({ notes, notesById, folders }: Listed, scope: ExportScope): readonly NoteSummary[] {
  if (scope.kind === "all") return notes;
  if (scope.kind === "folder") {
    const ids = [...folderIdsBelow(folders, scope.folderId)];
    return notes.filter((note) => ids.some((id) => isInFolder(note, id)));
  }
  return scope.noteIds.flatMap((noteId) => notesById.get(noteId) ?? []);
}

/** A sealed note is exported only if the user asked for it and its folder is unlocked. */
export function chooseNotes(
  listed: Listed,
  { scope, withSensitive }: Pick<ExportChoice, "scope" | "withSensitive">,
): readonly NoteSummary[] {
  return notesInScope(listed, scope).filter(({ isEncrypted, seal }) => !isEncrypted || (withSensitive && seal === "opened"));
}

/** Title of the only note, or name of the folder; undefined for other scopes. */
export function scopeName({ notesById, folders }: Listed, scope: ExportScope): string | undefined {
  if (scope.kind === "folder") return folders.find(({ folderId }) => folderId === scope.folderId)?.name;
  const [only, second] = scope.kind === "notes" ? scope.noteIds : [];
  return only === undefined || second !== undefined ? undefined : notesById.get(only)?.title;
}

/** Path of a note's folder in the export, with `/` between the names. A pinned note counts for the folder it was pinned from. */
export function folderNameOf(note: Pick<NoteSummary, "folderId" | "pinnedFrom">, { folders }: Pick<Listed, "folders">): string | undefined {
  const own = folders.find(({ folderId }) => folderId === note.folderId);
  const chain = folderChain(folders, own?.folderType === "PINNED" ? note.pinnedFrom : note.folderId);
  return chain.length === 0 ? undefined : chain.map(({ name }) => name).join("/");
}
