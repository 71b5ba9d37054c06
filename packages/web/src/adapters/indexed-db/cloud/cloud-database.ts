/** `CloudNotesCache`, version 4: the spec's version 2 plus chunks (decision 0038), without intents (decision 0041). Names are in storage-keys.ts. */

import { CHUNK_STORES } from "@satchel/core/library/index/stored-rows.ts";
import type { KnownPack } from "@satchel/core/model/drive/pack.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { AttachmentRow, UnreferencedMark } from "@satchel/core/model/entities/attachment-row.ts";
import type { Conflict } from "@satchel/core/model/entities/conflict.ts";
import type { LogEntry } from "@satchel/core/model/entities/log-entry.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { Attempt, Base, StoredDraft, StoredTab, SyncMeta } from "@satchel/core/ports/device/local-store.ts";
import type { KeptText } from "@satchel/core/ports/device/search-engine.ts";
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import type { ContentRow, EntityRow, NoteChunk, TextChunk } from "../rows/note-rows.ts";

export interface CloudSchema extends DBSchema {
  cloud_notes: { key: string; value: EntityRow; indexes: { cachedAt: number; title: string; folderId: string; lastModified: number } };
  note_contents: { key: string; value: ContentRow };
  note_chunks: { key: number; value: NoteChunk; indexes: { ids: string; fileIds: string; newest: number } };
  text_chunks: { key: number; value: TextChunk };
  bases: { key: [string, string]; value: Base; indexes: { id: string; attIds: string } };
  remote: { key: string; value: RemoteFile; indexes: { id: string } };
  attempts: { key: string; value: Attempt };
  packs: { key: string; value: KnownPack };
  meta: { key: string; value: SyncMeta };
  drafts: { key: string; value: StoredDraft };
  open_tabs: { key: string; value: { windowId: string; tabs: readonly StoredTab[]; activeTabId: string | null; savedAtMs: number } };
  search_chunks: { key: string; value: KeptText };
  sync_log: { key: number; value: LogEntry };
  conflicts: { key: string; value: Conflict };
  attachments: { key: string; value: AttachmentRow };
  attachment_bytes: { key: string; value: { id: string; bytes: Uint8Array } };
  unreferenced_attachments: { key: string; value: UnreferencedMark };
}

export type CloudDatabase = IDBPDatabase<CloudSchema>;

/** `onOutdated`: another tab waits for this connection; the caller saves and closes. `onLost`: the browser closed the connection. */
export function openCloudDatabase(onOutdated: () => Promise<void>, onLost?: () => void): Promise<CloudDatabase> {
  return openDB<CloudSchema>(DB.name, DB.version, {
    async upgrade(database, from, ...[, transaction]) {
      if (from < SPEC_VERSION) createStores(database);
      if (from < CHUNKS_VERSION) createChunkStores(database);
      if (from >= SPEC_VERSION && from < DB.version) await dropIntents(database, transaction);
    },
    blocking(_current, _blocked, event) {
      const database = event.target as IDBDatabase;
      void onOutdated().finally(() => database.close());
    },
    ...(onLost === undefined ? {} : { terminated: onLost }),
  });
}

/** Version before there were chunks. */
export const SPEC_VERSION = 2;
/** First version with chunks. */
export const CHUNKS_VERSION = 3;

type Upgrading = IDBPTransaction<CloudSchema, ArrayLike<StoreNames<CloudSchema>>, "versionchange">;

/**
 * Up to version 3, a process continued writes that another one had begun, and rows of `remote` named `file@MD5` represented overwritten bytes.
 * A file that an interrupted write left in the drive is now a file like any other.
 */
async function dropIntents(database: CloudDatabase, transaction: Upgrading): Promise<void> {
  const names: DOMStringList = database.objectStoreNames;
  for (const name of ["creating", "tainted"]) if (names.contains(name)) (database as unknown as IDBDatabase).deleteObjectStore(name);
  const remote = transaction.objectStore(DB.remote);
  for (const fileId of await remote.getAllKeys()) if (fileId.includes("@")) await remote.delete(fileId);
}

/** Existing rows stay: a note is in a row or in a chunk. */
function createChunkStores(database: CloudDatabase): void {
  const chunks = database.createObjectStore(CHUNK_STORES.notes, { keyPath: "chunk" });
  for (const index of ["ids", "fileIds"] as const) chunks.createIndex(index, index, { multiEntry: true });
  chunks.createIndex("newest", "newest");
  database.createObjectStore(CHUNK_STORES.texts, { keyPath: "chunk" });
}

function createStores(database: CloudDatabase): void {
  for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
  const notes = database.createObjectStore(DB.notes, { keyPath: "noteId" });
  for (const index of ["cachedAt", "title", "folderId", "lastModified"] as const) notes.createIndex(index, index);
  database.createObjectStore(DB.contents, { keyPath: "noteId" });
  const bases = database.createObjectStore(DB.bases, { keyPath: ["id", "vvKey"] });
  bases.createIndex("id", "id");
  bases.createIndex("attIds", "entity.attIds", { multiEntry: true });
  database.createObjectStore(DB.remote, { keyPath: "fileId" }).createIndex("id", "id");
  database.createObjectStore(DB.attempts, { keyPath: "id" });
  database.createObjectStore(DB.packs, { keyPath: "fileId" });
  database.createObjectStore(DB.meta);
  database.createObjectStore(DB.drafts, { keyPath: "draftId" });
  database.createObjectStore(DB.tabs, { keyPath: "windowId" });
  database.createObjectStore(DB.searchChunks);
  database.createObjectStore(DB.syncLog, { autoIncrement: true });
  database.createObjectStore(DB.conflicts, { keyPath: "id" });
  database.createObjectStore(DB.attachments, { keyPath: "id" });
  database.createObjectStore(DB.attachmentBytes, { keyPath: "id" });
  database.createObjectStore(DB.unreferenced, { keyPath: "fileId" });
}
