/** The API for notes that screens use; the same for the cloud library and local mode. Spec A §4, A §7 "Note store operations". */

import type { Folder } from "../../model/entities/folder.ts";
import type { Note, NoteDraft, NoteSummary } from "../../model/entities/note.ts";
import type { SavedSearch } from "../../model/entities/saved-search.ts";
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
  /** In no order. */
  readonly searches: readonly SavedSearch[];
  /** Pinned, Sensitive, then custom by creation. */
  readonly folders: readonly Folder[];
  /** Number of notes not yet in the drive. */
  readonly pendingCount: number;
};

export type NoteProblem =
  | StoreProblem
  | CodeMissing
  | { readonly kind: "not-found" }
  /** Another version arrived since the editor opened the note, and `onNewer` is "refuse". */
  | { readonly kind: "changed-elsewhere" }
  | DraftProblem
  | { readonly kind: "vault-locked" }
  | { readonly kind: "sensitive-locked" }
  /** Files of a note that crosses the border of the Sensitive folder are not on this device, and the drive cannot be reached. */
  | { readonly kind: "files-out-of-reach" }
  /** The Sensitive folder is unlocked, but this note does not open. */
  | { readonly kind: "sensitive-damaged" };

/**
 * The version that an editor opened, for the merge on save. `onNewer`: if another version has arrived, "refuse" writes nothing and
 * returns `changed-elsewhere`, for saves that the user did not request. `base`: a text that the draft continues and that the note has
 * already merged, although no version is exactly this text; without it the words of both would be duplicated. `keepsFormer`: keeps the
 * replaced version in the history, however short-lived. `text`: text of version `vv`, if the caller has it. A note that still has this text
 * was not edited since, only moved or tagged, and is saved without a merge.
 */
export type SeenVersion = {
  readonly vv: VersionVector;
  readonly text?: NoteDraft | undefined;
  readonly base?: NoteDraft | undefined;
  readonly onNewer?: "merge" | "refuse";
  readonly keepsFormer?: true;
};

/**
 * `draftId` of the editor tab: the draft is removed in the same transaction, unless it was written after `takenAtMs`, when the text was taken from
 * the editor. `mayLackTitle`: the note may be stored without a title, as notes that
 * are saved automatically are (decision 0042); otherwise a new one is named 'Untitled Note' and an edited one is refused.
 */
export type NoteWrite = {
  readonly draftId?: string | undefined;
  readonly takenAtMs?: number | undefined;
  readonly mayLackTitle?: boolean | undefined;
};
/** `tags`: those of another note. */
export type NoteCreation = NoteWrite & { readonly tags?: readonly string[] | undefined };
export type NoteSave = NoteWrite & { readonly seen: SeenVersion };

export type DefaultFoldersListener = (made: Result<number, NoteProblem>) => void;

export interface NotesService {
  readonly store: ReadableStore<NotesState>;
  open(noteId: string): Promise<Result<Note, NoteProblem>>;
  /** Resolves after the note is on disk. */
  create(draft: NoteDraft, folderId: string | null, creation?: NoteCreation): Promise<Result<Note, NoteProblem>>;
  /** Never overwrites what arrived since `seen`: both are kept, merged if possible, unless `seen.onNewer` refuses. */
  save(noteId: string, draft: NoteDraft, save: NoteSave): Promise<Result<Note, NoteProblem>>;
  remove(noteId: string): Promise<Result<void, NoteProblem>>;
  /** Purges a note without passing the trash if its version is still `vv`; fails with `changed-elsewhere` otherwise. */
  discard(noteId: string, vv: VersionVector): Promise<Result<void, NoteProblem>>;
  restore(noteId: string): Promise<Result<void, NoteProblem>>;
  move(noteId: string, folderId: string | null): Promise<Result<void, NoteProblem>>;
  /** The `All` commands change all notes or none; notes that are gone are skipped. */
  removeAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>>;
  restoreAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>>;
  moveAll(moves: readonly NoteMove[]): Promise<Result<void, NoteProblem>>;
  /** `parentId`: folder to create it in. */
  createFolder(folder: FolderValues, parentId?: string | null): Promise<Result<Folder, NoteProblem>>;
  updateFolder(folderId: string, folder: FolderValues): Promise<Result<Folder, FolderProblem>>;
  /** Moves the folder with all that is in it; null for the top. */
  moveFolder(folderId: string, parentId: string | null): Promise<Result<Folder, FolderProblem>>;
  /** Deletes an empty custom folder only. */
  removeFolder(folderId: string): Promise<Result<void, FolderProblem>>;
  /** Called after each check of the default folders, with the number of folders created. */
  onDefaultFolders(listener: DefaultFoldersListener): () => void;
  /**
   * Reports ids of notes whose text another tab or device changed. Opening them during the call needs no disk access if sync has just
   * delivered them.
   */
  onChangedElsewhere(listener: (noteIds: readonly string[]) => void): () => void;
}
