/** The spec's names for what the notes service does, over any library: the cloud's or local mode's. Spec A §7 "Note store operations". */
import { toText } from "../editor/html-text.ts";
import type { Library } from "../library/library-service.ts";
import { toLight } from "../library/to-light.ts";
import { failed, ok, type Result } from "../result.ts";
import type { SensitiveNotes } from "../sensitive/sensitive-notes-service.ts";
import type { SensitiveFailure } from "../sensitive/sensitive-service-types.ts";
import { isAlive, type LightNote, type NoteEntity } from "../sync/entity.ts";
import { selectNotes } from "../workspace/note-list.ts";
import type { Note, NoteDraft, NoteSummary } from "./note.ts";
import { hasEveryWord, pageNotes } from "./note-page.ts";
import { toNote, toSummary } from "./note-projection.ts";
import type { NotePage, NoteQuery, NoteStore, SensitiveNoteProblem } from "./note-store.ts";
import type { OpenedNotesService } from "./notes-service.ts";
import type { NoteProblem, SeenVersion } from "./notes-service-types.ts";
import { toVersion } from "./spec-note.ts";

/** The Sensitive folder's notes, and how they are unlocked for a session. */
export type SensitiveDoor = {
  readonly notes: SensitiveNotes;
  unlock(password: string): Promise<Result<void, SensitiveFailure>>;
};

/** Without a door, as long as no Sensitive folder can be set up here, its notes stay locked. */
export type NoteStoreDeps = {
  readonly library: Pick<Library, "index">;
  readonly notes: OpenedNotesService;
  readonly sensitive?: SensitiveDoor;
};

type Sensitive<Value> = Promise<Result<Value, SensitiveNoteProblem>>;

export function createNoteStore({ library, notes, sensitive }: NoteStoreDeps): NoteStore {
  const listed = () => notes.store.getState();
  const notesOf = () => [...library.index.entities.values()].filter((entity) => entity.kind === "note");

  /** Texts lie on the disk; a note that went meanwhile is left out. */
  const readAll = async (summaries: readonly NoteSummary[]): Promise<Result<readonly Note[], NoteProblem>> => {
    const read: Note[] = [];
    for (const { noteId } of summaries) {
      const opened = await notes.open(noteId);
      if (opened.ok) read.push(opened.value);
      else if (opened.problem.kind !== "not-found") return opened;
    }
    return ok(read);
  };

  const folderOf = (folderType: "PINNED" | "SENSITIVE") => listed().folders.find((folder) => folder.folderType === folderType)?.folderId;
  const isHidden = (noteId: string) => listed().notesById.get(noteId)?.isEncrypted === true;
  /** An opened note as everybody else sees notes. */
  const asNote = (entity: NoteEntity): Note => {
    const light = toLight(entity) as LightNote;
    return toNote(entity, toSummary(light, library.index, new Map(), { isCarrying: false }));
  };
  const inSensitive = async (password: string | undefined, run: (notes: SensitiveNotes) => Sensitive<NoteEntity>): Sensitive<Note> => {
    if (sensitive === undefined) return failed({ kind: "sensitive-locked" });
    const unlocked = password === undefined ? ok(undefined) : await sensitive.unlock(password);
    if (!unlocked.ok) return unlocked;
    const done = await run(sensitive.notes);
    return done.ok ? ok(asNote(done.value)) : done;
  };
  const move = async (noteId: string, folderId: string | null, password: string | undefined): Sensitive<void> => {
    const note = listed().notesById.get(noteId);
    const goesIn = folderId !== null && folderId === folderOf("SENSITIVE");
    if (note === undefined || goesIn === note.isEncrypted) return notes.move(noteId, folderId);
    const moved = await inSensitive(password, (door) => (goesIn ? door.moveIn(noteId, folderId) : door.moveOut(noteId, folderId)));
    return moved.ok ? ok(undefined) : moved;
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
      const read = await readAll(candidates);
      if (!read.ok) return read;
      const found = new Set(read.value.filter(({ title, content }) => hasEveryWord(`${title} ${toText(content)}`, term)).map(idOf));
      return ok(candidates.filter((note) => found.has(note.noteId)));
    },
    createNote: ({ title, content, folderId }) => notes.create({ title, content }, folderId),
    createSensitiveNote(draft, sensitivePassword) {
      const folderId = folderOf("SENSITIVE");
      if (folderId === undefined) return Promise.resolve(failed({ kind: "not-set-up" }));
      return inSensitive(sensitivePassword, (door) => door.create(draft, folderId));
    },
    async updateNote(noteId, data) {
      if (isHidden(noteId)) return inSensitive(undefined, (door) => change(door, noteId, data));
      return change(notes, noteId, data);
    },
    async deleteNote(noteId) {
      if (!listed().notesById.has(noteId)) return failed({ kind: "not-found" });
      const removed = await notes.remove(noteId);
      return removed.ok ? ok({ success: true }) : removed;
    },
    async getNoteById(noteId) {
      const opened = isHidden(noteId) ? await inSensitive(undefined, (door) => door.open(noteId)) : undefined;
      return opened?.ok === true ? opened : notes.open(noteId);
    },
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
    moveNote: (noteId, folderId, sensitivePassword) => move(noteId, folderId, sensitivePassword),
    moveNoteToRoot: (noteId, sensitivePassword) => move(noteId, null, sensitivePassword),
    async pinNote(noteId) {
      const pinned = folderOf("PINNED");
      return pinned === undefined ? failed({ kind: "not-found" }) : notes.move(noteId, pinned);
    },
  };
}

/** What is not given stays as it is. */
async function change<Opened extends NoteDraft & SeenVersion, Problem>(
  door: {
    open(noteId: string): Promise<Result<Opened, Problem>>;
    save(noteId: string, draft: NoteDraft, seen: SeenVersion): Promise<Result<Opened, Problem>>;
  },
  noteId: string,
  data: Partial<NoteDraft>,
): Promise<Result<Opened, Problem>> {
  const opened = await door.open(noteId);
  if (!opened.ok) return opened;
  const { title, content } = { ...opened.value, ...data };
  return door.save(noteId, { title, content }, opened.value);
}

function idOf({ noteId }: Note): string {
  return noteId;
}
