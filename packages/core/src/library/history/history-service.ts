/**
 * History of one note: lists, reads, compares and restores its versions. Which versions are stored: ../index/versions-of-write.ts. Decision
 * 0027.
 */
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { isContained, labelOf } from "../../model/entities/version-vector.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Library } from "../index/library-service.ts";
import { isKeptBeside } from "../index/versions-of-write.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
import { type Comparison, compareTexts } from "./compare-texts.ts";
import { earlierOf } from "./earlier-versions.ts";
import { CURRENT_VERSION, type FetchEarlier, type HistoryProblem, type HistoryService, type VersionRow } from "./history-service-types.ts";

export type HistoryDeps = {
  readonly library: Pick<Library, "store" | "index">;
  readonly notes: Pick<NotesService, "open" | "save" | "create">;
  /** Returns the opened note; undefined if it is locked or damaged. */
  readonly open: (note: NoteEntity) => Promise<NoteEntity | undefined>;
  /** Absent without a drive. */
  readonly fetchEarlier?: FetchEarlier | undefined;
  /** `compareTexts` in a worker; runs in this thread if absent. */
  readonly compare?: (before: NoteDraft, after: NoteDraft) => Promise<Comparison>;
};

type Held = { readonly noteId: string; readonly versions: readonly KeptVersion[] };

type Version = { readonly key: string; readonly note: NoteEntity };

/** Number of rows whose size of change is counted. */
const COUNTED = 50;

const NOTHING: NoteDraft = { title: "", content: "" };

export function createHistoryService({
  library,
  notes,
  open,
  compare = compareHere,
  fetchEarlier = nothingToFetch,
}: HistoryDeps): HistoryService {
  // Versions of the open note as stored; sealed ones stay sealed. Versions are immutable, so the cache is valid until one is added.
  let held: Held | undefined;
  const formerOfNote = async (noteId: string, isListed: boolean): Promise<Result<readonly KeptVersion[], StoreProblem>> => {
    if (isListed && held?.noteId === noteId) return ok(held.versions);
    const read = await library.store.readVersions(noteId);
    held = read.ok ? { noteId, versions: [...read.value].sort(newestFirst) } : undefined;
    return held === undefined ? read : ok(held.versions);
  };
  /** `isListed`: use the versions of the last listing. */
  const load = async (noteId: string, isListed: boolean): Promise<Result<readonly Version[], HistoryProblem>> => {
    const [entities, kept] = await Promise.all([library.store.readEntities([noteId]), formerOfNote(noteId, isListed)]);
    if (!entities.ok) return entities;
    if (!kept.ok) return kept;
    const current = entities.value.get(noteId);
    if (current?.kind !== "note" || !isAlive(current)) return failed({ kind: "not-found" });
    if (library.index.isHidden(noteId)) return failed({ kind: "sensitive-locked" });
    const former = kept.value.filter(({ key, note }) => key !== toKeptVersion(current).key && isKeptBeside(note, current));
    return ok([{ key: CURRENT_VERSION, note: current }, ...former]);
  };
  const openWhole = async (note: NoteEntity): Promise<Result<NoteEntity, HistoryProblem>> => {
    const opened = await open(note);
    return opened === undefined ? failed({ kind: "sensitive-locked" }) : ok(opened);
  };
  const openOne = async (note: NoteEntity): Promise<Result<NoteDraft, HistoryProblem>> => {
    const opened = await openWhole(note);
    return opened.ok ? ok({ title: opened.value.title, content: opened.value.content }) : opened;
  };
  const find = async (noteId: string, key: string): Promise<Result<{ versions: readonly Version[]; at: number }, HistoryProblem>> => {
    for (const isListed of [true, false]) {
      const versions = await load(noteId, isListed);
      if (!versions.ok) return versions;
      const at = versions.value.findIndex((one) => one.key === key);
      if (at !== -1) return ok({ versions: versions.value, at });
    }
    return failed({ kind: "not-found" });
  };
  const read = async (noteId: string, key: string): Promise<Result<NoteDraft, HistoryProblem>> => {
    const found = await find(noteId, key);
    return found.ok ? openOne((found.value.versions[found.value.at] as Version).note) : found;
  };
  const compareAt = async (versions: readonly Version[], at: number): Promise<Result<Comparison, HistoryProblem>> => {
    const version = versions[at];
    if (version === undefined) return failed({ kind: "not-found" });
    const text = await openOne(version.note);
    if (!text.ok) return text;
    const before = formerOf(version, versions.slice(at + 1));
    const former = before === undefined ? ok(NOTHING) : await openOne(before.note);
    return former.ok ? ok(await compare(former.value, text.value)) : former;
  };
  return {
    fetchEarlier,
    async earlier(noteId) {
      const versions = await formerOfNote(noteId, true);
      return earlierOf(library.index, { noteId, versions: versions.ok ? versions.value : [] });
    },
    async list(noteId) {
      const versions = await load(noteId, false);
      return versions.ok ? ok(versions.value.map(toRow)) : versions;
    },
    read,
    async compare(noteId, key) {
      const found = await find(noteId, key);
      return found.ok ? compareAt(found.value.versions, found.value.at) : found;
    },
    async *count(noteId) {
      const versions = await load(noteId, true);
      if (!versions.ok) return;
      for (const [at, { key }] of versions.value.slice(0, COUNTED).entries()) {
        const compared = await compareAt(versions.value, at);
        if (compared.ok) yield [key, { added: compared.value.added, removed: compared.value.removed }] as const;
      }
    },
    close() {
      held = undefined;
    },
    async restore(noteId, key) {
      const text = await read(noteId, key);
      if (!text.ok) return text;
      const opened = await notes.open(noteId);
      if (!opened.ok) return opened;
      const saved = await notes.save(noteId, text.value, { seen: { vv: opened.value.vv, keepsFormer: true } });
      return saved.ok ? ok(undefined) : saved;
    },
    async copy(noteId, key, title) {
      const found = await find(noteId, key);
      if (!found.ok) return found;
      const opened = await openWhole((found.value.versions[found.value.at] as Version).note);
      if (!opened.ok) return opened;
      const { content, tags } = opened.value;
      const light = library.index.entities.get(noteId);
      const folderId = light?.kind === "note" ? light.folderId : null;
      const made = await notes.create({ title: title(opened.value.title), content }, folderId, { tags });
      return made.ok ? ok(made.value.noteId) : made;
    },
  };
}

async function nothingToFetch(): ReturnType<FetchEarlier> {
  return "complete";
}

async function compareHere(before: NoteDraft, after: NoteDraft): Promise<Comparison> {
  return compareTexts(before, after);
}

/** Returns the newest version that this one was based on, otherwise the previous one in time. */
function formerOf({ note }: Version, older: readonly Version[]): Version | undefined {
  return older.find((one) => isContained(one.note.vv, note.vv)) ?? older[0];
}

function toRow({ key, note }: Version): VersionRow {
  const devices = [...new Set(Object.keys(note.alive).map(labelOf))];
  return {
    key,
    atMs: note.mtime,
    deviceId: devices.length === 1 ? devices[0] : undefined,
    isCurrent: key === CURRENT_VERSION,
    isSealed: note.sealed !== undefined,
  };
}

function newestFirst(a: Version, b: Version): number {
  return b.note.mtime - a.note.mtime || (a.key < b.key ? 1 : -1);
}
