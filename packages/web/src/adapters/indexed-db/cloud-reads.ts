/** Reading in one transaction what a plan asks for. Many ids are first asked whether they are there at all. */
import { isStoredAttachment, isStoredBase, isStoredFile } from "@satchel/core/library/index/stored-rows.ts";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Base, Reads, Seen, SyncMeta } from "@satchel/core/ports/local-store.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { versionRuns } from "./lazy-version-runs.ts";
import { type ContentRow, type EntityRow, type NoteRow, possibleKeys, readEntity } from "./note-rows.ts";

/** Above so many: a new device asks for thousands that are not there. */
const BULK_READ = 200;
/** Above so many entities they are read as one stretch of the store, if there is little else in it. */
const STRETCH_READ = 50;
const STRETCH_SPARE = 2;

/** What the plan is shown, and how it is on the disk. */
export type Shown = {
  readonly seen: Seen;
  /** By id: what was read for entities and bases. */
  readonly stored: ReadonlyMap<string, Stored>;
  /** Bases that are apart, by entity id. */
  readonly apart: ReadonlyMap<string, readonly Base[]>;
};

export type Stored = { readonly entity: Entity; readonly row: EntityRow };

export async function see(
  transaction: Transaction,
  { entities = [], remoteOf = [], basesOf = [], creating = [], attachments = [], versionsOf = [] }: Reads,
): Promise<Shown> {
  const [meta, stored, files, apart, reserved, kept, versions] = await Promise.all([
    transaction.objectStore(DB.meta).get(META_KEY),
    readStored(transaction, [...new Set([...entities, ...basesOf])]),
    readRemote(transaction, remoteOf),
    readBasesOf(transaction, basesOf),
    Promise.all(creating.map((id) => transaction.objectStore(DB.creating).get(id))),
    Promise.all(attachments.map((id) => transaction.objectStore(DB.attachments).get(id))),
    Promise.all(versionsOf.map(async (id) => [id, (await versionRuns.loaded()?.readVersionsOf(transaction as never, id)) ?? []] as const)),
  ]);
  const seen: Seen = {
    meta: meta as SyncMeta,
    entities: new Map(entities.flatMap((id) => toPair(id, stored.get(id)?.entity))),
    remoteOf: files,
    basesOf: new Map(basesOf.map((id) => [id, withStanding(apart.get(id) ?? [], stored.get(id))])),
    creating: new Map(reserved.flatMap((row) => (row === undefined ? [] : [[row.id, row.fileId] as const]))),
    attachments: new Map(kept.flatMap((row) => (row !== undefined && isStoredAttachment(row) ? [[row.id, row] as const] : []))),
    versionsOf: new Map(versions),
  };
  return { seen, stored, apart };
}

/** All bases of an entity: those that are apart, and itself where its row is marked. */
export function withStanding(apart: readonly Base[], stored: Stored | undefined): readonly Base[] {
  if (stored?.row.isBase !== true) return apart;
  const own = toBase(stored.entity);
  return apart.some(({ vvKey }) => vvKey === own.vvKey) ? apart : [...apart, own];
}

export async function readOne(transaction: Transaction, id: string): Promise<Stored | undefined> {
  const notes = transaction.objectStore(DB.notes);
  const [rows, text] = await Promise.all([
    Promise.all(possibleKeys(id).map((key) => notes.get(key))),
    transaction.objectStore(DB.contents).get(id),
  ]);
  const row = rows.find((candidate) => candidate !== undefined);
  return row === undefined ? undefined : toStored(row, text);
}

export async function readStored(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const stretch = ids.length <= STRETCH_READ ? undefined : await readStretch(transaction, ids);
  const others = stretch === undefined ? ids : ids.filter((id) => !stretch.has(id));
  const there = stretch === undefined && ids.length <= BULK_READ ? ids : await pickStored(transaction, others);
  const found = await Promise.all(there.map((id) => readOne(transaction, id)));
  return new Map([...(stretch ?? []), ...there.flatMap((id, at) => toPair(id, found[at]))]);
}

/** Notes that are side by side: one request for all rows and one for all texts take a tenth of three for each. Undefined: there is too much between them. */
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

/** Rows of notes without their texts; folders are none. */
export async function readNoteRows(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, NoteRow>> {
  const notes = transaction.objectStore(DB.notes);
  const range = ids.length > STRETCH_READ ? rangeOf(ids) : undefined;
  const isStretch = range !== undefined && (await areClose(transaction, ids, range));
  const rows = isStretch ? await notes.getAll(range) : await Promise.all(ids.map((id) => notes.get(id)));
  return new Map(rows.flatMap((row) => (row?.kind === "note" ? [[row.noteId, row] as const] : [])));
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

function toPair<Value>(id: string, value: Value | undefined): readonly (readonly [string, Value])[] {
  return value === undefined ? [] : [[id, value]];
}

async function readBasesOf(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Base[]>> {
  const store = transaction.objectStore(DB.bases);
  const readOne = async (id: string) => [id, (await store.index("id").getAll(id)).filter(isStoredBase)] as const;
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(readOne)));
  const { lower, upper } = rangeOf(ids);
  // An array sorts behind every text: all versions of the last id are in.
  const keys = await store.getAllKeys(IDBKeyRange.bound([lower], [upper, []]));
  const there = new Set(keys.map(([id]) => id));
  const nothing = ids.filter((id) => !there.has(id)).map((id) => [id, []] as const);
  return new Map<string, readonly Base[]>([...nothing, ...(await Promise.all(ids.filter((id) => there.has(id)).map(readOne)))]);
}

/** Ids begin with a time, so those of one page or pack are close together. */
function rangeOf(keys: readonly string[]): IDBKeyRange {
  let [lowest = "", highest = ""] = [keys[0], keys[0]];
  for (const key of keys) {
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  return IDBKeyRange.bound(lowest, highest);
}

async function readRemote(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RemoteFile[]>> {
  const store = transaction.objectStore(DB.remote);
  const readOne = async (id: string) => [id, (await store.index("id").getAll(id)).filter(isStoredFile)] as const;
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(readOne)));
  const files = new Map<string, RemoteFile[]>(ids.map((id) => [id, []]));
  for (const file of await store.index("id").getAll(rangeOf(ids))) if (isStoredFile(file)) files.get(file.id)?.push(file);
  return files;
}

/** About twenty milliseconds of unpacking. */
const PIECE = 2500;

type Source<Row> = { getAll(range: IDBKeyRange | null, count: number): Promise<readonly Row[]> };

/**
 * Reading a whole store in pieces: while one is unpacked on the page's thread the browser reads the next, and no task is as long as the store.
 * In the order of their keys.
 */
export async function readPieces<Row, Read>(
  source: Source<Row>,
  keyOf: (row: Row) => string,
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
    after = IDBKeyRange.lowerBound(keyOf(last), true);
  }
}
