/** An account's local store in `CloudNotesCache`. Each `transact` is one IndexedDB transaction. Decision 0005 "Cache database". */
import {
  CHUNK_STORES,
  isStamped,
  isStoredAttachment,
  isStoredBase,
  isStoredConflict,
  isStoredEntity,
  isStoredFile,
  toBytes,
  toStoredDraft,
  toStoredTabs,
} from "@satchel/core/library/index/stored-rows.ts";
import { firstMeta, toMeta } from "@satchel/core/library/index/sync-meta.ts";
import type { FirstRows } from "@satchel/core/library/notes/first-screen.ts";
import type { LightEntity } from "@satchel/core/model/entities/entity.ts";
import { lazyModule, loadOrThrow } from "@satchel/core/model/lazy/lazy-module.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { AttachmentStore } from "@satchel/core/ports/device/attachment-store.ts";
import type {
  Base,
  ConflictStore,
  DraftStore,
  Durability,
  LocalStore,
  LogStore,
  Plan,
  Reads,
  StoredDraft,
  StoredSeen,
  StoredTab,
  StoreProblem,
  SyncMeta,
  TabStore,
} from "@satchel/core/ports/device/local-store.ts";
import { commitNow, guarded, toCause, transactWhole } from "../databases/idb-problems.ts";
import { openReconnecting } from "../databases/reconnecting-store.ts";
import { fromRow } from "../rows/note-rows.ts";
import type { ChunkLimits } from "./chunk-writes.ts";
import { type CloudDatabase, openCloudDatabase } from "./cloud-database.ts";
import { readPieces, readStored, withStanding } from "./cloud-reads.ts";
import { hasAllStores, META_KEY, NOTE_STORES, STORES, type Transaction } from "./cloud-transaction.ts";
import { firstRows, versionRuns } from "./lazy-store-parts.ts";
import { chunkedBeside } from "./note-chunks.ts";

export type CloudStoreDeps = {
  readonly now: () => number;
  readonly newDeviceId: () => string;
  readonly onOutdated: () => Promise<void>;
  /** Called once, if the database is gone or unreadable. */
  readonly onFailure?: () => void;
  readonly isDiskFull?: () => Promise<boolean>;
  readonly chunkLimits?: ChunkLimits;
};

export type CloudLocalStore = LocalStore &
  DraftStore &
  TabStore &
  LogStore &
  ConflictStore &
  AttachmentStore & {
    /** Reads the newest rows of a large library; undefined if reading the whole index is as fast. */
    readFirst(): Promise<Result<FirstRows | undefined, StoreProblem>>;
  };

/** Code of all writes; it loads while the database opens. */
const storeWrites = lazyModule(
  () => import("./cloud-writes.ts"),
  ({ runPlan }) => runPlan,
);

export function openCloudLocalStore(deps: CloudStoreDeps): Promise<Result<CloudLocalStore, StoreProblem>> {
  return openReconnecting<CloudLocalStore>({
    onFailure: deps.onFailure,
    isDiskFull: deps.isDiskFull,
    connect: ({ onLost, hush }) =>
      guarded(async () => {
        void firstRows.load();
        const leave = (): Promise<void> => {
          hush();
          return deps.onOutdated();
        };
        const database = await openCloudDatabase(leave, onLost);
        // A failed load is retried when versions are read.
        void versionRuns.load();
        void storeWrites.load();
        try {
          return { deviceIds: await ensureWhole(database, deps), store: new IndexedDbCloudStore(database, deps) };
        } catch (error) {
          database.close();
          throw error;
        }
      }),
  });
}

/** Creates the bookkeeping of a new database, and throws if a store is missing. Returns the device ids that this device has had in it. */
async function ensureWhole(database: CloudDatabase, { newDeviceId }: CloudStoreDeps): Promise<readonly string[]> {
  if (!hasAllStores(database)) throw new DOMException("a store is missing", "NotFoundError");
  const transaction = database.transaction([DB.meta, DB.notes, CHUNK_STORES.notes], "readwrite");
  const meta = transaction.objectStore(DB.meta);
  let kept = await meta.get(META_KEY);
  if (kept === undefined) {
    // These notes have no known owner, so the next user must not get them.
    const counts = await Promise.all([DB.notes, CHUNK_STORES.notes].map((name) => transaction.objectStore(name).count()));
    if (counts.some((count) => count > 0)) throw new DOMException("the bookkeeping is missing", "NotFoundError");
    kept = firstMeta(newDeviceId());
    await meta.put(kept, META_KEY);
  }
  const usable = toMeta(kept, firstMeta(newDeviceId()));
  if (usable === undefined) throw new DOMException("the bookkeeping is damaged", "NotFoundError");
  if (usable !== kept) await meta.put(usable, META_KEY);
  await transaction.done;
  return [usable.deviceId, ...usable.formerIds];
}

/** Chunks per piece; they hold about as many notes as a piece of rows. */
const CHUNKS_READ = 25;
const asRead = <Row>(row: Row): Row => row;

class IndexedDbCloudStore implements CloudLocalStore {
  readonly #database: CloudDatabase;
  readonly #deps: CloudStoreDeps;

  constructor(database: CloudDatabase, deps: CloudStoreDeps) {
    this.#database = database;
    this.#deps = deps;
  }

  readFirst() {
    return guarded(async () => (await firstRows.load())?.(this.#database));
  }

  loadIndex() {
    return guarded(async () => {
      const transaction = this.#database.transaction(STORES);
      const store = transaction.objectStore.bind(transaction);
      const [meta, texts, entities, remote, records, texted, attempts, packs, attachments, unreferenced] = await Promise.all([
        store(DB.meta).get(META_KEY),
        store(DB.contents).count(),
        readPieces(store(DB.notes), fromRow),
        readPieces(store(DB.remote), asRead),
        readPieces(store(CHUNK_STORES.notes), asRead, CHUNKS_READ),
        store(CHUNK_STORES.texts).getAllKeys(),
        store(DB.attempts).getAll(),
        store(DB.packs).getAll(),
        store(DB.attachments).getAll(),
        store(DB.unreferenced).getAll(),
      ]);
      const chunked = chunkedBeside(
        { records, texted },
        new Set(entities.map(({ id }) => id)),
        new Set(remote.map(({ fileId }) => fileId)),
      );
      const inChunks = chunked.rows.map(fromRow);
      const usable = [...(await this.#readable(entities, texts)), ...inChunks.filter(isStoredEntity)];
      const files = [...remote, ...chunked.files].filter(isStoredFile);
      const areAllRead = files.length === remote.length + chunked.files.length && chunked.broken === 0;
      const kept = attachments.filter(isStoredAttachment);
      const known = meta as SyncMeta;
      return {
        // If a row says nothing about a file, ask the drive again.
        meta: areAllRead ? known : { ...known, auditAt: 0 },
        entities: usable,
        remote: files,
        attempts: attempts.filter(isStamped("id", "atMs")),
        packs: packs.filter(isStamped("fileId", "writtenAt")),
        attachments: kept,
        unreferenced: unreferenced.filter(isStamped("fileId", "since")),
        unreadableRows: entities.length + inChunks.length - usable.length + chunked.broken + attachments.length - kept.length,
      };
    });
  }

  /**
   * Excludes notes whose text is missing. If nothing else is wrong, comparing counts shows whether there are any, in a hundredth of the
   * time.
   */
  async #readable(all: readonly LightEntity[], texts: number): Promise<readonly LightEntity[]> {
    const isTextNote = (entity: LightEntity): boolean => entity.kind === "note" && entity.contentChars !== 0;
    const entities = all.filter(isStoredEntity);
    if (entities.length === all.length && entities.filter(isTextNote).length <= texts) return entities;
    const there = new Set(await this.#database.getAllKeys(DB.contents));
    return entities.filter((entity) => !isTextNote(entity) || there.has(entity.id));
  }

  readEntities(ids: readonly string[]) {
    return guarded(async () => {
      const transaction = this.#database.transaction(NOTE_STORES);
      const stored = await readStored(transaction as unknown as Transaction, ids);
      return new Map([...stored].map(([id, { entity }]) => [id, entity] as const));
    });
  }

  readBases(id: string) {
    return guarded(async (): Promise<readonly Base[]> => {
      const transaction = this.#database.transaction([...NOTE_STORES, DB.bases]) as unknown as Transaction;
      const [apart, stored] = await Promise.all([transaction.objectStore(DB.bases).index("id").getAll(id), readStored(transaction, [id])]);
      return withStanding(apart.filter(isStoredBase), stored.get(id));
    });
  }

  readVersions(noteId: string) {
    return guarded(async () => {
      const { readVersionsOf } = await loadOrThrow(versionRuns);
      return readVersionsOf(this.#database.transaction([DB.bases]), noteId);
    });
  }

  transact<Value>(reads: Reads, plan: (seen: StoredSeen) => Plan<Value>, durability: Durability): Promise<Result<Value, StoreProblem>> {
    const { now, chunkLimits } = this.#deps;
    const begin = async () => {
      await loadOrThrow(storeWrites);
      if (reads.versionsOf !== undefined) await loadOrThrow(versionRuns);
      return this.#database.transaction(STORES, "readwrite", { durability });
    };
    return transactWhole(begin, async (transaction) => {
      const runPlan = await loadOrThrow(storeWrites);
      return runPlan(transaction, { reads, plan, nowMs: now(), chunkLimits });
    });
  }

  loadDrafts() {
    return guarded(async (): Promise<readonly StoredDraft[]> => {
      return (await this.#database.getAll(DB.drafts)).flatMap((row) => toStoredDraft(row) ?? []);
    });
  }

  putDraft(draft: StoredDraft) {
    return guarded(async () => {
      const transaction = this.#database.transaction(DB.drafts, "readwrite", { durability: "strict" });
      const put = transaction.store.put(draft);
      commitNow(transaction);
      await Promise.all([put, transaction.done]).catch(async (error: unknown) => {
        throw await toCause(transaction, error);
      });
    });
  }

  removeDraft(draftId: string) {
    return guarded(() => this.#database.delete(DB.drafts, draftId));
  }

  loadLog() {
    return guarded(async () => (await this.#database.getAll(DB.syncLog)).filter(isStamped("kind", "atMs")).reverse());
  }

  trimLog(kept: number) {
    return guarded(async () => {
      const transaction = this.#database.transaction(DB.syncLog, "readwrite");
      const keys = await transaction.store.getAllKeys();
      const last = keys.at(-kept - 1);
      if (last !== undefined) await transaction.store.delete(IDBKeyRange.upperBound(last));
      await transaction.done;
    });
  }

  loadConflicts() {
    return guarded(async () => (await this.#database.getAll(DB.conflicts)).filter(isStoredConflict));
  }

  loadTabs(windowId: string) {
    return guarded(async () => {
      const row = await this.#database.get(DB.tabs, windowId);
      return toStoredTabs(row);
    });
  }

  putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null) {
    return guarded(async () => {
      await this.#database.put(DB.tabs, { windowId, tabs, activeTabId, savedAtMs: this.#deps.now() });
    });
  }

  readAttachment(id: string) {
    return guarded(async () => toBytes((await this.#database.get(DB.attachmentBytes, id))?.bytes));
  }

  heldReferences(ids: readonly string[]) {
    return guarded(async () => (await loadOrThrow(versionRuns)).heldReferences(this.#database, ids));
  }

  close(): void {
    this.#database.close();
  }
}
