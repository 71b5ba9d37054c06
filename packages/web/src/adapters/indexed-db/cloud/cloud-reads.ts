/** Reads notes from rows or chunks. If there are many ids, it first checks whether any exist. */

import { toBase } from "@satchel/core/merge/bases.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base } from "@satchel/core/ports/device/local-store.ts";
import { type ContentRow, type EntityRow, type NoteRow, possibleKeys, readEntity } from "../rows/note-rows.ts";
import type { Transaction } from "./cloud-transaction.ts";
import { ChunkReader, rangeOf, toPair } from "./note-chunks.ts";

/** Above this number of ids, existence is checked first: a new device asks for thousands that do not exist. */
export const BULK_READ = 200;
/** Above this number of entities, reads one range of the store if it holds little else. */
const STRETCH_READ = 50;
const STRETCH_SPARE = 2;

export type Stored = { readonly entity: Entity; readonly row: EntityRow };

/** All bases of an entity: the separate ones, and itself if its row is marked. */
export function withStanding(apart: readonly Base[], stored: Stored | undefined): readonly Base[] {
  if (stored?.row.isBase !== true) return apart;
  const own = toBase(stored.entity);
  return apart.some(({ vvKey }) => vvKey === own.vvKey) ? apart : [...apart, own];
}

async function readOne(transaction: Transaction, id: string): Promise<Stored | undefined> {
  const notes = transaction.objectStore(DB.notes);
  const [rows, text] = await Promise.all([
    Promise.all(possibleKeys(id).map((key) => notes.get(key))),
    transaction.objectStore(DB.contents).get(id),
  ]);
  const row = rows.find((candidate) => candidate !== undefined);
  return row === undefined ? undefined : toStored(row, text);
}

/** Reads notes that have no row. */
async function readChunked(ids: readonly string[], chunks: ChunkReader): Promise<ReadonlyMap<string, Stored>> {
  const keys = await chunks.find(ids);
  const found = new Map<string, Stored>();
  for (const key of new Set(keys.values())) {
    const [chunk, texts] = await Promise.all([chunks.chunk(key), chunks.texts(key)]);
    for (const row of chunk?.rows ?? []) {
      const stored = keys.get(row.noteId) === key ? toStored(row, texts.get(row.noteId)) : undefined;
      if (stored !== undefined) found.set(row.noteId, stored);
    }
  }
  return found;
}

export async function readStored(
  transaction: Transaction,
  ids: readonly string[],
  chunks: ChunkReader = new ChunkReader(transaction),
): Promise<ReadonlyMap<string, Stored>> {
  const inRows = await readInRows(transaction, ids);
  const chunked = await readChunked(
    ids.filter((id) => !inRows.has(id)),
    chunks,
  );
  return chunked.size === 0 ? inRows : new Map([...inRows, ...chunked]);
}

async function readInRows(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const stretch = ids.length <= STRETCH_READ ? undefined : await readStretch(transaction, ids);
  const others = stretch === undefined ? ids : ids.filter((id) => !stretch.has(id));
  const there = stretch === undefined && ids.length <= BULK_READ ? ids : await pickStored(transaction, others);
  const found = await Promise.all(there.map((id) => readOne(transaction, id)));
  return new Map([...(stretch ?? []), ...there.flatMap((id, at) => toPair(id, found[at]))]);
}

/**
 * Reads adjacent notes: one request for all rows and one for all texts take a tenth of the time. Returns undefined if there are too many
 * others between them.
 */
async function readStretch(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Stored> | undefined> {
  const range = rangeOf(ids);
  if (!(await areClose(transaction, ids, range))) return undefined;
  const [rows, texts] = await Promise.all([
    transaction.objectStore(DB.notes).getAll(range),
    transaction.objectStore(DB.contents).getAll(range),
  ]);
  const wanted = new Set(ids);
  const textById = new Map(texts.map((text) => [text.noteId, text]));
  return new Map(
    rows.filter(({ noteId }) => wanted.has(noteId)).flatMap((row) => toPair(row.noteId, toStored(row, textById.get(row.noteId)))),
  );
}

function toStored(row: EntityRow, text: ContentRow | undefined): Stored | undefined {
  const entity = readEntity(row, text);
  return entity === undefined ? undefined : { row, entity };
}

/** Reads rows of notes, not of folders, without their texts. */
export async function readNoteRows(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, NoteRow>> {
  const notes = transaction.objectStore(DB.notes);
  const range = ids.length > STRETCH_READ ? rangeOf(ids) : undefined;
  const isStretch = range !== undefined && (await areClose(transaction, ids, range));
  const rows = isStretch ? await notes.getAll(range) : await Promise.all(ids.map((id) => notes.get(id)));
  const inRows = new Map(rows.flatMap((row) => (row?.kind === "note" ? [[row.noteId, row] as const] : [])));
  const reader = new ChunkReader(transaction);
  const keys = await reader.find(ids.filter((id) => !inRows.has(id)));
  const chunks = await Promise.all([...new Set(keys.values())].map((key) => reader.chunk(key)));
  const chunked = chunks.flatMap((chunk) => chunk?.rows ?? []).filter(({ noteId }) => keys.has(noteId));
  return new Map([...inRows, ...chunked.map((row) => [row.noteId, row] as const)]);
}

async function areClose(transaction: Transaction, ids: readonly string[], range: IDBKeyRange): Promise<boolean> {
  return (await transaction.objectStore(DB.notes).count(range)) <= ids.length * STRETCH_SPARE;
}

async function pickStored(transaction: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const notes = transaction.objectStore(DB.notes);
  if (ids.length === 0) return [];
  const keys = ids.map(possibleKeys);
  const ranges = keys[0]?.map((_, at) => rangeOf(keys.map((ofOne) => ofOne[at] ?? ""))) ?? [];
  const there = new Set((await Promise.all(ranges.map((range) => notes.getAllKeys(range)))).flat());
  return ids.filter((id) => possibleKeys(id).some((key) => there.has(key)));
}

/** Rows per piece; unpacking them takes about twenty milliseconds. */
const PIECE = 2500;

type Source<Row> = { readonly keyPath: unknown; getAll(range: IDBKeyRange | null, count: number): Promise<readonly Row[]> };

/** Reads a store in pieces, in the order of its inline keys. Requests the next piece while one is unpacked, so that no task is long. */
export async function readPieces<Row extends object, Read>(
  source: Source<Row>,
  toRead: (row: Row) => Read,
  count = PIECE,
): Promise<readonly Read[]> {
  const read: Read[] = [];
  let after: IDBKeyRange | null = null;
  for (;;) {
    const piece: readonly Row[] = await source.getAll(after, count);
    for (const row of piece) read.push(toRead(row));
    const last = piece.at(-1);
    if (last === undefined || piece.length < count) return read;
    after = IDBKeyRange.lowerBound(last[source.keyPath as keyof Row], true);
  }
}
