/** The spec's note operations over the notes service, for any library. Spec A §7 "Note store operations". */
import { toText } from "../../document/html/html-text.ts";
import type { Library } from "../../library/index/library-service.ts";
import { selectNotes } from "../../library/notes/note-list.ts";
import type { OpenedNotesService } from "../../library/notes/notes-service.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import { isAlive } from "../../model/entities/entity.ts";
import type { Note, NoteSummary } from "../../model/entities/note.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import { hasEveryWord, pageNotes } from "./note-page.ts";
import type { NotePage, NoteQuery, NoteStore, SensitiveNoteProblem } from "./note-store.ts";

/** `notes` reads and writes the Sensitive folder while it is unlocked; without `unlock` no password opens it here. */
export type NoteStoreDeps = {
  readonly library: Pick<Library, "index">;
  readonly notes: OpenedNotesService;
  readonly unlock?: SensitiveFolder["unlock"];
};

type Sensitive<Value> = Promise<Result<Value, SensitiveNoteProblem>>;

export function createNoteStore({ library, notes, unlock }: NoteStoreDeps): NoteStore {
  const listed = () => notes.store.getState();
  const notesOf = () => [...library.index.entities.values()].filter((entity) => entity.kind === "note");

  /** Returns a locked or damaged note without its text. */
  const read = async (noteId: string): Promise<Result<Note, NoteProblem>> => {
    const opened = await notes.open(noteId);
    if (opened.ok || (opened.problem.kind !== "sensitive-locked" && opened.problem.kind !== "sensitive-damaged")) return opened;
    const [summary, entity] = [listed().notesById.get(noteId), library.index.entities.get(noteId)];
    return summary === undefined || entity === undefined ? opened : ok({ ...summary, content: "", vv: entity.vv });
  };
  /** Reads the texts from disk; skips notes that were deleted in the meantime. */
  const readAll = async (summaries: readonly NoteSummary[]): Promise<Result<readonly Note[], NoteProblem>> => {
    const found: Note[] = [];
    for (const { noteId } of summaries) {
      const opened = await read(noteId);
      if (opened.ok) found.push(opened.value);
      else if (opened.problem.kind !== "not-found") return opened;
    }
    return ok(found);
  };

  const folderOf = (folderType: "PINNED" | "SENSITIVE") => listed().folders.find((folder) => folder.folderType === folderType)?.folderId;
  /** Unlocks with the password first, if there is one; unlocking is its check. */
  const withPassword = async <Value>(password: string | undefined, run: () => Promise<Result<Value, NoteProblem>>): Sensitive<Value> => {
    const unlocked = password === undefined ? ok(undefined) : ((await unlock?.(password)) ?? failed({ kind: "not-set-up" }));
    return unlocked.ok ? run() : unlocked;
  };

  async function getNotes(query: NoteQuery & { readonly metadataOnly: false }): Promise<Result<NotePage<Note>, NoteProblem>>;
  async function getNotes(query?: NoteQuery): Promise<Result<NotePage, NoteProblem>>;
  async function getNotes(query: NoteQuery = {}): Promise<Result<NotePage, NoteProblem>> {
    const page = pageNotes(listed().notes, query);
    if (query.metadataOnly !== false) return ok(page);
    const content = await readAll(page.content);
    return content.ok ? ok({ ...page, content: content.value }) : content;
  }

  return {
    getNotes,
    async searchNotes({ term, searchInContent = false, folderId = null }) {
      const candidates = selectNotes(listed().notes, folderId);
      if (!searchInContent) return ok(candidates.filter(({ title, preview }) => hasEveryWord(`${title} ${preview}`, term)));
      const texts = await readAll(candidates);
      if (!texts.ok) return texts;
      const found = new Set(texts.value.filter(({ title, content }) => hasEveryWord(`${title} ${toText(content)}`, term)).map(idOf));
      return ok(candidates.filter((note) => found.has(note.noteId)));
    },
    createNote: ({ title, content, folderId }) => notes.create({ title, content }, folderId),
    createSensitiveNote(draft, sensitivePassword) {
      const folderId = folderOf("SENSITIVE");
      if (folderId === undefined) return Promise.resolve(failed({ kind: "not-set-up" }));
      return withPassword(sensitivePassword, () => notes.create(draft, folderId));
    },
    async updateNote(noteId, data) {
      const opened = await notes.open(noteId);
      if (!opened.ok) return opened;
      const { title, content } = { ...opened.value, ...data };
      return notes.save(noteId, { title, content }, { seen: opened.value });
    },
    async deleteNote(noteId) {
      if (!listed().notesById.has(noteId)) return failed({ kind: "not-found" });
      const removed = await notes.remove(noteId);
      return removed.ok ? ok({ success: true }) : removed;
    },
    getNoteById: (noteId) => read(noteId),
    getDeletedNoteIds: async () => ok(notesOf().flatMap((note) => (isAlive(note) ? [] : [note.id]))),
    async getUpdatedNotes(sinceMs) {
      const updatedNotes = notesOf().flatMap((note) =>
        isAlive(note) && note.mtime > sinceMs ? [{ noteId: note.id, updatedAt: note.mtime, version: toVersion(note.vv) }] : [],
      );
      return ok({ updatedNotes, count: updatedNotes.length });
    },

    fetchFolders: async () => ok(listed().folders),
    createFolder: (values) => notes.createFolder(values),
    updateFolder: (folderId, values) => notes.updateFolder(folderId, values),
    deleteFolder: (folderId) => notes.removeFolder(folderId),
    async initializeDefaultFolders() {
      const made = await notes.ensureDefaultFolders();
      return made.ok ? ok(listed().folders) : made;
    },
    moveNote: (noteId, folderId, sensitivePassword) => withPassword(sensitivePassword, () => notes.move(noteId, folderId)),
    moveNoteToRoot: (noteId, sensitivePassword) => withPassword(sensitivePassword, () => notes.move(noteId, null)),
    async pinNote(noteId) {
      const pinned = folderOf("PINNED");
      return pinned === undefined ? failed({ kind: "not-found" }) : notes.move(noteId, pinned);
    },
  };
}

function idOf({ noteId }: Note): string {
  return noteId;
}

/** Number that grows with every edit, by any device. */
function toVersion(vv: VersionVector): string {
  return Object.values(vv)
    .reduce((sum, counter) => sum + counter, 0)
    .toString();
}
