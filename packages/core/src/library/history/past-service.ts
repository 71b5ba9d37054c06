/**
 * The library at the end of a past day, from the versions that this device has: read-only, with restore of selected notes. Decision 0036.
 */
import { previewOf } from "../../document/html/html-text.ts";
import { isAlive, isPurged, type LightNote, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { isSavedSearch } from "../../model/entities/saved-search.ts";
import { THINNING } from "../../model/limits/history-limits.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { foldersById, followFolder } from "../folders/folder-hygiene.ts";
import type { Library } from "../index/library-service.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
import { missingOfMoment } from "./earlier-versions.ts";
import { CURRENT_VERSION, type HistoryService } from "./history-service-types.ts";
import type { PastNote, PastService, PastState, PastUndo } from "./past-service-types.ts";

export type PastDeps = {
  readonly library: Library;
  readonly notes: Pick<NotesService, "remove">;
  readonly history: Pick<HistoryService, "list" | "restore" | "fetchEarlier">;
  /** Restores notes from the trash and returns their number. */
  readonly restoreDeleted: (noteIds: readonly string[]) => Promise<Result<number, StoreProblem>>;
  /** Returns the opened note; undefined if it is locked or damaged. */
  readonly open: (note: NoteEntity) => Promise<NoteEntity | undefined>;
};

const EMPTY: PastState = { notes: undefined, locked: 0, notFetched: 0, missing: undefined, work: undefined };

export function createPastService(deps: PastDeps): PastService {
  const { library, history } = deps;
  const store = createStore<PastState>(EMPTY);
  // Number of the latest request; earlier ones stop.
  let current = 0;

  /** Runs `run` for each item until canceled; returns true if all ran. */
  const each = async <Item>(
    kind: "read" | "restore" | "undo",
    items: readonly Item[],
    run: (item: Item) => Promise<boolean>,
  ): Promise<boolean> => {
    current += 1;
    const mine = current;
    for (const [at, item] of items.entries()) {
      if (at % THINNING.notesAtOnce === 0) store.setState({ work: { kind, done: at, of: items.length } });
      if (!(await run(item)) || mine !== current) break;
      if (at === items.length - 1) {
        store.setState({ work: undefined });
        return true;
      }
    }
    if (mine === current) store.setState({ work: undefined });
    return items.length === 0;
  };

  /** Returns false if canceled. Shows the rows once all are read. */
  const readRows = async ({ atMs, rows }: Day, notes: readonly LightNote[]): Promise<Result<boolean, StoreProblem>> => {
    const at = { atMs, folderOf: folderNames(library) };
    let problem: StoreProblem | undefined;
    const isDone = await each("read", notes, async (light) => {
      const row = await readRow(deps, light, at);
      if (row.ok) rows.set(light.id, row.value);
      else problem = row.problem;
      return row.ok;
    });
    if (problem !== undefined) return failed(problem);
    if (isDone) store.setState(toShown(rows));
    return ok(isDone);
  };

  /** The shown rows stay during the fetch. */
  const fetchMissing = async (day: Day): Promise<Result<void, StoreProblem>> => {
    const incomplete = [...day.rows].filter(([, { packIds }]) => packIds.length > 0);
    const packIds = [...new Set(incomplete.flatMap(([, row]) => row.packIds))];
    if (packIds.length === 0) return ok(undefined);
    current += 1;
    const mine = current;
    const show = (done: number, of: number): void => {
      if (mine === current) store.setState({ work: { kind: "fetch", done, of } });
    };
    show(0, packIds.length);
    const outcome = await history.fetchEarlier({ packIds, isStopped: () => mine !== current, onRead: show });
    if (mine !== current) return ok(undefined);
    const notes = incomplete.flatMap(([noteId]) => library.index.entities.get(noteId) ?? []).filter((entity) => entity.kind === "note");
    const read = await readRows(day, notes);
    const isComplete = outcome === "complete" && [...day.rows.values()].every((row) => row.packIds.length === 0);
    if (read.ok && read.value) store.setState({ missing: isComplete ? undefined : outcome === "complete" ? "incomplete" : outcome });
    return toVoid(read);
  };

  const restoreOne = async ({ noteId, key, since, isInDrive }: PastNote): Promise<PastUndo | undefined> => {
    if (since === "same" || isInDrive === true) return undefined;
    const wasDeleted = since === "deleted";
    if (wasDeleted) {
      const back = await deps.restoreDeleted([noteId]);
      if (!back.ok || back.value === 0) throw new Error("not restored");
    }
    if (key === CURRENT_VERSION) return { noteId, key: undefined, wasDeleted };
    const restored = await history.restore(noteId, key);
    if (!restored.ok) throw new Error("not restored");
    const listed = await history.list(noteId);
    return { noteId, key: listed.ok ? listed.value[1]?.key : undefined, wasDeleted };
  };

  return {
    store,
    async show(atMs) {
      store.setState({ ...EMPTY, notFetched: library.index.pendingFetch.size });
      const there = [...library.index.entities.values()].filter(
        (entity) => entity.kind === "note" && !isSavedSearch(entity) && wasThere(entity, atMs) !== undefined,
      );
      const day = { atMs, rows: new Map<string, Row>() };
      const read = await readRows(day, there as readonly LightNote[]);
      return read.ok && read.value ? fetchMissing(day) : toVoid(read);
    },
    async read(noteId, key) {
      const version = await readVersion(library, noteId, key);
      if (!version.ok) return version;
      if (version.value === undefined) return failed({ kind: "not-found" });
      const opened = library.index.isHidden(noteId) ? undefined : await deps.open(version.value);
      return opened === undefined ? failed({ kind: "sensitive-locked" }) : ok({ title: opened.title, content: opened.content });
    },
    async restore(chosen) {
      const undo: PastUndo[] = [];
      let failures = 0;
      await each("restore", chosen, async (note) => {
        const done = await restoreOne(note).catch(() => "failed" as const);
        if (done === "failed") failures += 1;
        else if (done !== undefined) undo.push(done);
        return true;
      });
      return { undo, failed: failures };
    },
    async undo(restored) {
      let count = 0;
      await each("undo", restored, async ({ noteId, key, wasDeleted }) => {
        const former = key === undefined ? ok(undefined) : await history.restore(noteId, key);
        const done = former.ok && wasDeleted ? await deps.notes.remove(noteId) : former;
        if (done.ok) count += 1;
        return true;
      });
      return count;
    },
    cancel() {
      current += 1;
      const { work } = store.getState();
      store.setState({ work: undefined, ...(work?.kind === "fetch" ? { missing: "stopped" } : {}) });
    },
    close() {
      current += 1;
      store.setState(EMPTY);
    },
  };
}

type Day = { readonly atMs: number; readonly rows: Map<string, Row> };

/** `note` is undefined if the note is locked. `packIds`: packs that must be read to know its text of that day. */
type Row = { readonly note: PastNote | undefined; readonly packIds: readonly string[] };

function toShown(rows: ReadonlyMap<string, Row>): Pick<PastState, "notes" | "locked"> {
  const notes = [...rows.values()].flatMap(({ note }) => note ?? []);
  return {
    notes: notes.sort((a, b) => b.atMs - a.atMs || (a.noteId < b.noteId ? -1 : 1)),
    locked: [...rows.values()].filter(({ note }) => note === undefined).length,
  };
}

function toVoid<Problem>(result: Result<unknown, Problem>): Result<void, Problem> {
  return result.ok ? ok(undefined) : result;
}

type At = { readonly atMs: number; readonly folderOf: (folderId: string | null) => string | null };

async function readRow({ library, open }: PastDeps, light: LightNote, { atMs, folderOf }: At): Promise<Result<Row, StoreProblem>> {
  const { id: noteId, mtime, title, preview } = light;
  const isSame = wasThere(light, atMs) === "same";
  const common = { noteId, folder: folderOf(light.folderId) };
  const isReadable = !light.isEncrypted && !library.index.isHidden(noteId);
  if (isSame && isReadable)
    return ok({ note: { ...common, key: CURRENT_VERSION, title, preview, atMs: mtime, since: "same" }, packIds: [] });
  const [entities, kept] = await Promise.all([library.store.readEntities([noteId]), library.store.readVersions(noteId)]);
  if (!entities.ok) return entities;
  if (!kept.ok) return kept;
  const versions = kept.value;
  const note = entities.value.get(noteId);
  if (note?.kind !== "note") return ok({ note: undefined, packIds: [] });
  const { packIds, isWrittenSince } = isSame
    ? { packIds: [], isWrittenSince: false }
    : missingOfMoment(library.index, { noteId, versions }, atMs);
  const version = isSame ? note : versionAt(note, versions, { atMs, isWrittenSince });
  const opened = library.index.isHidden(noteId) ? undefined : await open(version);
  if (opened === undefined) return ok({ note: undefined, packIds: [] });
  const row: PastNote = {
    ...common,
    key: version === note ? CURRENT_VERSION : toKeptVersion(version).key,
    title: opened.title,
    preview: previewOf(opened.content, NOTE.previewStoredChars),
    atMs: version.mtime,
    since: !isAlive(note) ? "deleted" : version === note && packIds.length === 0 ? "same" : "changed",
    ...(packIds.length > 0 ? { isInDrive: true, preview: "" } : {}),
  };
  return ok({ note: row, packIds });
}

function folderNames({ index }: Library): At["folderOf"] {
  const folders = foldersById([...index.entities.values()]);
  return (folderId) => (folderId === null ? null : (folders.get(followFolder(folderId, folders))?.name ?? null));
}

async function readVersion({ store }: Library, noteId: string, key: string): Promise<Result<NoteEntity | undefined, StoreProblem>> {
  if (key === CURRENT_VERSION) {
    const entities = await store.readEntities([noteId]);
    const note = entities.ok ? entities.value.get(noteId) : undefined;
    return entities.ok ? ok(note?.kind === "note" ? note : undefined) : entities;
  }
  const versions = await store.readVersions(noteId);
  return versions.ok ? ok(versions.value.find((version) => version.key === key)?.note) : versions;
}

/**
 * Finds a note's text at a moment: the last version written by then; if the first writes were kept as one version, that one. A delete makes
 * no version (decision 0027), so a deleted note had the text that it was deleted with, unless a later version says otherwise. Decision
 * 0036. Pure. Returns undefined if the note did not exist or was in the trash, and "read" if its versions must be read.
 */
function wasThere(note: Pick<LightNote, "createdAt" | "mtime" | "alive" | "purged">, atMs: number): "same" | "read" | undefined {
  if (isPurged(note) || note.createdAt > atMs) return undefined;
  if (note.mtime > atMs) return "read";
  return isAlive(note) ? "same" : undefined;
}

/** `isWrittenSince`: a later version exists that is not in `former`. */
function versionAt(
  current: NoteEntity,
  former: readonly KeptVersion[],
  { atMs, isWrittenSince = false }: { readonly atMs: number; readonly isWrittenSince?: boolean },
): NoteEntity {
  const versions = former.map(({ note }) => note).sort((a, b) => a.mtime - b.mtime);
  const then = versions.findLast(({ mtime }) => mtime <= atMs);
  if (!isAlive(current) && !isWrittenSince && versions.every(({ mtime }) => mtime <= atMs)) return current;
  return then ?? versions[0] ?? current;
}
