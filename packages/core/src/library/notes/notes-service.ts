/** Commands on notes and folders, and one published list, over any library. Commits before it publishes. Spec A §4. */

import { isBlankHtml } from "../../document/html/html-text.ts";
import { conflictCopyId } from "../../merge/conflict-copy.ts";
import { LAZY_MERGE, type MergeNotes } from "../../merge/lazy-merge.ts";
import { type Entity, isAlive, type LightNote, type NoteEntity } from "../../model/entities/entity.ts";
import { newNoteId } from "../../model/entities/entity-ids.ts";
import type { Folder } from "../../model/entities/folder.ts";
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import { CODE_MISSING, type LazyModule } from "../../model/lazy/lazy-module.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { Plan, Reads, Seen, StoreProblem, WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock, Ids, Timers } from "../../ports/environment.ts";
import type { FolderProblem, FolderValues } from "../folders/check-folder.ts";
import { createFolderCommands } from "../folders/folder-commands-service.ts";
import { isSensitiveFolder } from "../folders/folder-list.ts";
import { toLight } from "../index/in-range.ts";
import type { Library, LibraryNotice } from "../index/library-service.ts";
import { checkEditedNote, checkNewNote } from "./check-note.ts";
import { movesTo, type NoteMove } from "./note-moves.ts";
import { projectLibrary, toNote, toSummary } from "./note-projection.ts";
import type {
  DefaultFoldersListener,
  NoteCreation,
  NoteProblem,
  NoteSave,
  NotesService,
  NotesState,
  NoteWrite,
} from "./notes-service-types.ts";
import {
  dropDraft,
  type NoteChange,
  type NotSaved,
  planCreate,
  planDelete,
  planDiscard,
  planEach,
  planMove,
  planRestore,
  planSave,
} from "./plan-note.ts";

export type NotesDeps = {
  readonly library: Library;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timers: Timers;
  /** True while a sync cycle runs: pending notes are then being saved to the drive. */
  readonly isSyncing: () => boolean;
  readonly merging?: LazyModule<MergeNotes>;
};

type ChangeAnswer =
  | { readonly kind: "absent" }
  | { readonly kind: "sealed" }
  | { readonly kind: "unmerged" }
  | { readonly kind: "changed-elsewhere" }
  | { readonly kind: "again"; readonly copyId: string }
  | { readonly kind: "done"; readonly note: NoteEntity };

export type OpenedNotesService = NotesService & {
  /** Creates missing default folders; called at once in local mode, and after the first pull in an account. */
  ensureDefaultFolders(): Promise<Result<void, NoteProblem>>;
  /** Resolves once a listener of `onDefaultFolders` is there: the workspace is shown. */
  defaultsFollowed(): Promise<void>;
  /** Call when `isSyncing` has changed. */
  refresh(): void;
  close(): void;
};

export function createNotesService(deps: NotesDeps): OpenedNotesService {
  return new LibraryNotes(deps);
}

class LibraryNotes implements OpenedNotesService {
  readonly store = createStore<NotesState>({
    phase: "loading",
    notes: [],
    notesById: new Map(),
    searches: [],
    folders: [],
    pendingCount: 0,
  });
  readonly #deps: NotesDeps;
  readonly #changedElsewhere = new Set<(noteIds: readonly string[]) => void>();
  readonly #defaultFolders = new Set<DefaultFoldersListener>();
  /** Result from before any screen subscribed; reported to the first subscriber. */
  #undeliveredDefaults: Parameters<DefaultFoldersListener>[0] | undefined;
  readonly #waitingForFollower: (() => void)[] = [];
  readonly #folders: ReturnType<typeof createFolderCommands>;
  readonly #unsubscribe: () => void;
  #cancelPublish: (() => void) | undefined;
  /** Versions that have just arrived, while listeners are notified, so that views need not wait for the disk. */
  #arriving: readonly Entity[] | undefined;
  #gatherMs: number = SYNC.publishEveryMs;

  constructor(deps: NotesDeps) {
    this.#deps = deps;
    this.#folders = createFolderCommands({ ...deps, folders: () => this.store.getState().folders, refresh: () => this.#publish() });
    this.#unsubscribe = deps.library.onChange((notice) => this.#onChange(notice));
    this.#publish();
  }

  async open(noteId: string): Promise<Result<Note, NoteProblem>> {
    let entity = this.#arriving?.find(({ id }) => id === noteId);
    if (entity === undefined) {
      const read = await this.#deps.library.store.readEntities([noteId]);
      if (!read.ok) return read;
      entity = read.value.get(noteId);
    }
    return entity?.kind === "note" && isAlive(entity) ? ok(this.#toNote(entity)) : failed({ kind: "not-found" });
  }

  async create(draft: NoteDraft, folderId: string | null, creation: NoteCreation = {}): Promise<Result<Note, NoteProblem>> {
    const { mayLackTitle, tags } = creation;
    const problem = checkNewNote(draft, !isBlankHtml(draft.content));
    if (problem !== undefined) return failed(problem);
    if (this.#isSensitive(folderId)) return failed({ kind: "sensitive-locked" });
    const { clock, ids } = this.#deps;
    const noteId = newNoteId(clock.now(), ids.random);
    return this.#write(
      {},
      (seen) => planCreate(noteId, { draft, folderId, mayLackTitle, tags }, { meta: seen.meta, nowMs: clock.now() }),
      creation,
    );
  }

  async save(noteId: string, draft: NoteDraft, save: NoteSave): Promise<Result<Note, NoteProblem>> {
    const { seen: seenVersion, mayLackTitle } = save;
    const problem = checkEditedNote(draft, mayLackTitle);
    if (problem !== undefined) return failed(problem);
    const typed = {
      draft,
      seenVv: seenVersion.vv,
      text: seenVersion.text,
      base: seenVersion.base,
      onNewer: seenVersion.onNewer,
      keepsFormer: seenVersion.keepsFormer,
    };
    return this.#change(noteId, (current, seen, merge) => planSave(current, typed, { seen, nowMs: this.#deps.clock.now(), merge }), save);
  }

  remove(noteId: string): Promise<Result<void, NoteProblem>> {
    return this.removeAll([noteId]);
  }

  removeAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>> {
    return this.#each(toItems(noteIds), (current, _item, meta) => planDelete(current, meta, this.#deps.clock.now()));
  }

  async discard(noteId: string, vv: VersionVector): Promise<Result<void, NoteProblem>> {
    const outcome = await this.#transact<"absent" | "changed" | "done">({ entities: [noteId], basesOf: [noteId] }, (seen) => {
      const current = seen.entities.get(noteId);
      if (current?.kind !== "note" || !isAlive(current)) return { writes: {}, answer: "absent" };
      if (!isEqual(current.vv, vv)) return { writes: {}, answer: "changed" };
      return { writes: planDiscard(current, seen, this.#deps.clock.now()).writes, answer: "done" };
    });
    if (!outcome.ok) return outcome;
    return outcome.value === "changed" ? failed({ kind: "changed-elsewhere" }) : ok(undefined);
  }

  restore(noteId: string): Promise<Result<void, NoteProblem>> {
    return this.restoreAll([noteId]);
  }

  restoreAll(noteIds: readonly string[]): Promise<Result<void, NoteProblem>> {
    return this.#each(toItems(noteIds), (current, _item, meta) => planRestore(current, meta, this.#deps.clock.now()));
  }

  async move(noteId: string, folderId: string | null): Promise<Result<void, NoteProblem>> {
    const { notesById, folders } = this.store.getState();
    const note = notesById.get(noteId);
    if (note === undefined) return failed({ kind: "not-found" });
    return this.moveAll(movesTo([note], folderId, folders));
  }

  async moveAll(moves: readonly NoteMove[]): Promise<Result<void, NoteProblem>> {
    const { notesById } = this.store.getState();
    // A move across the border of the Sensitive folder seals or opens the text (sensitive-notes-service.ts).
    if (moves.some(({ noteId, folderId }) => this.#isSensitive(folderId) || notesById.get(noteId)?.isEncrypted === true))
      return failed({ kind: "sensitive-locked" });
    return this.#each(moves, (current, move, meta) => planMove(current, move, { meta, nowMs: this.#deps.clock.now() }));
  }

  createFolder(values: FolderValues, parentId: string | null = null): Promise<Result<Folder, NoteProblem>> {
    return this.#folders.create(values, parentId);
  }

  updateFolder(folderId: string, values: FolderValues): Promise<Result<Folder, FolderProblem>> {
    return this.#folders.update(folderId, values);
  }

  moveFolder(folderId: string, parentId: string | null): Promise<Result<Folder, FolderProblem>> {
    return this.#folders.move(folderId, parentId);
  }

  removeFolder(folderId: string): Promise<Result<void, FolderProblem>> {
    return this.#folders.remove(folderId);
  }

  async ensureDefaultFolders(): Promise<Result<void, NoteProblem>> {
    // Publishes first: sync's changes are shown with a delay, and a folder that has arrived but is not shown yet must not be created again.
    this.#publish();
    const made = await this.#folders.ensureDefaults();
    const isReportable = !made.ok || made.value > 0;
    if (isReportable && this.#defaultFolders.size === 0) this.#undeliveredDefaults = made;
    for (const listener of this.#defaultFolders) listener(made);
    return made.ok ? ok(undefined) : made;
  }

  async defaultsFollowed(): Promise<void> {
    if (this.#defaultFolders.size === 0) await new Promise<void>((resolve) => this.#waitingForFollower.push(resolve));
  }

  onDefaultFolders(listener: DefaultFoldersListener): () => void {
    this.#defaultFolders.add(listener);
    for (const resolve of this.#waitingForFollower.splice(0)) resolve();
    const undelivered = this.#undeliveredDefaults;
    this.#undeliveredDefaults = undefined;
    if (undelivered !== undefined) listener(undelivered);
    return () => this.#defaultFolders.delete(listener);
  }

  onChangedElsewhere(listener: (noteIds: readonly string[]) => void): () => void {
    this.#changedElsewhere.add(listener);
    return () => this.#changedElsewhere.delete(listener);
  }

  refresh(): void {
    this.#publish();
  }

  close(): void {
    this.#cancelPublish?.();
    this.#unsubscribe();
    this.store.setState({ phase: "closed", notes: [], notesById: new Map(), searches: [], folders: [] });
  }

  #isSensitive(folderId: string | null): boolean {
    return isSensitiveFolder(this.#deps.library.index, folderId);
  }

  /** Changes several notes in one write, with one edit per note and one update of the list. */
  async #each<Item extends { readonly noteId: string }>(
    items: readonly Item[],
    plan: (current: NoteEntity, item: Item, meta: WritingMeta) => NoteChange,
  ): Promise<Result<void, NoteProblem>> {
    if (items.length === 0) return ok(undefined);
    const changed = await this.#transact({ entities: items.map(({ noteId }) => noteId) }, (seen) => {
      const planned = planEach(items, seen, plan);
      return { writes: planned.writes, answer: planned.changed.length };
    });
    if (!changed.ok) return changed;
    return changed.value === 0 ? failed({ kind: "not-found" }) : ok(undefined);
  }

  /**
   * A conflict copy's id depends on the version found inside the transaction. If that was not read, or the merge code is missing, the plan
   * is repeated.
   */
  async #change(
    noteId: string,
    plan: (current: NoteEntity, seen: Seen, merge: MergeNotes | undefined) => NoteChange | NotSaved,
    typed: NoteWrite,
  ): Promise<Result<Note, NoteProblem>> {
    const { merging = LAZY_MERGE } = this.#deps;
    let merge = merging.loaded();
    let copyId: string | undefined;
    for (;;) {
      const reads: Reads = { entities: copyId === undefined ? [noteId] : [noteId, copyId], basesOf: [noteId] };
      const asked = copyId;
      const outcome = await this.#transact<ChangeAnswer>(reads, (seen) => {
        const current = seen.entities.get(noteId);
        if (current?.kind !== "note") return { writes: {}, answer: { kind: "absent" } };
        // The note was moved into the Sensitive folder in the meantime; the typed text would be stored unencrypted beside the seal.
        if (current.isEncrypted) return { writes: {}, answer: { kind: "sealed" } };
        if (asked !== conflictCopyId(current)) return { writes: {}, answer: { kind: "again", copyId: conflictCopyId(current) } };
        const planned = plan(current, seen, merge);
        if (typeof planned === "string") return { writes: {}, answer: { kind: planned } };
        const { writes, note } = planned;
        return { writes: { ...writes, ...dropDraft(typed) }, answer: { kind: "done", note } };
      });
      if (!outcome.ok) return outcome;
      if (outcome.value.kind === "absent") return failed({ kind: "not-found" });
      if (outcome.value.kind === "changed-elsewhere") return failed({ kind: "changed-elsewhere" });
      if (outcome.value.kind === "sealed") return failed({ kind: "sensitive-locked" });
      if (outcome.value.kind === "done") return ok(this.#toNote(outcome.value.note));
      if (outcome.value.kind === "again") copyId = outcome.value.copyId;
      else {
        merge = await merging.load();
        if (merge === undefined) return failed(CODE_MISSING);
      }
    }
  }

  async #write(reads: Reads, plan: (seen: Seen) => NoteChange, typed: NoteWrite): Promise<Result<Note, NoteProblem>> {
    const written = await this.#transact(reads, (seen) => {
      const { writes, note } = plan(seen);
      return { writes: { ...writes, ...dropDraft(typed) }, answer: note };
    });
    return written.ok ? ok(this.#toNote(written.value)) : written;
  }

  #transact<Value>(reads: Reads, plan: (seen: Seen) => Plan<Value>): Promise<Result<Value, StoreProblem>> {
    return this.#deps.library.transact(reads, plan, "user");
  }

  #toNote(entity: NoteEntity): Note {
    const { index } = this.#deps.library;
    const light = toLight(entity) as LightNote;
    return toNote(entity, toSummary(light, index, { folders: new Map(), situation: { isSyncing: this.#deps.isSyncing() } }));
  }

  /** Shows the user's own change at once. Changes from sync are gathered, so that a large catch-up does not sort the list for each note. */
  #onChange(notice: LibraryNotice): void {
    if ((notice.origin !== "sync" && !notice.fromOtherTab) || this.#isOverclaiming(notice)) this.#publish();
    else this.#cancelPublish ??= this.#deps.timers.after(this.#gatherMs, () => this.#publish());
    const arrived = notice.fromOtherTab || notice.origin === "sync" ? (notice.writes.entities ?? []).map(({ id }) => id) : [];
    this.#arriving = notice.written;
    if (arrived.length > 0) for (const listener of this.#changedElsewhere) listener(arrived);
    this.#arriving = undefined;
  }

  /**
   * True if the list says 'in your drive' of a note that now has something to send: a version, or a file that it refers to. Such a claim is taken
   * back at once, not with the next gathering. The count alone does not show it: one note may be done with the write that leaves another to be sent.
   */
  #isOverclaiming({ ids, writes }: LibraryNotice): boolean {
    const { index } = this.#deps.library;
    const { notes, notesById, pendingCount } = this.store.getState();
    if (pendingCount < index.countUnsent()) return true;
    // A row of an attachment names no note, so any note may refer to it.
    const shown = writes.attachments === undefined ? ids.flatMap((id) => notesById.get(id) ?? []) : notes;
    return shown.some(({ noteId, sync }) => sync.kind === "in-your-drive" && this.#hasUnsent(noteId));
  }

  #hasUnsent(noteId: string): boolean {
    const { index } = this.#deps.library;
    const entity = index.entities.get(noteId);
    return index.pendingPush.has(noteId) || (entity?.kind === "note" && index.awaitsAttachment(entity));
  }

  #publish(): void {
    this.#cancelPublish?.();
    this.#cancelPublish = undefined;
    const { clock, library, isSyncing } = this.#deps;
    const { index } = library;
    const began = clock.now();
    const { notes, searches, folders } = projectLibrary(index, { isSyncing: isSyncing() });
    const changed = isSameList(this.store.getState().notes, notes) ? {} : { notes, notesById: byId(notes) };
    this.store.setState({ phase: "ready", ...changed, searches, folders, pendingCount: index.countUnsent() });
    // Lengthens the interval while thousands of notes arrive, so that they are not sorted again all the time.
    const restMs = Math.min((clock.now() - began) * SYNC.publishRest, SYNC.publishAtLatestMs);
    this.#gatherMs = Math.max(SYNC.publishEveryMs, restMs);
  }
}

/** Keeps the published list if nothing in it changed. */
function isSameList(a: NotesState["notes"], b: NotesState["notes"]): boolean {
  return a.length === b.length && a.every((note, at) => note === b[at]);
}

function byId(notes: NotesState["notes"]): NotesState["notesById"] {
  return new Map(notes.map((note) => [note.noteId, note]));
}

function toItems(noteIds: readonly string[]) {
  return noteIds.map((noteId) => ({ noteId }));
}
