/** Writes chunks (note-chunks.ts), and moves notes out of them into rows. Loaded with the database. Decision 0038. */
import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Writes } from "@satchel/core/ports/device/local-store.ts";
import { unwrap } from "idb";
import { answersOf } from "../databases/idb-problems.ts";
import { type ContentRow, type NoteChunk, type NoteRow, type TextChunk, toContentRow, toRow } from "../rows/note-rows.ts";
import type { PlacedBases } from "./cloud-bases.ts";
import type { Shown } from "./cloud-seen.ts";
import type { Transaction } from "./cloud-transaction.ts";
import { rangeOf } from "./note-chunks.ts";

export type ChunkLimits = {
  /** With fewer notes in one write, rows are as fast. */
  readonly leastNotes: number;
  readonly maxNotes: number;
  readonly maxChars: number;
  /** A longer note gets rows, because it would be read each time any note of its chunk is opened. */
  readonly maxNoteChars: number;
  /** From this many changed notes per chunk, rewriting the chunk is faster than writing one row per note. */
  readonly leastRewritten: number;
};
const CHUNKS: ChunkLimits = { leastNotes: 50, maxNotes: 100, maxChars: 400_000, maxNoteChars: 40_000, leastRewritten: 20 };

/** A note with its text and files, all from the same write. */
type WholeNote = { readonly row: NoteRow; readonly text: ContentRow; readonly files: readonly RemoteFile[] };

function toChunks(notes: readonly WholeNote[], { maxNotes, maxChars }: ChunkLimits): readonly (readonly WholeNote[])[] {
  const chunks: WholeNote[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const note of notes) {
    const last = chunks.at(-1);
    chars += note.row.contentChars;
    if (last !== undefined && last.length < maxNotes && chars <= maxChars) last.push(note);
    else {
      chunks.push([note]);
      chars = note.row.contentChars;
    }
  }
  return chunks;
}

function toNoteChunk(chunk: number, rows: readonly NoteRow[], files: readonly RemoteFile[]): NoteChunk {
  return {
    chunk,
    ids: rows.map(({ noteId }) => noteId),
    fileIds: files.map(({ fileId }) => fileId),
    newest: rows.reduce((newest, { lastModified }) => Math.max(newest, lastModified), 0),
    rows,
    files,
  };
}

type Storing = { readonly shown: Shown; readonly bases: PlacedBases; readonly nowMs: number; readonly limits?: ChunkLimits | undefined };
type Candidate = { readonly note: NoteEntity; readonly whole: WholeNote };

/**
 * Writes about a few notes of a chunk move them into rows; writes about many change them in their chunks. Many new notes at once get
 * chunks. Returns the parts of the write that are stored in chunks afterwards: notes, files, and rows that lose their mark.
 */
export async function storeInChunks(transaction: Transaction, writes: Writes, storing: Storing): Promise<ReadonlySet<unknown>> {
  const { limits = CHUNKS } = storing;
  const changed = await changeChunks(transaction, writes, { ...storing, limits });
  const candidates = newNotes(writes, storing);
  if (candidates.length < limits.leastNotes) return changed;
  const wholes = candidates.map(({ whole }) => whole);
  const added = await addChunks(transaction, wholes, limits);
  return new Set([...changed, ...candidates.flatMap(({ note, whole }) => (added.has(note.id) ? [note, ...whole.files] : []))]);
}

/** Notes that are new to this database and may go into chunks. Uses what the same transaction has read. */
function newNotes({ entities = [], remote = [], forgetRemote = [] }: Writes, { shown, bases, nowMs }: Storing): readonly Candidate[] {
  const last = new Map(entities.map((entity) => [entity.id, entity]));
  const isOnce = last.size === entities.length;
  const isNew = (entity: Entity): entity is NoteEntity =>
    entity.kind === "note" && shown.asked.has(entity.id) && !shown.stored.has(entity.id);
  if (!isOnce) return [];
  const forgotten = new Set(forgetRemote);
  const filesById = new Map<string, WholeNote["files"][number][]>();
  for (const file of new Map(remote.map((one) => [one.fileId, one])).values()) {
    const rows = shown.seen.remoteOf.get(file.id);
    const hasRow = rows === undefined || rows.some(({ fileId }) => fileId === file.fileId);
    if (hasRow || forgotten.has(file.fileId)) continue;
    filesById.set(file.id, [...(filesById.get(file.id) ?? []), file]);
  }
  return entities.filter(isNew).map((note) => ({
    note,
    whole: { row: toRow(note, nowMs, bases.standing.has(note)) as NoteRow, text: toContentRow(note), files: filesById.get(note.id) ?? [] },
  }));
}

async function changeChunks(
  transaction: Transaction,
  writes: Writes,
  { shown: { chunks: reader }, bases, nowMs, limits }: Storing & { readonly limits: ChunkLimits },
): Promise<ReadonlySet<unknown>> {
  const { entities = [], remote = [], forgetRemote = [], bases: given = [], forgetBases = [] } = writes;
  const notes = await reader.find([...entities, ...remote, ...given, ...forgetBases].map(({ id }) => id));
  const keys = new Map([...notes, ...(await reader.findFiles(forgetRemote))]);
  if (keys.size === 0) return new Set();
  const change = toChange(writes, (entity) => toRow(entity, nowMs, bases.standing.has(entity)) as NoteRow, bases);
  const many = manyIn(notes, limits);
  const withRows = await keysOfRows(
    transaction,
    [...notes].flatMap(([id, key]) => (many.has(key) ? [id] : [])),
  );
  const changed = new Set<unknown>();
  for (const key of new Set(keys.values())) {
    const chunk = await reader.chunk(key);
    if (chunk === undefined) continue;
    const whole = { key, chunk, texts: await reader.texts(key) };
    const next = many.has(key) && !chunk.ids.some((id) => withRows.has(id)) ? rewritten(whole, change, limits) : undefined;
    if (next === undefined) await moveOut(transaction, whole, new Set(keys.keys()));
    else for (const one of putChunk(transaction, next)) changed.add(one);
  }
  return changed;
}

/** Chunks with so many written notes that rewriting them is faster. */
function manyIn(keys: ReadonlyMap<string, number>, { leastRewritten }: ChunkLimits): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const key of keys.values()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set([...counts].flatMap(([key, count]) => (count >= leastRewritten ? [key] : [])));
}

type Change = {
  /** The written note with its row; undefined if it may not stay in a chunk. */
  readonly written: ReadonlyMap<string, { readonly note: NoteEntity; readonly row: NoteRow } | undefined>;
  /** Rows that lose their base mark. */
  readonly unmarked: ReadonlyMap<string, NoteRow>;
  /** Files that get a row, or are forgotten. */
  readonly fileIds: ReadonlySet<string>;
};

function toChange(
  { entities = [], remote = [], forgetRemote = [] }: Writes,
  rowOf: (note: NoteEntity) => NoteRow,
  { unmarked }: PlacedBases,
): Change {
  const written = new Map<string, { readonly note: NoteEntity; readonly row: NoteRow } | undefined>();
  for (const entity of entities) {
    const isPlain = entity.kind === "note" && !entity.isEncrypted && entity.sealed === undefined && !written.has(entity.id);
    written.set(entity.id, isPlain ? { note: entity, row: rowOf(entity) } : undefined);
  }
  return {
    written,
    unmarked: new Map(unmarked.flatMap((row) => (row.kind === "note" ? [[row.noteId, row] as const] : []))),
    fileIds: new Set([...remote.map(({ fileId }) => fileId), ...forgetRemote]),
  };
}

type Rewritten = {
  readonly notes: NoteChunk | undefined;
  readonly texts: TextChunk | undefined;
  readonly changed: readonly unknown[];
};

/** The chunk with its changes; undefined if its notes must move into rows. Written files are in rows afterwards. */
function rewritten({ key, chunk, texts }: Whole, { written, unmarked, fileIds }: Change, limits: ChunkLimits): Rewritten | undefined {
  const changes = chunk.ids.flatMap((id) => (written.has(id) ? [written.get(id)] : []));
  const isWhole = changes.length === 0 || chunk.rows.every(({ noteId, contentChars }) => texts.has(noteId) || contentChars === 0);
  const rows = chunk.rows.map((row) => written.get(row.noteId)?.row ?? unmarked.get(row.noteId) ?? row);
  const chars = rows.reduce((sum, { contentChars }) => sum + contentChars, 0);
  const fits = changes.every((one) => one !== undefined && one.row.contentChars <= limits.maxNoteChars);
  if (!isWhole || !fits || chars > Math.max(limits.maxChars, ...chunk.rows.map(({ contentChars }) => contentChars))) return undefined;
  const files = chunk.files.filter(({ fileId }) => !fileIds.has(fileId));
  const others = changes.flatMap((one) => (one === undefined || texts.get(one.note.id)?.content === one.note.content ? [] : [one.note]));
  const nextTexts = new Map([...texts, ...others.map((note) => [note.id, toContentRow(note)] as const)]);
  const isSame = files.length === chunk.files.length && rows.every((row, at) => row === chunk.rows[at]);
  return {
    notes: isSame ? undefined : toNoteChunk(key, rows, files),
    texts: others.length === 0 ? undefined : { chunk: key, texts: rows.flatMap(({ noteId }) => nextTexts.get(noteId) ?? []) },
    changed: [...changes.map((one) => one?.note), ...rows],
  };
}

/** Single requests are not awaited: the first failure ends the transaction. */
function putChunk(transaction: Transaction, { notes, texts, changed }: Rewritten): readonly unknown[] {
  if (notes !== undefined) unwrap(transaction.objectStore(CHUNK_STORES.notes)).put(notes);
  if (texts !== undefined) unwrap(transaction.objectStore(CHUNK_STORES.texts)).put(texts);
  return changed;
}

type Whole = { readonly key: number; readonly chunk: NoteChunk; readonly texts: ReadonlyMap<string, ContentRow> };

export async function moveOut(transaction: Transaction, { key, chunk, texts }: Whole, wanted: ReadonlySet<string>): Promise<void> {
  const filesOf = new Set(chunk.files.filter(({ fileId }) => wanted.has(fileId)).map(({ id }) => id));
  const isMoved = (id: string): boolean => wanted.has(id) || filesOf.has(id);
  const moved = chunk.rows.filter(({ noteId }) => isMoved(noteId));
  await addRows(transaction, moved, { texts, files: chunk.files.filter(({ id }) => isMoved(id)) });
  const rows = chunk.rows.filter(({ noteId }) => !isMoved(noteId));
  const [notes, contents] = [transaction.objectStore(CHUNK_STORES.notes), transaction.objectStore(CHUNK_STORES.texts)];
  if (rows.length === 0) return void (await Promise.all([notes.delete(key), contents.delete(key)]));
  const left = toNoteChunk(
    key,
    rows,
    chunk.files.filter(({ id }) => !isMoved(id)),
  );
  const texted = { chunk: key, texts: rows.flatMap(({ noteId }) => texts.get(noteId) ?? []) };
  // A chunk without texts stays without: the drive is asked for its notes.
  await Promise.all([notes.put(left), texted.texts.length === 0 ? contents.delete(key) : contents.put(texted)]);
}

/** A row that already exists is from a later write. */
async function addRows(
  transaction: Transaction,
  rows: readonly NoteRow[],
  { texts, files }: { readonly texts: ReadonlyMap<string, ContentRow>; readonly files: readonly RemoteFile[] },
): Promise<void> {
  const [notes, remote] = [transaction.objectStore(DB.notes), transaction.objectStore(DB.remote)];
  await Promise.all([
    ...rows.map(async (row) => {
      if ((await notes.getKey(row.noteId)) !== undefined) return;
      const text = texts.get(row.noteId);
      await Promise.all([notes.put(row), text === undefined ? undefined : transaction.objectStore(DB.contents).put(text)]);
    }),
    ...files.map(async (file) => {
      if ((await remote.getKey(file.fileId)) === undefined) await remote.put(file);
    }),
  ]);
}

/** Puts new notes into chunks and returns their ids; the rest gets rows. */
async function addChunks(transaction: Transaction, notes: readonly WholeNote[], limits: ChunkLimits): Promise<ReadonlySet<string>> {
  const short = notes.filter(({ row }) => row.contentChars <= limits.maxNoteChars);
  const fresh = short.length < limits.leastNotes ? [] : await withoutRows(transaction, short);
  if (fresh.length < limits.leastNotes) return new Set();
  const [light, texts] = [transaction.objectStore(CHUNK_STORES.notes), transaction.objectStore(CHUNK_STORES.texts)];
  let key = (await light.openKeyCursor(null, "prev"))?.key ?? 0;
  for (const chunk of toChunks(fresh, limits)) {
    key += 1;
    const rows = chunk.map(({ row }) => row);
    const files = chunk.flatMap((note) => note.files);
    // Single requests are not awaited: the first failure ends the transaction.
    unwrap(light).put(toNoteChunk(key, rows, files));
    unwrap(texts).put({ chunk: key, texts: chunk.map(({ text }) => text) });
  }
  return new Set(fresh.map(({ row }) => row.noteId));
}

/** Existing rows are excluded even if unreadable: the write replaces them. */
async function withoutRows(transaction: Transaction, notes: readonly WholeNote[]): Promise<readonly WholeNote[]> {
  const keys = await keysOfRows(
    transaction,
    notes.map(({ row }) => row.noteId),
  );
  return notes.filter(({ row }) => !keys.has(row.noteId));
}

async function keysOfRows(transaction: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const store = transaction.objectStore(DB.notes);
  const among = ids.length === 0 ? 0 : await store.count(rangeOf(ids));
  if (among === 0) return new Set();
  if (among <= ids.length) return new Set(await store.getAllKeys(rangeOf(ids)));
  const keys = await answersOf(ids.map((id) => unwrap(store).getKey(id)));
  return new Set(keys.flatMap((key) => (typeof key === "string" ? [key] : [])));
}
