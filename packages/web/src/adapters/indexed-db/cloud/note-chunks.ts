/**
 * Many notes in one record: those that come at once are written as chunks, since a hundred notes as rows of their own take the browser ten times as long.
 * A note is in a chunk until something is written about it and a few others; then it moves into rows, and the rest of its chunk is written again, so that no
 * text stays behind. Where both have it, the row counts. Decision 0038.
 */
import { CHUNK_STORES, isStoredChunk } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import { unwrap } from "idb";
import { answersOf } from "../databases/idb-problems.ts";
import type { ContentRow, NoteChunk, NoteRow, TextChunk } from "../rows/note-rows.ts";
import type { Transaction } from "./cloud-transaction.ts";

/** What a transaction has read of chunks: each at most once. */
export class ChunkReader {
  readonly #transaction: Transaction;
  readonly #chunks = new Map<number, Promise<NoteChunk | undefined>>();
  readonly #texts = new Map<number, Promise<ReadonlyMap<string, ContentRow>>>();
  /** Key of the chunk by note id; undefined: it is in none. */
  readonly #found = new Map<string, number | undefined>();

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** Notes that are in chunks, with the keys of these. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const unknown = [...new Set(ids)].filter((id) => !this.#found.has(id));
    for (const [id, key] of await this.#look(unknown)) this.#found.set(id, key);
    return new Map(ids.flatMap((id) => toPair(id, this.#found.get(id))));
  }

  async #look(ids: readonly string[]): Promise<readonly (readonly [string, number | undefined])[]> {
    if (ids.length <= FEW) return this.#keysOf(ids);
    // A new device asks for thousands that are in none.
    if ((await this.#transaction.objectStore(CHUNK_STORES.notes).index("ids").count(rangeOf(ids))) === 0)
      return ids.map((id) => [id, undefined]);
    return this.#lookInChunks(ids);
  }

  /** What is written at once is mostly asked for at once: the chunk in which one of fifty is found has the others as well. */
  async #lookInChunks(ids: readonly string[]): Promise<readonly (readonly [string, number | undefined])[]> {
    const found = new Map<string, number | undefined>();
    const wanted = new Set(ids);
    let [left, before] = [ids, Number.POSITIVE_INFINITY];
    while (left.length > FEW && left.length <= before * WORTH_PROBING) {
      before = left.length;
      const probes = await this.#keysOf(left.filter((_id, at) => at % FEW === 0));
      const keys = [...new Set(probes.flatMap(([, key]) => key ?? []))];
      const chunks = await Promise.all(keys.map(async (key) => [key, await this.chunk(key)] as const));
      for (const [id, key] of probes) found.set(id, key);
      for (const [key, chunk] of chunks) for (const { noteId } of chunk?.rows ?? []) if (wanted.has(noteId)) found.set(noteId, key);
      left = left.filter((id) => !found.has(id));
    }
    for (const [id, key] of await this.#keysOf(left)) found.set(id, key);
    return [...found];
  }

  async #keysOf(ids: readonly string[]): Promise<readonly (readonly [string, number | undefined])[]> {
    const index = unwrap(this.#transaction.objectStore(CHUNK_STORES.notes).index("ids"));
    const keys = await answersOf(ids.map((id) => index.getKey(id) as IDBRequest<number | undefined>));
    return ids.map((id, at) => [id, keys[at]] as const);
  }

  /** Of the chunks that files are in. */
  async findFiles(fileIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const store = this.#transaction.objectStore(CHUNK_STORES.notes);
    if (fileIds.length === 0 || (await store.count()) === 0) return NONE;
    const found = await Promise.all(fileIds.map(async (fileId) => [fileId, await store.index("fileIds").getKey(fileId)] as const));
    return new Map(found.flatMap(([fileId, key]) => toPair(fileId, key)));
  }

  chunk(key: number): Promise<NoteChunk | undefined> {
    const reading = this.#chunks.get(key) ?? this.#transaction.objectStore(CHUNK_STORES.notes).get(key).then(asChunk);
    this.#chunks.set(key, reading);
    return reading;
  }

  texts(key: number): Promise<ReadonlyMap<string, ContentRow>> {
    const reading = this.#texts.get(key) ?? this.#transaction.objectStore(CHUNK_STORES.texts).get(key).then(textsOf);
    this.#texts.set(key, reading);
    return reading;
  }
}

const FEW = 50;
/** While each round finds a quarter of what is left. */
const WORTH_PROBING = 0.75;
const NONE: ReadonlyMap<string, number> = new Map();

/** Undefined: there is no such record, or no chunk in it. */
export function asChunk(record: NoteChunk | undefined): NoteChunk | undefined {
  return record !== undefined && isStoredChunk(record) ? record : undefined;
}

export function textsOf(record: TextChunk | undefined): ReadonlyMap<string, ContentRow> {
  const texts: unknown = record?.texts;
  return new Map((Array.isArray(texts) ? (texts as readonly ContentRow[]) : []).map((text) => [text.noteId, text]));
}

/** What the index reads of all chunks, without texts: records, and the keys of those that have their texts. */
type StoredChunks = { readonly records: readonly NoteChunk[]; readonly texted: readonly number[] };

type Chunked = {
  readonly rows: readonly NoteRow[];
  readonly files: readonly RemoteFile[];
  /** Records that are no chunk, or whose texts are missing: what is in the drive is asked for again. */
  readonly broken: number;
};

/** What of chunks counts beside these rows. */
export function chunkedBeside({ records, texted }: StoredChunks, rowIds: ReadonlySet<string>, fileIds: ReadonlySet<string>): Chunked {
  const withTexts = new Set(texted);
  const whole = records.filter((record) => isStoredChunk(record) && withTexts.has(record.chunk));
  return {
    rows: whole.flatMap(({ rows }) => rows).filter(({ noteId }) => !rowIds.has(noteId)),
    files: whole.flatMap(({ files }) => files).filter(({ fileId }) => !fileIds.has(fileId)),
    broken: records.length - whole.length,
  };
}

/** Ids begin with a time, so those of one page or pack are close together. */
export function rangeOf(keys: readonly string[]): IDBKeyRange {
  let [lowest = "", highest = ""] = [keys[0], keys[0]];
  for (const key of keys) {
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  return IDBKeyRange.bound(lowest, highest);
}

export function toPair<Value>(id: string, value: Value | undefined): readonly (readonly [string, Value])[] {
  return value === undefined ? [] : [[id, value]];
}
