/** The spec's note operations (A §7 "Note store operations") for cloud and local libraries. Suite: testing/note-store-contract.ts. */
import type { FolderProblem, FolderValues } from "../../library/folders/check-folder.ts";
import type { ListSort } from "../../library/notes/list-sort.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import type { Folder } from "../../model/entities/folder.ts";
import type { Note, NoteDraft, NoteSummary } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { SensitiveFailure } from "../../vault/sensitive/sensitive-service-types.ts";

export type NoteQuery = {
  /** The first page is 0. */
  readonly page?: number;
  readonly size?: number;
  /** `null` or absent: All Notes. */
  readonly folderId?: string | null;
  readonly sort?: ListSort;
  /** Omits the texts. */
  readonly metadataOnly?: boolean;
};

/** Spec A §3 "Pagination". */
export type NotePage<Item extends NoteSummary = NoteSummary> = {
  readonly content: readonly Item[];
  readonly page: number;
  readonly size: number;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly totalElements: number;
  readonly sortBy: "lastModified" | "createdAt" | "title";
  readonly sortDir: "asc" | "desc";
};

/** Spec A §3 "Updated-notes response". */
export type UpdatedNotes = {
  readonly updatedNotes: readonly { readonly noteId: string; readonly updatedAt: number; readonly version: string }[];
  readonly count: number;
};

/** Problems of the Sensitive folder. `sensitive-locked`: no password was given, and the folder is locked. */
export type SensitiveNoteProblem = NoteProblem | SensitiveFailure;

type Outcome<Value, Problem = NoteProblem> = Promise<Result<Value, Problem>>;

export interface NoteStore {
  getNotes(query: NoteQuery & { readonly metadataOnly: false }): Outcome<NotePage<Note>>;
  getNotes(query?: NoteQuery): Outcome<NotePage>;
  searchNotes(ask: {
    readonly term: string;
    readonly searchInContent?: boolean;
    readonly folderId?: string | null;
  }): Outcome<readonly NoteSummary[]>;
  createNote(note: NoteDraft & { readonly folderId: string | null }): Outcome<Note>;
  /** Creates a note in the Sensitive folder. The password unlocks it first; without one it must already be unlocked. */
  createSensitiveNote(note: NoteDraft, sensitivePassword?: string): Outcome<Note, SensitiveNoteProblem>;
  updateNote(noteId: string, data: Partial<NoteDraft>): Outcome<Note, SensitiveNoteProblem>;
  deleteNote(noteId: string): Outcome<{ readonly success: true }>;
  /** Returns a note of the Sensitive folder opened while that is unlocked, otherwise without its text. */
  getNoteById(noteId: string): Outcome<Note>;
  getDeletedNoteIds(): Outcome<readonly string[]>;
  getUpdatedNotes(sinceMs: number): Outcome<UpdatedNotes>;

  fetchFolders(): Outcome<readonly Folder[]>;
  createFolder(folder: FolderValues): Outcome<Folder>;
  updateFolder(folderId: string, folder: FolderValues): Outcome<Folder, FolderProblem>;
  deleteFolder(folderId: string): Outcome<void, FolderProblem>;
  initializeDefaultFolders(): Outcome<readonly Folder[]>;
  /** Moves a note. A move across the border of the Sensitive folder seals or opens it; the password unlocks the folder first. */
  moveNote(noteId: string, folderId: string, sensitivePassword?: string): Outcome<void, SensitiveNoteProblem>;
  moveNoteToRoot(noteId: string, sensitivePassword?: string): Outcome<void, SensitiveNoteProblem>;
  pinNote(noteId: string): Outcome<void>;
}
