/**
 * Writing chunks of notes (note-chunks.ts): what of a write is stored in them, and how a note moves out of its chunk into rows. Loaded with the database.
 * Decision 0038.
 */
import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Writes } from "@satchel/core/ports/device/local-store.ts";
import { unwrap } from "idb";
import type { PlacedBases } from "./cloud-bases.ts";
import type { Shown } from "./cloud-seen.ts";
import type { Transaction } from "./cloud-transaction.ts";
import { type ChunkReader, rangeOf } from "./note-chunks.ts";
import { type ContentRow, type NoteChunk, type NoteRow, toContentRow, toRow } from "./note-rows.ts";

export type ChunkLimits = {
  /** For fewer notes in one write rows are as quick. */
  readonly leastNotes: number;
  readonly maxNotes: number;
  readonly maxChars: number;
  /** A longer note gets rows: each time that one of its chunk is opened, it would be read too. */
  readonly maxNoteChars: number;
};
const CHUNKS: ChunkLimits = { leastNotes: 50, maxNotes: 100, maxChars: 400_000, maxNoteChars: 40_000 };

/** A note with all that is written of it at once. */
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
 * What is written about notes in chunks gives them rows. What is new, many at once and as the drive has it gets into chunks: the notes and files that are
 * written then are answered.
 */
export async function storeInChunks(transaction: Transaction, writes: Writes, storing: Storing): Promise<ReadonlySet<unknown>> {
  await moveIntoRows(transaction, await touchedBy(writes, storing.shown.chunks));
  const { limits = CHUNKS } = storing;
  const candidates = newNotes(writes, storing);
  if (candidates.length < limits.leastNotes) return new Set();
  const wholes = candidates.map(({ whole }) => whole);
  const added = await addChunks(transaction, wholes, limits);
  return new Set(candidates.flatMap(({ note, whole }) => (added.has(note.id) ? [note, ...whole.files] : [])));
}

/** In the transaction that found nothing of them. */
function newNotes({ entities = [], remote = [], forgetRemote = [] }: Writes, { shown, bases, nowMs }: Storing): readonly Candidate[] {
  const last = new Map(entities.map((entity) => [entity.id, entity]));
  const isOnce = last.size === entities.length;
  const isNew = (entity: Entity): entity is NoteEntity =>
    entity.kind === "note" && bases.standing.has(entity) && shown.asked.has(entity.id) && !shown.stored.has(entity.id);
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
    whole: { row: toRow(note, nowMs, true) as NoteRow, text: toContentRow(note), files: filesById.get(note.id) ?? [] },
  }));
}

type Touched = {
  readonly reader: ChunkReader;
  /** Of chunks, by the notes and files in them that something is written about. */
  readonly keys: ReadonlyMap<string, number>;
};

async function touchedBy(writes: Writes, reader: ChunkReader): Promise<Touched> {
  const { entities = [], remote = [], forgetRemote = [], bases = [], forgetBases = [] } = writes;
  const notes = await reader.find([...entities, ...remote, ...bases, ...forgetBases].map(({ id }) => id));
  return { reader, keys: new Map([...notes, ...(await reader.findFiles(forgetRemote))]) };
}

/** Before something is written about these notes and files: they and all that belongs to them get rows of their own. */
async function moveIntoRows(transaction: Transaction, { reader, keys }: Touched): Promise<void> {
  const wanted = new Set(keys.keys());
  for (const key of new Set(keys.values())) {
    const chunk = await reader.chunk(key);
    if (chunk !== undefined) await moveOut(transaction, { key, chunk, texts: await reader.texts(key) }, wanted);
  }
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
  // One whose texts are gone stays without: the drive is asked for its notes.
  await Promise.all([notes.put(left), texted.texts.length === 0 ? contents.delete(key) : contents.put(texted)]);
}

/** A row that is there already is of a later write. */
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

/** Puts what is new on the disk into chunks, and answers which notes these are: the rest gets rows. */
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
    // No one waits for a single request: the first that fails ends the transaction.
    unwrap(light).put(toNoteChunk(key, rows, files));
    unwrap(texts).put({ chunk: key, texts: chunk.map(({ text }) => text) });
  }
  return new Set(fresh.map(({ row }) => row.noteId));
}

/** Also where a row cannot be read: what is written takes its place. */
async function withoutRows(transaction: Transaction, notes: readonly WholeNote[]): Promise<readonly WholeNote[]> {
  const store = transaction.objectStore(DB.notes);
  const ids = notes.map(({ row }) => row.noteId);
  if ((await store.count(rangeOf(ids))) === 0) return notes;
  const keys = await Promise.all(ids.map((id) => store.getKey(id)));
  return notes.filter((_note, at) => keys[at] === undefined);
}
