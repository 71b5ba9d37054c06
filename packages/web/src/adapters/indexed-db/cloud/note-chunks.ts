/**
 * Chunks: many notes in one record, because a hundred notes in separate rows take the browser ten times as long. A write about a few notes
 * moves them from their chunk into rows and rewrites the rest of the chunk, so that no text stays behind. If both have a note, the row
 * counts. Decision 0038.
 */
import { CHUNK_STORES, isStoredChunk } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import { unwrap } from "idb";
import { answersOf } from "../databases/idb-problems.ts";
import type { ContentRow, NoteChunk, NoteRow, TextChunk } from "../rows/note-rows.ts";
import type { Transaction } from "./cloud-transaction.ts";

/** Reads chunks within one transaction, each at most once. */
export class ChunkReader {
  readonly #transaction: Transaction;
  readonly #chunks = new Map<number, Promise<NoteChunk | undefined>>();
  readonly #texts = new Map<number, Promise<ReadonlyMap<string, ContentRow>>>();
  /** Chunk key by note id; undefined if the note is in no chunk. */
  readonly #found = new Map<string, number | undefined>();

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** Finds the chunks of notes: chunk key by note id. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const unknown = [...new Set(ids)].filter((id) => !this.#found.has(id));
    for (const [id, key] of await this.#look(unknown)) this.#found.set(id, key);
    return new Map(ids.flatMap((id) => toPair(id, this.#found.get(id))));
  }

  async #look(ids: readonly string[]): Promise<readonly (readonly [string, number | undefined])[]> {
    if (ids.length <= FEW) return this.#keysOf(ids);
    // A new device asks for thousands of notes that are in no chunk.
    if ((await this.#transaction.objectStore(CHUNK_STORES.notes).index("ids").count(rangeOf(ids))) === 0)
      return ids.map((id) => [id, undefined]);
    return this.#lookInChunks(ids);
  }

  /** Notes that were written together are usually requested together: the chunk that has one of fifty has the others as well. */
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

  /** Finds the chunks of files: chunk key by file id. */
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
/** Probing continues while each round leaves at most this share. */
const WORTH_PROBING = 0.75;
const NONE: ReadonlyMap<string, number> = new Map();

/** Returns undefined if there is no record, or if it is not a chunk. */
export function asChunk(record: NoteChunk | undefined): NoteChunk | undefined {
  return record !== undefined && isStoredChunk(record) ? record : undefined;
}

export function textsOf(record: TextChunk | undefined): ReadonlyMap<string, ContentRow> {
  const texts: unknown = record?.texts;
  return new Map((Array.isArray(texts) ? (texts as readonly ContentRow[]) : []).map((text) => [text.noteId, text]));
}

/** Index data of all chunks, without texts: the records, and the keys of chunks that have texts. */
type StoredChunks = { readonly records: readonly NoteChunk[]; readonly texted: readonly number[] };

type Chunked = {
  readonly rows: readonly NoteRow[];
  readonly files: readonly RemoteFile[];
  /** Records that are not chunks or lack their texts: the drive is asked for their notes. */
  readonly broken: number;
};

/** Notes and files in chunks that no row replaces. */
export function chunkedBeside({ records, texted }: StoredChunks, rowIds: ReadonlySet<string>, fileIds: ReadonlySet<string>): Chunked {
  const withTexts = new Set(texted);
  const whole = records.filter((record) => isStoredChunk(record) && withTexts.has(record.chunk));
  return {
    rows: whole.flatMap(({ rows }) => rows).filter(({ noteId }) => !rowIds.has(noteId)),
    files: whole.flatMap(({ files }) => files).filter(({ fileId }) => !fileIds.has(fileId)),
    broken: records.length - whole.length,
  };
}

/** Range of the ids. Ids begin with a time, so those of one page or pack are close together. */
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
