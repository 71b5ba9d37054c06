/** The notes service for ordinary and unlocked sensitive notes; locked ones have no title or text. Spec A §4, B §4. */
import { previewOfNote } from "../../document/html/html-text.ts";
import { markNoteLinks, nameNoteLinks, noteIdsIn } from "../../document/references.ts";
import { isSensitiveFolder } from "../../library/folders/folder-list.ts";
import { toLight } from "../../library/index/in-range.ts";
import type { Library } from "../../library/index/library-service.ts";
import { movesTo, type NoteMove } from "../../library/notes/note-moves.ts";
import { toSummary } from "../../library/notes/note-projection.ts";
import type { OpenedNotesService } from "../../library/notes/notes-service.ts";
import type { NoteCreation, NoteProblem, NoteSave, NotesState } from "../../library/notes/notes-service-types.ts";
import type { LightNote, NoteEntity } from "../../model/entities/entity.ts";
import type { Note, NoteDraft, NoteSummary } from "../../model/entities/note.ts";
import { carryUnknownFields } from "../../model/entities/parsing/unknown-fields.ts";
import { shownTags } from "../../model/entities/tags/tag.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { OpenedText, OpenedTexts } from "./opened-texts-service.ts";
import type { SensitiveNotes } from "./sensitive-notes-service.ts";

export type UnlockedNotesDeps = {
  readonly library: Pick<Library, "index">;
  readonly notes: OpenedNotesService;
  readonly sensitive: SensitiveNotes;
  readonly texts: ReadableStore<OpenedTexts>;
};

type Outcome<Value> = Promise<Result<Value, NoteProblem>>;

export function createUnlockedNotes(deps: UnlockedNotesDeps): OpenedNotesService {
  return new UnlockedNotes(deps);
}

class UnlockedNotes implements OpenedNotesService {
  readonly store;
  readonly #deps: UnlockedNotesDeps;
  readonly #stops: readonly (() => void)[];

  constructor(deps: UnlockedNotesDeps) {
    this.#deps = deps;
    this.store = createStore<NotesState>(withTexts(deps.notes.store.getState(), deps.texts.getState()));
    const publish = (): void => this.store.setState(withTexts(deps.notes.store.getState(), deps.texts.getState()));
    this.#stops = [deps.notes.store.subscribe(publish), deps.texts.subscribe(publish)];
  }

  async open(noteId: string): Outcome<Note> {
    const read = await this.#deps.notes.open(noteId);
    if (!read.ok || !read.value.isEncrypted) return read;
    const opened = await this.#inFolder((sensitiveNotes) => sensitiveNotes.open(noteId));
    // The folder may have been locked in between.
    return this.#isUnlocked() ? this.#asNote(opened) : failed(LOCKED);
  }

  async create(draft: NoteDraft, folderId: string | null, creation?: NoteCreation): Outcome<Note> {
    if (!this.#isSensitive(folderId)) return this.#deps.notes.create(draft, folderId, creation);
    return this.#asNote(await this.#inFolder((sensitiveNotes) => sensitiveNotes.create(draft, folderId as string, creation)));
  }

  async save(noteId: string, draft: NoteDraft, options: NoteSave): Outcome<Note> {
    const saved = this.#isHidden(noteId) ? failed(LOCKED) : await this.#deps.notes.save(noteId, draft, options);
    // Another device may have moved the note into the folder.
    if (saved.ok || saved.problem.kind !== "sensitive-locked") return saved;
    return this.#asNote(await this.#inFolder((sensitiveNotes) => sensitiveNotes.save(noteId, draft, options)));
  }

  async move(noteId: string, folderId: string | null): Outcome<void> {
    const { notesById, folders } = this.store.getState();
    const note = notesById.get(noteId);
    return note === undefined ? failed({ kind: "not-found" }) : this.moveAll(movesTo([note], folderId, folders));
  }

  /** Fails for all notes if the folder is locked. Notes that cross its border are moved one by one, with the text sealed or opened. */
  async moveAll(moves: readonly NoteMove[]): Outcome<void> {
    const crosses = ({ noteId, folderId }: NoteMove) => this.#isSensitive(folderId) || this.#isHidden(noteId);
    const across = moves.filter(crosses);
    if (across.length > 0 && !this.#isUnlocked()) return failed(LOCKED);
    const rest = moves.filter((move) => !crosses(move));
    const moved = rest.length === 0 ? ok(undefined) : await this.#deps.notes.moveAll(rest);
    if (!moved.ok) return moved;
    for (const { noteId, folderId } of across) {
      const isIn = this.#isSensitive(folderId);
      const one = await this.#inFolder((sensitiveNotes) =>
        isIn ? sensitiveNotes.moveIn(noteId, folderId as string) : sensitiveNotes.moveOut(noteId, folderId),
      );
      if (!one.ok) return one;
    }
    return ok(undefined);
  }

  remove(noteId: string): Outcome<void> {
    return this.#deps.notes.remove(noteId);
  }

  removeAll(noteIds: readonly string[]): Outcome<void> {
    return this.#deps.notes.removeAll(noteIds);
  }

  async discard(noteId: string, vv: VersionVector): Outcome<void> {
    return this.#isHidden(noteId) && !this.#isUnlocked() ? failed(LOCKED) : this.#deps.notes.discard(noteId, vv);
  }

  restore(noteId: string): Outcome<void> {
    return this.#deps.notes.restore(noteId);
  }

  restoreAll(noteIds: readonly string[]): Outcome<void> {
    return this.#deps.notes.restoreAll(noteIds);
  }

  createFolder(...given: Parameters<OpenedNotesService["createFolder"]>): ReturnType<OpenedNotesService["createFolder"]> {
    return this.#deps.notes.createFolder(...given);
  }

  updateFolder(...given: Parameters<OpenedNotesService["updateFolder"]>): ReturnType<OpenedNotesService["updateFolder"]> {
    return this.#deps.notes.updateFolder(...given);
  }

  moveFolder(...given: Parameters<OpenedNotesService["moveFolder"]>): ReturnType<OpenedNotesService["moveFolder"]> {
    return this.#deps.notes.moveFolder(...given);
  }

  removeFolder(folderId: string): ReturnType<OpenedNotesService["removeFolder"]> {
    return this.#deps.notes.removeFolder(folderId);
  }

  ensureDefaultFolders(): Outcome<void> {
    return this.#deps.notes.ensureDefaultFolders();
  }

  defaultsFollowed(): Promise<void> {
    return this.#deps.notes.defaultsFollowed();
  }

  onDefaultFolders(...given: Parameters<OpenedNotesService["onDefaultFolders"]>): () => void {
    return this.#deps.notes.onDefaultFolders(...given);
  }

  onChangedElsewhere(...given: Parameters<OpenedNotesService["onChangedElsewhere"]>): () => void {
    return this.#deps.notes.onChangedElsewhere(...given);
  }

  refresh(): void {
    this.#deps.notes.refresh();
  }

  close(): void {
    this.#deps.notes.close();
    for (const stop of this.#stops) stop();
  }

  #isUnlocked(): boolean {
    return this.#deps.texts.getState().isUnlocked;
  }

  #isHidden(noteId: string): boolean {
    return this.store.getState().notesById.get(noteId)?.isEncrypted === true;
  }

  #isSensitive(folderId: string | null): boolean {
    return isSensitiveFolder(this.#deps.library.index, folderId);
  }

  /** A write that ends after the folder was locked reports its note, so that its text is not written a second time. */
  async #inFolder(run: (sensitiveNotes: SensitiveNotes) => ReturnType<SensitiveNotes["open"]>): Outcome<NoteEntity> {
    if (!this.#isUnlocked()) return failed(LOCKED);
    const done = await run(this.#deps.sensitive);
    if (!done.ok && !this.#isUnlocked()) return failed(LOCKED);
    return done.ok || done.problem.kind !== "sensitive-locked" ? done : failed({ kind: "sensitive-damaged" });
  }

  #asNote(done: Result<NoteEntity, NoteProblem>): Result<Note, NoteProblem> {
    if (!done.ok) return done;
    const { id, title, content, attachments, tags, vv } = done.value;
    const { index } = this.#deps.library;
    const summary =
      this.store.getState().notesById.get(id) ??
      toSummary(toLight(done.value) as LightNote, index, { folders: new Map(), situation: NOT_SYNCING });
    const seal = done.value.isEncrypted ? ({ seal: "opened" } as const) : {};
    return ok({
      ...summary,
      ...toRow({ title, content, attachments, ...(tags === undefined ? {} : { tags }) }),
      ...seal,
      content,
      vv,
      ...carryUnknownFields(done.value),
    });
  }
}

const LOCKED = { kind: "sensitive-locked" } as const;
const NOT_SYNCING = { isSyncing: false };

/** Caches one row per text and note, so that only changed rows are rendered again. Freed with the text. */
const shown = new WeakMap<OpenedText, { readonly of: NoteSummary; readonly titles: string; readonly row: NoteSummary }>();

function withTexts(state: NotesState, { isUnlocked, byId }: OpenedTexts): NotesState {
  if (!isUnlocked || byId.size === 0) return state;
  const titleOf = (id: string): string => byId.get(id)?.text?.title ?? state.notesById.get(id)?.title ?? "";
  const notes = state.notes.map((note) => withText(note, byId.get(note.noteId), titleOf));
  return { ...state, notes, notesById: new Map(notes.map((note) => [note.noteId, note])) };
}

function withText(note: NoteSummary, opened: OpenedText | undefined, titleOf: (noteId: string) => string): NoteSummary {
  if (!note.isEncrypted || opened === undefined) return note;
  const linkTitles = noteIdsIn(opened.text?.content ?? "").map(titleOf);
  const titles = `${linkTitles}`;
  const known = shown.get(opened);
  if (known?.of === note && known.titles === titles) return known.row;
  const row: NoteSummary =
    opened.text === undefined ? { ...note, seal: "failed" } : { ...note, ...toRow(opened.text, linkTitles), seal: "opened" };
  shown.set(opened, { of: note, titles, row });
  return row;
}

type OpenedRow = Pick<NoteSummary, "title" | "preview" | "attachments" | "linkIds" | "tags" | "tagKeys">;

/** `linkTitles`: of the notes that the text links to, in the order of its links. */
function toRow({ title, content, attachments, tags }: NonNullable<OpenedText["text"]>, linkTitles: readonly string[] = []): OpenedRow {
  const preview = previewOfNote({ title, content: markNoteLinks(content) }, NOTE.previewStoredChars);
  return { title, preview: nameNoteLinks(preview, linkTitles), attachments, linkIds: noteIdsIn(content), ...shownTags(tags) };
}
