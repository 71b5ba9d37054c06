/** The API for notes that screens use; one interface for the cloud library and for local mode. Spec A §4, A §7 "Note store operations". */

import type { Folder } from "../../model/entities/folder.ts";
import type { Note, NoteDraft, NoteSummary } from "../../model/entities/note.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { FolderProblem, FolderValues } from "../folders/check-folder.ts";
import type { DraftProblem } from "./check-note.ts";
import type { NoteMove } from "./note-moves.ts";

export type NotesState = {
  readonly phase: "closed" | "loading" | "ready" | "failed";
  readonly problem?: StoreProblem;
  /** Living notes, last modified first. */
  readonly notes: readonly NoteSummary[];
  readonly notesById: ReadonlyMap<string, NoteSummary>;
  /** Pinned, Sensitive, then custom by creation. */
  readonly folders: readonly Folder[];
  /** Notes not yet in the drive. */
  readonly pendingCount: number;
};

export type NoteProblem =
  | StoreProblem
  | CodeMissing
  | { readonly kind: "not-found" }
  /** Another version came in since the editor opened the note, and the save was not to merge. */
  | { readonly kind: "changed-elsewhere" }
  | DraftProblem
  | { readonly kind: "vault-locked" }
  | { readonly kind: "sensitive-locked" }
  /** Files of a note that crosses the border of the Sensitive folder are not on this device, and the drive cannot be asked. */
  | { readonly kind: "files-out-of-reach" }
  /** The Sensitive folder is unlocked, and this note does not open. */
  | { readonly kind: "sensitive-damaged" };

/**
 * What an editor saw when it opened the note; the merge at save needs it. `onNewer`: what happens where another version came in since then;
 * "refuse" writes nothing and answers `changed-elsewhere`, for a save that no one asked for. `base`: a text that the draft continues and that the
 * note already has taken in, though no version of the note is just this text; without it the words of both would be there twice. `keepsFormer`: the
 * version that is replaced is kept in the history, however short a time it was there.
 */
export type SeenVersion = {
  readonly vv: VersionVector;
  readonly base?: NoteDraft | undefined;
  readonly onNewer?: "merge" | "refuse";
  readonly keepsFormer?: true;
};

/** `draftId` of the editor tab: its draft goes in the same transaction. */
export type NoteSave = { readonly seen: SeenVersion; readonly draftId?: string | undefined };

export type DefaultFoldersListener = (made: Result<number, NoteProblem>) => void;

export interface NotesService {
  readonly store: ReadableStore<NotesState>;
  open(noteId: string): Promise<Result<Note, NoteProblem>>;
  /** Answers after the note is on disk. `draftId` of an editor tab: its draft goes in the same transaction. */
  create(draft: NoteDraft, folderId: string | null, draftId?: string): Promise<Result<Note, NoteProblem>>;
  /** Never overwrites what arrived since `seen`: both are kept, merged where they can be, unless `seen.onNewer` refuses. */
  save(noteId: string, draft: NoteDraft, save: NoteSave): Promise<Result<Note, NoteProblem>>;
  remove(noteId: string): Promise<Result<void, NoteProblem>>;
  restore(noteId: string): Promise<Result<void, NoteProblem>>;
  move(noteId: string, folderId: string | null): Promise<Result<void, NoteProblem>>;
  /** Several at once: all of them or none. Those that are gone meanwhile are left out. */
  removeAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>>;
  restoreAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>>;
  moveAll(moves: readonly NoteMove[]): Promise<Result<void, NoteProblem>>;
  createFolder(folder: FolderValues): Promise<Result<Folder, NoteProblem>>;
  updateFolder(folderId: string, folder: FolderValues): Promise<Result<Folder, FolderProblem>>;
  /** Only an empty one of the user's own. */
  removeFolder(folderId: string): Promise<Result<void, FolderProblem>>;
  /** Called whenever the default folders were checked: how many were missing and made. */
  onDefaultFolders(listener: DefaultFoldersListener): () => void;
  /** Ids of notes whose text another tab or device changed. Opening them at once needs no disk access where sync just delivered them. */
  onChangedElsewhere(listener: (noteIds: readonly string[]) => void): () => void;
}
