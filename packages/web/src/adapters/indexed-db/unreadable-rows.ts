/** Lists, hands out and removes unusable rows, over its own connection. Port: core/ports/device/unreadable-rows.ts. */
import {
  CHUNK_STORES,
  isStoredAttachment,
  isStoredChunk,
  isStoredConflict,
  toBytes,
  toStoredDraft,
} from "@satchel/core/library/index/stored-rows.ts";
import { CLOUD_DATABASE as CLOUD, LOCAL_DATABASE as LOCAL } from "@satchel/core/model/storage-keys.ts";
import type { UnreadableRow, UnreadableRowStore } from "@satchel/core/ports/device/unreadable-rows.ts";
import { type IDBPDatabase, openDB } from "idb";
import { moveOut } from "./cloud/chunk-writes.ts";
import type { CloudDatabase } from "./cloud/cloud-database.ts";
import { NOTE_STORES, type Transaction } from "./cloud/cloud-transaction.ts";
import { ChunkReader } from "./cloud/note-chunks.ts";
import { guarded } from "./databases/idb-problems.ts";
import { fromFolderRow, fromNoteRow, isAttachmentRow, type LocalFolderRow, type LocalNoteRow } from "./rows/local-rows.ts";
import { type ContentRow, type EntityRow, problemOf } from "./rows/note-rows.ts";
import { writeJson } from "./rows/write-json.ts";

type Found = Pick<UnreadableRow, "kind" | "problem" | "name">;
/** `beside`: the value under the same key in the store `besideIn`. */
type Check = (row: unknown, beside: unknown, key: string) => Found | undefined;
type Looked = { readonly store: string; readonly besideIn?: string; readonly keys?: string; readonly check: Check };

const isText = (value: unknown): value is string => typeof value === "string";
const fieldsOf = (row: unknown) => (row ?? {}) as Readonly<Record<string, unknown>>;
const nameOf = (row: unknown): Pick<UnreadableRow, "name"> => {
  const name = [fieldsOf(row).title, fieldsOf(row).name, fieldsOf(row).fileName].find((text) => isText(text) && text.trim() !== "");
  return isText(name) ? { name } : {};
};
const damaged = (kind: UnreadableRow["kind"], row: unknown): Found => ({ kind, problem: "damaged", ...nameOf(row) });
const without = (kind: UnreadableRow["kind"], row: unknown): Found => ({ kind, problem: "no-text", ...nameOf(row) });

const checkDraft: Check = (row) => (toStoredDraft(row) === undefined ? without("draft", row) : undefined);

const IN_ACCOUNT: readonly Looked[] = [
  {
    store: CLOUD.notes,
    besideIn: CLOUD.contents,
    check(row, text, key) {
      const problem = problemOf(row as EntityRow, text as ContentRow | undefined);
      const kind = key.startsWith(CLOUD.folderKeyPrefix) ? "folder" : "note";
      return problem === undefined ? undefined : { kind, problem, ...nameOf(row) };
    },
  },
  {
    store: CHUNK_STORES.notes,
    besideIn: CHUNK_STORES.texts,
    check: (record, texts) => (isWholeChunk(record, texts) ? undefined : damaged("note", record)),
  },
  { store: CLOUD.drafts, check: checkDraft },
  { store: CLOUD.conflicts, check: (row) => (isStoredConflict(row) ? undefined : damaged("conflict", row)) },
  {
    store: CLOUD.attachments,
    besideIn: CLOUD.attachmentBytes,
    check(row, bytes) {
      if (!isStoredAttachment(row)) return damaged("attachment", row);
      return toBytes(fieldsOf(bytes).bytes) !== undefined ? undefined : without("attachment", row);
    },
  },
];

const DRAFTS = "draft:";
const IN_LOCAL_MODE: readonly Looked[] = [
  {
    store: LOCAL.notes,
    check: (row) => (fromNoteRow(row as LocalNoteRow) === undefined ? without("note", row) : undefined),
  },
  {
    store: LOCAL.folders,
    check: (row) => (fromFolderRow(row as LocalFolderRow) === undefined ? damaged("folder", row) : undefined),
  },
  { store: LOCAL.metadata, keys: DRAFTS, check: (row, beside, key) => checkDraft(fieldsOf(row).value, beside, key) },
  { store: LOCAL.attachments, check: (row) => (isAttachmentRow(row) ? undefined : without("attachment", row)) },
];

/** `name`: name of the account's or of local mode's database. */
export function createUnreadableRows(name: string): UnreadableRowStore {
  const looked = name === LOCAL.name ? IN_LOCAL_MODE : IN_ACCOUNT;
  const inDatabase = <Value>(act: (database: IDBPDatabase) => Promise<Value>) =>
    guarded(async () => {
      // Opens the current version, whichever it is, because the library has it open.
      const database = await openDB(name);
      database.addEventListener("versionchange", () => database.close());
      try {
        return await act(database);
      } finally {
        database.close();
      }
    });
  const positionOf = ({ store }: UnreadableRow) => looked.find((each) => each.store === store);

  return {
    list: () =>
      inDatabase(async (database) => {
        const found: UnreadableRow[] = [];
        if (name === CLOUD.name) await moveDamagedOut(database as unknown as CloudDatabase);
        for (const location of looked) found.push(...(await listIn(database, location)));
        return found;
      }),
    read: (row) =>
      inDatabase(async (database) => {
        const location = positionOf(row);
        if (location === undefined) return undefined;
        const [stored, beside] = await readBoth(database, location, row.key);
        return stored === undefined ? undefined : writeJson({ store: row.store, key: row.key, stored, beside });
      }),
    remove: (row) =>
      inDatabase(async (database) => {
        const location = positionOf(row);
        if (location === undefined) return false;
        const stores = location.besideIn === undefined ? [location.store] : [location.store, location.besideIn];
        const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
        const [stored, beside] = await Promise.all(stores.map((store) => transaction.objectStore(store).get(row.key)));
        // The drive may have repaired the row since it was listed.
        const isStill = stored !== undefined && location.check(stored, beside, String(row.key)) !== undefined;
        if (isStill) await Promise.all(stores.map((store) => transaction.objectStore(store).delete(row.key)));
        await transaction.done;
        return isStill;
      }),
  };
}

const isWholeChunk = (record: unknown, texts: unknown): boolean => isStoredChunk(record) && Array.isArray(fieldsOf(texts).texts);

/** Moves notes of chunks with damage into rows, so that they are listed, handed out and removed like others. */
async function moveDamagedOut(database: CloudDatabase): Promise<void> {
  const transaction = database.transaction([...NOTE_STORES, CLOUD.remote], "readwrite", { durability: "strict" }) as unknown as Transaction;
  const reader = new ChunkReader(transaction);
  for (const key of await transaction.objectStore(CHUNK_STORES.notes).getAllKeys()) {
    const [chunk, texts] = [await reader.chunk(key), await reader.texts(key)];
    const damagedRows = texts.size === 0 ? [] : (chunk?.rows ?? []).filter((row) => problemOf(row, texts.get(row.noteId)) !== undefined);
    if (chunk !== undefined && damagedRows.length > 0)
      await moveOut(transaction, { key, chunk, texts }, new Set(damagedRows.map(({ noteId }) => noteId)));
  }
  await transaction.done;
}

/** Reads one row at a time: there may be fifty thousand others, each with its text. */
async function listIn(database: IDBPDatabase, { store, besideIn, keys, check }: Looked): Promise<readonly UnreadableRow[]> {
  const stores = besideIn === undefined ? [store] : [store, besideIn];
  const transaction = database.transaction(stores);
  transaction.done.catch(() => undefined);
  const range = keys === undefined ? null : IDBKeyRange.bound(keys, `${keys}\uffff`);
  const found: UnreadableRow[] = [];
  let cursor = await transaction.objectStore(store).openCursor(range);
  while (cursor !== null) {
    const key = typeof cursor.key === "number" ? cursor.key : String(cursor.key);
    const beside = besideIn === undefined ? undefined : await transaction.objectStore(besideIn).get(cursor.key);
    const problem = check(cursor.value, beside, String(key));
    if (problem !== undefined) found.push({ store, key, ...problem });
    cursor = await cursor.continue();
  }
  return found;
}

function readBoth(database: IDBPDatabase, { store, besideIn }: Looked, key: UnreadableRow["key"]): Promise<readonly unknown[]> {
  const stores = besideIn === undefined ? [store] : [store, besideIn];
  return Promise.all(stores.map((each) => database.get(each, key)));
}
