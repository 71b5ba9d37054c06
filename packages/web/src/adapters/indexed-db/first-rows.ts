/** The newest rows of a large library, read by the index before the rest, with what decides how each is shown. Rules: core/library/notes/first-screen.ts. */

import { inRange } from "@satchel/core/library/index/in-range.ts";
import { isStoredAttachment, isStoredEntity, isStoredFile } from "@satchel/core/library/index/stored-rows.ts";
import type { FirstRows } from "@satchel/core/library/notes/first-screen.ts";
import type { LightEntity, LightNote } from "@satchel/core/model/entities/entity.ts";
import { FIRST_SCREEN } from "@satchel/core/model/limits.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { SyncMeta } from "@satchel/core/ports/local-store.ts";
import type { IDBPTransaction } from "idb";
import type { CloudDatabase, CloudSchema } from "./cloud-database.ts";
import { META_KEY } from "./cloud-transaction.ts";
import { fromRow } from "./note-rows.ts";

const STORES = [DB.meta, DB.notes, DB.remote, DB.tainted, DB.attempts, DB.attachments] as const;

type Reading = IDBPTransaction<CloudSchema, typeof STORES>;

type Size = { readonly aboveRows: number; readonly readRows: number };

/** Undefined where the whole is read as quickly. */
export async function readFirstRows(database: CloudDatabase, { aboveRows, readRows }: Size = FIRST_SCREEN): Promise<FirstRows | undefined> {
  const reading = database.transaction(STORES);
  const store = reading.objectStore.bind(reading);
  const keys = await store(DB.notes).getAllKeys(null, aboveRows + 1);
  if (keys.length <= aboveRows) return undefined;
  const newest = await readNewest(reading, readRows);
  const notes = newest.filter((entity) => entity.kind === "note");
  const [meta, beside, remote, tainted, attempts, attachments] = await Promise.all([
    store(DB.meta).get(META_KEY),
    readBeside(reading, notes),
    Promise.all(notes.map(({ id }) => store(DB.remote).index("id").getAll(id))),
    store(DB.tainted).getAll(),
    store(DB.attempts).getAll(),
    Promise.all(notes.flatMap(({ attIds }) => attIds.map((id) => store(DB.attachments).get(id)))),
  ]);
  return {
    newestIds: newest.map(({ id }) => id),
    index: {
      meta: meta as SyncMeta,
      entities: [...newest, ...beside],
      remote: remote.flat().filter(isStoredFile),
      tainted: new Set(tainted.map(({ fileId }) => fileId)),
      attempts,
      attachments: attachments.filter((row) => row !== undefined).filter(isStoredAttachment),
      creating: new Map(),
      packs: [],
      unreferenced: [],
    },
  };
}

async function readNewest(reading: Reading, count: number): Promise<readonly LightEntity[]> {
  const newest: LightEntity[] = [];
  let cursor = await reading.objectStore(DB.notes).index("lastModified").openCursor(null, "prev");
  while (cursor !== null && newest.length < count) {
    newest.push(...readable([fromRow(cursor.value)]));
    cursor = await cursor.continue();
  }
  return newest;
}

/** All folders, and the notes that a conflict copy was taken from. */
async function readBeside(reading: Reading, notes: readonly LightNote[]): Promise<readonly LightEntity[]> {
  const store = reading.objectStore(DB.notes);
  const causes = [...new Set(notes.flatMap(({ after = [] }) => after.map(({ id }) => id)))];
  const [folders, ...found] = await Promise.all([
    store.getAll(IDBKeyRange.bound(DB.folderKeyPrefix, `${DB.folderKeyPrefix}\uffff`)),
    ...causes.map((id) => store.get(id)),
  ]);
  return readable([...folders, ...found.filter((row) => row !== undefined)].map(fromRow));
}

function readable(entities: readonly LightEntity[]): readonly LightEntity[] {
  return entities.filter(isStoredEntity).map(inRange);
}
