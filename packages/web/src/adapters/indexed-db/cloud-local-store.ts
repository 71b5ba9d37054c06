/**
 * The local store of an account's library in `CloudNotesCache`. One `transact` is one IndexedDB transaction: reads, the pure plan,
 * and writes; whole or not at all. decision 0005 "Cache database".
 */
import {
  isStamped,
  isStoredAttachment,
  isStoredBase,
  isStoredConflict,
  isStoredEntity,
  isStoredFile,
  isStoredIntent,
  toBytes,
  toStoredDraft,
  toStoredTabs,
} from "@satchel/core/library/index/stored-rows.ts";
import { firstMeta, toMeta } from "@satchel/core/library/index/sync-meta.ts";
import type { FirstRows } from "@satchel/core/library/notes/first-screen.ts";
import type { LightEntity } from "@satchel/core/model/entities/entity.ts";
import { loadOrThrow } from "@satchel/core/model/lazy-module.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { AttachmentStore } from "@satchel/core/ports/attachment-store.ts";
import type {
  Base,
  ConflictStore,
  DraftStore,
  Durability,
  LocalStore,
  LogStore,
  Plan,
  Reads,
  Seen,
  StoredDraft,
  StoredTab,
  StoreProblem,
  SyncMeta,
  TabStore,
} from "@satchel/core/ports/local-store.ts";
import { partitionBases } from "./cloud-bases.ts";
import { type CloudDatabase, openCloudDatabase } from "./cloud-database.ts";
import { readOne, readPieces, readStored, see, withStanding } from "./cloud-reads.ts";
import { hasAllStores, META_KEY, STORES, type Transaction } from "./cloud-transaction.ts";
import { write } from "./cloud-writes.ts";
import { readFirstRows } from "./first-rows.ts";
import { guarded, toCause, transactWhole, whenDone } from "./idb-problems.ts";
import { versionRuns } from "./lazy-version-runs.ts";
import { fromRow } from "./note-rows.ts";
import { openReconnecting } from "./reconnecting-store.ts";
import { toVersionRow } from "./version-rows.ts";

export type CloudStoreDeps = {
  readonly now: () => number;
  readonly newDeviceId: () => string;
  readonly onOutdated: () => Promise<void>;
  /** The database is gone or does not read any more; reported once. */
  readonly onFailure?: () => void;
  readonly isDiskFull?: () => Promise<boolean>;
};

export type CloudLocalStore = LocalStore &
  DraftStore &
  TabStore &
  LogStore &
  ConflictStore &
  AttachmentStore & {
    /** Of a large library what is seen first; undefined: the index is read as quickly. */
    readFirst(): Promise<Result<FirstRows | undefined, StoreProblem>>;
  };

export function openCloudLocalStore(deps: CloudStoreDeps): Promise<Result<CloudLocalStore, StoreProblem>> {
  return openReconnecting<CloudLocalStore>({
    onFailure: deps.onFailure,
    isDiskFull: deps.isDiskFull,
    connect: ({ onLost, hush }) =>
      guarded(async () => {
        const leave = (): Promise<void> => {
          hush();
          return deps.onOutdated();
        };
        const database = await openCloudDatabase(leave, onLost);
        // What has no network now is asked again where versions are read.
        void versionRuns.load();
        try {
          return { deviceIds: await ensureWhole(database, deps), store: new IndexedDbCloudStore(database, deps) };
        } catch (error) {
          database.close();
          throw error;
        }
      }),
  });
}

/** A new one gets its bookkeeping; one that lacks a store is not read. Answers the names this device has had in it. */
async function ensureWhole(database: CloudDatabase, { newDeviceId }: CloudStoreDeps): Promise<readonly string[]> {
  if (!hasAllStores(database)) throw new DOMException("a store is missing", "NotFoundError");
  const transaction = database.transaction([DB.meta, DB.notes], "readwrite");
  const meta = transaction.objectStore(DB.meta);
  let kept = await meta.get(META_KEY);
  if (kept === undefined) {
    // Notes that no one knows the owner of: anyone who comes next must not take them for their own.
    if ((await transaction.objectStore(DB.notes).count()) > 0) throw new DOMException("the bookkeeping is missing", "NotFoundError");
    kept = firstMeta(newDeviceId());
    await meta.put(kept, META_KEY);
  }
  const usable = toMeta(kept, firstMeta(newDeviceId()));
  if (usable === undefined) throw new DOMException("the bookkeeping is damaged", "NotFoundError");
  if (usable !== kept) await meta.put(usable, META_KEY);
  await transaction.done;
  return [usable.deviceId, ...usable.formerIds];
}

const asRead = <Row>(row: Row): Row => row;

class IndexedDbCloudStore implements CloudLocalStore {
  readonly #database: CloudDatabase;
  readonly #deps: CloudStoreDeps;

  constructor(database: CloudDatabase, deps: CloudStoreDeps) {
    this.#database = database;
    this.#deps = deps;
  }

  readFirst() {
    return guarded(() => readFirstRows(this.#database));
  }

  loadIndex() {
    return guarded(async () => {
      const transaction = this.#database.transaction(STORES);
      const store = transaction.objectStore.bind(transaction);
      const [meta, texts, entities, remote, creating, tainted, attempts, packs, attachments, unreferenced] = await Promise.all([
        store(DB.meta).get(META_KEY),
        store(DB.contents).count(),
        readPieces(store(DB.notes), ({ noteId }) => noteId, fromRow),
        readPieces(store(DB.remote), ({ fileId }) => fileId, asRead),
        store(DB.creating).getAll(),
        store(DB.tainted).getAll(),
        store(DB.attempts).getAll(),
        store(DB.packs).getAll(),
        store(DB.attachments).getAll(),
        store(DB.unreferenced).getAll(),
      ]);
      const usable = await this.#readable(entities, texts);
      const files = remote.filter(isStoredFile);
      const kept = attachments.filter(isStoredAttachment);
      const known = meta as SyncMeta;
      return {
        // Of a file whose row says nothing the drive is asked again.
        meta: files.length === remote.length ? known : { ...known, auditAt: 0 },
        entities: usable,
        remote: files,
        creating: new Map(creating.filter(isStoredIntent).map(({ id, fileId }) => [id, fileId])),
        tainted: new Set(tainted.map(({ fileId }) => fileId)),
        attempts: attempts.filter(isStamped("id", "atMs")),
        packs: packs.filter(isStamped("fileId", "writtenAt")),
        attachments: kept,
        unreferenced: unreferenced.filter(isStamped("fileId", "since")),
        unreadableRows: entities.length - usable.length + attachments.length - kept.length,
      };
    });
  }

  /** Without the notes whose text is missing. Where nothing else is amiss their number says whether there are any, in a hundredth of the time. */
  async #readable(all: readonly LightEntity[], texts: number): Promise<readonly LightEntity[]> {
    const isTextNote = (entity: LightEntity): boolean => entity.kind === "note" && entity.contentChars !== 0;
    const entities = all.filter(isStoredEntity);
    if (entities.length === all.length && entities.filter(isTextNote).length <= texts) return entities;
    const there = new Set(await this.#database.getAllKeys(DB.contents));
    return entities.filter((entity) => !isTextNote(entity) || there.has(entity.id));
  }

  readEntities(ids: readonly string[]) {
    return guarded(async () => {
      const transaction = this.#database.transaction([DB.notes, DB.contents]);
      const stored = await readStored(transaction as unknown as Transaction, ids);
      return new Map([...stored].map(([id, { entity }]) => [id, entity] as const));
    });
  }

  readBases(id: string) {
    return guarded(async (): Promise<readonly Base[]> => {
      const transaction = this.#database.transaction([DB.notes, DB.contents, DB.bases]) as unknown as Transaction;
      const [apart, stored] = await Promise.all([transaction.objectStore(DB.bases).index("id").getAll(id), readOne(transaction, id)]);
      return withStanding(apart.filter(isStoredBase), stored);
    });
  }

  readVersions(noteId: string) {
    return guarded(async () => {
      const { readVersionsOf } = await loadOrThrow(versionRuns);
      return readVersionsOf(this.#database.transaction([DB.bases]), noteId);
    });
  }

  transact<Answer>(reads: Reads, plan: (seen: Seen) => Plan<Answer>, durability: Durability): Promise<Result<Answer, StoreProblem>> {
    const begin = async () => {
      if (reads.versionsOf !== undefined) await loadOrThrow(versionRuns);
      return this.#database.transaction(STORES, "readwrite", { durability });
    };
    return transactWhole(begin, async (transaction) => {
      const shown = await see(transaction, reads);
      const planned = plan(shown.seen);
      const written = whenDone(transaction);
      const bases = await partitionBases(transaction, planned.writes, shown);
      const versions =
        (await versionRuns.loaded()?.planRows(transaction as never, planned.writes)) ?? planned.writes.versions?.map(toVersionRow);
      write(transaction, planned.writes, bases, { meta: shown.seen.meta, nowMs: this.#deps.now(), versions });
      await written;
      return planned.answer;
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
      await Promise.all([transaction.store.put(draft), transaction.done]).catch(async (error: unknown) => {
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
