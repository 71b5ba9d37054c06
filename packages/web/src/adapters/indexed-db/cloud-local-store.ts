/**
 * The local store of an account's library in `CloudNotesCache`. One `transact` is one IndexedDB transaction: reads, the pure plan,
 * and writes; whole or not at all. decisions §5 "Cache database".
 */
import { referencesIn } from "@satchel/core/attachments/references.ts";
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
  Writes,
} from "@satchel/core/ports/local-store.ts";
import type { Result } from "@satchel/core/result.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/storage-keys.ts";
import type { Entity } from "@satchel/core/sync/entity.ts";
import type { RemoteFile } from "@satchel/core/sync/remote-file.ts";
import type { IDBPTransaction } from "idb";
import { type CloudDatabase, type CloudSchema, openCloudDatabase } from "./cloud-database.ts";
import { firstMeta } from "./first-meta.ts";
import { abortQuietly, guarded } from "./idb-problems.ts";
import { fromRow, possibleKeys, toContentRow, toEntity, toRow } from "./note-rows.ts";

const STORES = [
  DB.notes,
  DB.contents,
  DB.bases,
  DB.remote,
  DB.creating,
  DB.tainted,
  DB.attempts,
  DB.packs,
  DB.meta,
  DB.drafts,
  DB.syncLog,
  DB.conflicts,
  DB.attachments,
  DB.attachmentBytes,
  DB.unreferenced,
  DB.searchChunks,
] as const;
const META_KEY = "sync";
/** Above this many ids one read of the whole store beats that many reads by index. */
const BULK_READ = 200;

type Transaction = IDBPTransaction<CloudSchema, typeof STORES, "readwrite">;

export type CloudStoreDeps = {
  readonly now: () => number;
  readonly newDeviceId: () => string;
  readonly onOutdated: () => Promise<void>;
};

export type CloudLocalStore = LocalStore & DraftStore & TabStore & LogStore & ConflictStore & AttachmentStore;

export async function openCloudLocalStore(deps: CloudStoreDeps): Promise<Result<CloudLocalStore, StoreProblem>> {
  const opened = await guarded(async () => {
    const database = await openCloudDatabase(deps.onOutdated);
    await ensureMeta(database, deps);
    return database;
  });
  return opened.ok ? { ok: true, value: new IndexedDbCloudStore(opened.value, deps) } : opened;
}

async function ensureMeta(database: CloudDatabase, { newDeviceId }: CloudStoreDeps): Promise<void> {
  const transaction = database.transaction(DB.meta, "readwrite");
  if ((await transaction.store.get(META_KEY)) === undefined) await transaction.store.put(firstMeta(newDeviceId()), META_KEY);
  await transaction.done;
}

class IndexedDbCloudStore implements CloudLocalStore {
  readonly #database: CloudDatabase;
  readonly #deps: CloudStoreDeps;

  constructor(database: CloudDatabase, deps: CloudStoreDeps) {
    this.#database = database;
    this.#deps = deps;
  }

  loadIndex() {
    return guarded(async () => {
      const transaction = this.#database.transaction(STORES);
      const store = transaction.objectStore.bind(transaction);
      const [meta, rows, remote, creating, tainted, attempts, packs, attachments, unreferenced] = await Promise.all([
        store(DB.meta).get(META_KEY),
        store(DB.notes).getAll(),
        store(DB.remote).getAll(),
        store(DB.creating).getAll(),
        store(DB.tainted).getAll(),
        store(DB.attempts).getAll(),
        store(DB.packs).getAll(),
        store(DB.attachments).getAll(),
        store(DB.unreferenced).getAll(),
      ]);
      return {
        meta: meta as SyncMeta,
        entities: rows.map(fromRow),
        remote,
        creating: new Map(creating.map(({ id, fileId }) => [id, fileId])),
        tainted: new Set(tainted.map(({ fileId }) => fileId)),
        attempts,
        packs,
        attachments,
        unreferenced,
      };
    });
  }

  readEntities(ids: readonly string[]) {
    return guarded(async () => {
      const transaction = this.#database.transaction([DB.notes, DB.contents]);
      const found = await Promise.all(ids.map((id) => readEntity(transaction as unknown as Transaction, id)));
      return new Map(found.flatMap((entity) => (entity === undefined ? [] : [[entity.id, entity] as const])));
    });
  }

  readBases(id: string) {
    return guarded((): Promise<readonly Base[]> => this.#database.getAllFromIndex(DB.bases, "id", id));
  }

  async transact<Answer>(reads: Reads, plan: (seen: Seen) => Plan<Answer>, durability: Durability): Promise<Result<Answer, StoreProblem>> {
    let planning: { readonly error: unknown } | undefined;
    const committed = await guarded(async () => {
      const transaction = this.#database.transaction(STORES, "readwrite", { durability });
      try {
        const seen = await see(transaction, reads);
        const planned = plan(seen);
        await Promise.all([...write(transaction, planned.writes, seen.meta, this.#deps.now()), transaction.done]);
        return planned.answer;
      } catch (error) {
        if (!(error instanceof DOMException)) planning = { error };
        abortQuietly(transaction);
        throw error;
      }
    });
    // A plan that throws is a broken rule of ours, not a fault of the disk.
    if (planning !== undefined) throw planning.error;
    return committed;
  }

  loadDrafts() {
    return guarded((): Promise<readonly StoredDraft[]> => this.#database.getAll(DB.drafts));
  }

  putDraft(draft: StoredDraft) {
    return guarded(async () => {
      const transaction = this.#database.transaction(DB.drafts, "readwrite", { durability: "strict" });
      await Promise.all([transaction.store.put(draft), transaction.done]);
    });
  }

  removeDraft(draftId: string) {
    return guarded(() => this.#database.delete(DB.drafts, draftId));
  }

  loadLog() {
    return guarded(async () => (await this.#database.getAll(DB.syncLog)).reverse());
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
    return guarded(() => this.#database.getAll(DB.conflicts));
  }

  loadTabs(windowId: string) {
    return guarded(async () => {
      const row = await this.#database.get(DB.tabs, windowId);
      return { tabs: row?.tabs ?? [], activeTabId: row?.activeTabId ?? null };
    });
  }

  putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null) {
    return guarded(async () => {
      await this.#database.put(DB.tabs, { windowId, tabs, activeTabId, savedAtMs: this.#deps.now() });
    });
  }

  readAttachment(id: string) {
    return guarded(async () => (await this.#database.get(DB.attachmentBytes, id))?.bytes);
  }

  heldReferences(ids: readonly string[]) {
    return guarded(async () => {
      const transaction = this.#database.transaction([DB.bases, DB.conflicts, DB.drafts]);
      const bases = transaction.objectStore(DB.bases).index("attIds");
      const [counts, conflicts, drafts] = await Promise.all([
        Promise.all(ids.map((id) => bases.count(id))),
        transaction.objectStore(DB.conflicts).getAll(),
        transaction.objectStore(DB.drafts).getAll(),
      ]);
      const held = new Set([
        ...conflicts.flatMap(({ local, cloud, merged }) => [...local.attIds, ...cloud.attIds, ...merged.attIds]),
        ...drafts.flatMap(({ content }) => referencesIn(content)),
      ]);
      return new Set(ids.filter((id, at) => (counts[at] ?? 0) > 0 || held.has(id)));
    });
  }

  close(): void {
    this.#database.close();
  }
}

async function see(
  transaction: Transaction,
  { entities = [], remoteOf = [], basesOf = [], creating = [], attachments = [] }: Reads,
): Promise<Seen> {
  const [meta, found, files, bases, reserved, kept] = await Promise.all([
    transaction.objectStore(DB.meta).get(META_KEY),
    Promise.all(entities.map((id) => readEntity(transaction, id))),
    readRemote(transaction, remoteOf),
    Promise.all(basesOf.map(async (id) => [id, await transaction.objectStore(DB.bases).index("id").getAll(id)] as const)),
    Promise.all(creating.map((id) => transaction.objectStore(DB.creating).get(id))),
    Promise.all(attachments.map((id) => transaction.objectStore(DB.attachments).get(id))),
  ]);
  return {
    meta: meta as SyncMeta,
    entities: new Map(found.flatMap((entity) => (entity === undefined ? [] : [[entity.id, entity] as const]))),
    remoteOf: files,
    basesOf: new Map(bases),
    creating: new Map(reserved.flatMap((row) => (row === undefined ? [] : [[row.id, row.fileId] as const]))),
    attachments: new Map(kept.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const]))),
  };
}

async function readEntity(transaction: Transaction, id: string): Promise<Entity | undefined> {
  const notes = transaction.objectStore(DB.notes);
  const [row, text] = await Promise.all([
    Promise.all(possibleKeys(id).map((key) => notes.get(key))),
    transaction.objectStore(DB.contents).get(id),
  ]);
  const found = row.find((candidate) => candidate !== undefined);
  return found === undefined ? undefined : toEntity(found, text);
}

async function readRemote(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RemoteFile[]>> {
  const store = transaction.objectStore(DB.remote);
  if (ids.length <= BULK_READ) return new Map(await Promise.all(ids.map(async (id) => [id, await store.index("id").getAll(id)] as const)));
  const files = new Map<string, RemoteFile[]>(ids.map((id) => [id, []]));
  for (const file of await store.getAll()) files.get(file.id)?.push(file);
  return files;
}

/** Every request is started before any is awaited, so that the transaction stays open for all of them. */
function write(transaction: Transaction, writes: Writes, meta: SyncMeta, nowMs: number): readonly Promise<unknown>[] {
  const store = transaction.objectStore.bind(transaction);
  return [
    ...(writes.meta === undefined ? [] : [store(DB.meta).put({ ...meta, ...writes.meta }, META_KEY)]),
    ...(writes.entities ?? []).flatMap((entity) => writeEntity(transaction, entity, nowMs)),
    ...(writes.remote ?? []).map((file) => store(DB.remote).put(file)),
    ...(writes.forgetRemote ?? []).map((fileId) => store(DB.remote).delete(fileId)),
    ...(writes.bases ?? []).map((base) => store(DB.bases).put(base)),
    ...(writes.forgetBases ?? []).map(({ id, vvKey }) => store(DB.bases).delete([id, vvKey])),
    ...(writes.creating ?? []).map((row) => store(DB.creating).put(row)),
    ...(writes.forgetCreating ?? []).map((id) => store(DB.creating).delete(id)),
    ...(writes.taint ?? []).map((fileId) => store(DB.tainted).put({ fileId })),
    ...(writes.untaint ?? []).map((fileId) => store(DB.tainted).delete(fileId)),
    ...(writes.attempts ?? []).map((attempt) => store(DB.attempts).put(attempt)),
    ...(writes.forgetAttempts ?? []).map((id) => store(DB.attempts).delete(id)),
    ...(writes.packs ?? []).map((pack) => store(DB.packs).put(pack)),
    ...(writes.forgetPacks ?? []).map((fileId) => store(DB.packs).delete(fileId)),
    ...(writes.forgetDrafts ?? []).map((draftId) => store(DB.drafts).delete(draftId)),
    ...(writes.log ?? []).map((entry) => store(DB.syncLog).add(entry)),
    ...(writes.conflicts ?? []).map((conflict) => store(DB.conflicts).put(conflict)),
    ...(writes.forgetConflicts ?? []).map((id) => store(DB.conflicts).delete(id)),
    ...writeAttachments(transaction, writes),
  ];
}

function writeAttachments(transaction: Transaction, writes: Writes): readonly Promise<unknown>[] {
  const store = transaction.objectStore.bind(transaction);
  return [
    ...(writes.attachments ?? []).map((row) => store(DB.attachments).put(row)),
    ...(writes.attachmentBytes ?? []).map((row) => store(DB.attachmentBytes).put(row)),
    ...(writes.forgetAttachments ?? []).flatMap((id) => [store(DB.attachments).delete(id), store(DB.attachmentBytes).delete(id)]),
    ...(writes.unreferenced ?? []).map((mark) => store(DB.unreferenced).put(mark)),
    ...(writes.forgetUnreferenced ?? []).map((fileId) => store(DB.unreferenced).delete(fileId)),
  ];
}

function writeEntity(transaction: Transaction, entity: Entity, nowMs: number): readonly Promise<unknown>[] {
  const row = transaction.objectStore(DB.notes).put(toRow(entity, nowMs));
  if (entity.kind === "folder") return [row];
  const text = transaction.objectStore(DB.contents).put(toContentRow(entity));
  // What becomes sensitive leaves no word behind (encryption.md 3.5 (9)).
  return entity.isEncrypted ? [row, text, transaction.objectStore(DB.searchChunks).delete(entity.id)] : [row, text];
}
