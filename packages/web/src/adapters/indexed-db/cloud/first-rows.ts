/**
 * The newest rows of a large library, read by index before the rest, with what decides how each is shown. Rules:
 * core/library/notes/first-screen.ts.
 */

import { inRange } from "@satchel/core/library/index/in-range.ts";
import { CHUNK_STORES, isStoredAttachment, isStoredEntity, isStoredFile } from "@satchel/core/library/index/stored-rows.ts";
import type { FirstRows } from "@satchel/core/library/notes/first-screen.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { LightEntity, LightNote } from "@satchel/core/model/entities/entity.ts";
import { FIRST_SCREEN } from "@satchel/core/model/limits/limits.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { SyncMeta } from "@satchel/core/ports/device/local-store.ts";
import type { IDBPTransaction } from "idb";
import { fromRow, type NoteChunk, type NoteRow } from "../rows/note-rows.ts";
import type { CloudDatabase, CloudSchema } from "./cloud-database.ts";
import { readNoteRows } from "./cloud-reads.ts";
import { META_KEY, type Transaction } from "./cloud-transaction.ts";
import { asChunk } from "./note-chunks.ts";

const STORES = [DB.meta, DB.notes, CHUNK_STORES.notes, DB.remote, DB.attempts, DB.attachments] as const;

type Reading = IDBPTransaction<CloudSchema, typeof STORES>;

type Size = { readonly aboveRows: number; readonly readRows: number };

/** Returns undefined if reading the whole library is as fast. */
export async function readFirstRows(database: CloudDatabase, { aboveRows, readRows }: Size = FIRST_SCREEN): Promise<FirstRows | undefined> {
  const reading = database.transaction(STORES);
  const store = reading.objectStore.bind(reading);
  const keys = await Promise.all([
    store(DB.notes).getAllKeys(null, aboveRows + 1),
    store(CHUNK_STORES.notes)
      .index("ids")
      .getAllKeys(null, aboveRows + 1),
  ]);
  if (keys.flat().length <= aboveRows) return undefined;
  const { newest, chunks } = await readNewest(reading, readRows);
  const notes = newest.filter((entity) => entity.kind === "note");
  const [meta, beside, remote, attempts, attachments] = await Promise.all([
    store(DB.meta).get(META_KEY),
    readBeside(reading, notes),
    Promise.all(notes.map(({ id }) => store(DB.remote).index("id").getAll(id))),
    store(DB.attempts).getAll(),
    Promise.all(notes.flatMap(({ attIds }) => attIds.map((id) => store(DB.attachments).get(id)))),
  ]);
  return {
    newestIds: newest.map(({ id }) => id),
    index: {
      meta: meta as SyncMeta,
      entities: [...newest, ...beside],
      remote: withChunked(remote.flat(), chunks, notes).filter(isStoredFile),
      attempts,
      attachments: attachments.filter((row) => row !== undefined).filter(isStoredAttachment),
      packs: [],
      unreferenced: [],
    },
  };
}

type Newest = { readonly newest: readonly LightEntity[]; readonly chunks: readonly NoteChunk[] };

async function readNewest(reading: Reading, count: number): Promise<Newest> {
  const inRows: LightEntity[] = [];
  let cursor = await reading.objectStore(DB.notes).index("lastModified").openCursor(null, "prev");
  while (cursor !== null && inRows.length < count) {
    inRows.push(...readable([fromRow(cursor.value)]));
    cursor = await cursor.continue();
  }
  const chunks: NoteChunk[] = [];
  let newest = newestOf(inRows, count);
  let next = await reading.objectStore(CHUNK_STORES.notes).index("newest").openCursor(null, "prev");
  // Stops at the first chunk whose newest note is older than all found so far.
  while (next !== null && (newest.length < count || next.value.newest >= (newest.at(-1)?.mtime ?? 0))) {
    const chunk = asChunk(next.value);
    if (chunk !== undefined) chunks.push(chunk);
    newest = newestOf([...newest, ...(await rowless(reading, chunk?.rows ?? []))], count);
    next = await next.continue();
  }
  return { newest, chunks };
}

function newestOf(entities: readonly LightEntity[], count: number): readonly LightEntity[] {
  return [...entities].sort((a, b) => b.mtime - a.mtime).slice(0, count);
}

/** If a note is both in a row and in a chunk, the row counts. */
async function rowless(reading: Reading, rows: readonly NoteRow[]): Promise<readonly LightEntity[]> {
  const store = reading.objectStore(DB.notes);
  const keys = await Promise.all(rows.map(({ noteId }) => store.getKey(noteId)));
  return readable(rows.filter((_row, at) => keys[at] === undefined).map(fromRow));
}

function withChunked(rows: readonly RemoteFile[], chunks: readonly NoteChunk[], notes: readonly LightNote[]): readonly RemoteFile[] {
  const ids = new Set(notes.map(({ id }) => id));
  const fileIds = new Set(rows.map(({ fileId }) => fileId));
  return [...rows, ...chunks.flatMap(({ files }) => files).filter(({ id, fileId }) => ids.has(id) && !fileIds.has(fileId))];
}

/** All folders, and the notes from which conflict copies were made. */
async function readBeside(reading: Reading, notes: readonly LightNote[]): Promise<readonly LightEntity[]> {
  const store = reading.objectStore(DB.notes);
  const causes = [...new Set(notes.flatMap(({ after = [] }) => after.map(({ id }) => id)))];
  const [folders, found] = await Promise.all([
    store.getAll(IDBKeyRange.bound(DB.folderKeyPrefix, `${DB.folderKeyPrefix}\uffff`)),
    readNoteRows(reading as unknown as Transaction, causes),
  ]);
  return readable([...folders, ...found.values()].map(fromRow));
}

function readable(entities: readonly LightEntity[]): readonly LightEntity[] {
  return entities.filter(isStoredEntity).map(inRange);
}
