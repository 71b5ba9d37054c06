/**
 * Local mode's store in `NotesAppLocal`, version 1, with the spec's five stores (B §3). Without a drive there are no remote files, bases or
 * intents. Drafts, open tabs and the counter are in `local_metadata` by key. Each transaction logs its changes in `local_usage` by day.
 */

import { referencesIn } from "@satchel/core/document/references.ts";
import { toLight } from "@satchel/core/library/index/in-range.ts";
import { isStoredEntity, toBytes, toStoredDraft, toStoredTabs } from "@satchel/core/library/index/stored-rows.ts";
import { firstMeta, toMeta } from "@satchel/core/library/index/sync-meta.ts";
import { addUsage, firstUsageDate, toUsageActions, toUsageDate, type UsageDay } from "@satchel/core/library/usage/usage-log.ts";
import type { AttachmentRow } from "@satchel/core/model/entities/attachment-row.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import type { KeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { lazyModule, loadOrThrow } from "@satchel/core/model/lazy/lazy-module.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { LOCAL_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { AttachmentStore } from "@satchel/core/ports/device/attachment-store.ts";
import type {
  Base,
  DraftStore,
  Durability,
  LocalStore,
  Plan,
  Reads,
  StoredDraft,
  StoredSeen,
  StoredTab,
  StoreProblem,
  SyncMeta,
  TabStore,
  Writes,
} from "@satchel/core/ports/device/local-store.ts";
import type { LocalSensitiveStore } from "@satchel/core/ports/sealing/local-sensitive-store.ts";
import type { LocalSensitive } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import type { LocalNotes } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import { commitNow, guarded, toCause, transactWhole } from "./databases/idb-problems.ts";
import { openReconnecting } from "./databases/reconnecting-store.ts";
import { fromFolderRow, fromNoteRow, isAttachmentRow, type LocalFolderRow, type LocalNoteRow } from "./rows/local-rows.ts";
import { distinctVersions, planVersionRows } from "./rows/version-rows.ts";

type WindowTabs = { readonly tabs: readonly StoredTab[]; readonly activeTabId: string | null };
type MetadataRow = { readonly key: string; readonly value: unknown };

/** The spec's fields (B §3 "Attachment (local)"). `data` is the file itself, or sealed for the Sensitive folder. */
type LocalAttachmentRow = {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly fileType: string;
  readonly size: number;
  readonly noteId: string | null;
  readonly createdAt: number;
  readonly data: Uint8Array;
  readonly md5: string;
};

interface LocalSchema extends DBSchema {
  local_notes: { key: string; value: LocalNoteRow };
  local_folders: { key: string; value: LocalFolderRow };
  local_attachments: { key: string; value: LocalAttachmentRow };
  local_metadata: { key: string; value: MetadataRow };
  local_usage: { key: string; value: UsageDay };
}

const STORES = [DB.notes, DB.folders, DB.metadata, DB.attachments, DB.usage] as const;
const META_KEY = "sync";
const SENSITIVE_KEY = "sensitive";
const DRAFT_PREFIX = "draft:";
const TABS_PREFIX = "tabs:";
/** Key prefix of a note's former versions: `version:ID:0:…` unencrypted, as runs, and `version:ID:1:…` sealed. */
const VERSION_PREFIX = "version:";
/** Key prefix of a note's search text (adapters/search). */
export const TEXT_PREFIX = "text:";

/** A transaction cannot wait for a script: this loads before one that reads versions; until then versions are written whole. */
const runs = lazyModule(() => import("@satchel/core/library/history/deltas/kept-runs.ts"));

type Database = IDBPDatabase<LocalSchema>;
type Transaction = IDBPTransaction<LocalSchema, typeof STORES, "readwrite">;

export type LocalModeStore = LocalStore &
  DraftStore &
  TabStore &
  AttachmentStore &
  LocalSensitiveStore &
  Pick<LocalNotes, "attachmentIds"> & {
    /** Usage by day, oldest first. */
    readUsage(): Promise<Result<readonly UsageDay[], StoreProblem>>;
    /** Number of unreadable folder rows when the index was last loaded. */
    unreadableFolders(): number;
  };

export function openLocalModeStore(deps: {
  readonly now: () => number;
  readonly newDeviceId: () => string;
  readonly onOutdated: () => Promise<void>;
  readonly isDiskFull?: () => Promise<boolean>;
}): Promise<Result<LocalModeStore, StoreProblem>> {
  return openReconnecting<LocalModeStore>({
    isDiskFull: deps.isDiskFull,
    connect: ({ onLost, hush }) =>
      guarded(async () => {
        const leave = (): Promise<void> => {
          hush();
          return deps.onOutdated();
        };
        const database = await openLocalDatabase(leave, onLost);
        void runs.load();
        return { deviceIds: await ensureMeta(database, deps.newDeviceId), store: new IndexedDbLocalStore(database, deps.now) };
      }),
  });
}

/** Returns the device ids that this device has had in the database. */
async function ensureMeta(database: Database, newDeviceId: () => string): Promise<readonly string[]> {
  const transaction = database.transaction(DB.metadata, "readwrite");
  const kept = (await transaction.store.get(META_KEY))?.value;
  const fresh = firstMeta(newDeviceId());
  const meta = toMeta(kept, fresh) ?? fresh;
  if (meta !== kept) await transaction.store.put({ key: META_KEY, value: meta });
  await transaction.done;
  return [meta.deviceId, ...meta.formerIds];
}

/** `onLost`: the browser closed the database. */
export function openLocalDatabase(onOutdated: () => Promise<void>, onLost?: () => void): Promise<Database> {
  return openDB<LocalSchema>(DB.name, DB.version, {
    upgrade(database) {
      database.createObjectStore(DB.notes, { keyPath: "noteId" });
      database.createObjectStore(DB.folders, { keyPath: "folderId" });
      database.createObjectStore(DB.attachments, { keyPath: "id" });
      database.createObjectStore(DB.metadata, { keyPath: "key" });
      database.createObjectStore(DB.usage, { keyPath: "date" });
    },
    blocking(_current, _blocked, event) {
      const database = event.target as IDBDatabase;
      void onOutdated().finally(() => database.close());
    },
    ...(onLost === undefined ? {} : { terminated: onLost }),
  });
}

class IndexedDbLocalStore implements LocalModeStore {
  readonly #database: Database;
  readonly #now: () => number;
  #unreadableFolders = 0;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  unreadableFolders(): number {
    return this.#unreadableFolders;
  }

  loadIndex() {
    return guarded(async () => {
      const transaction = this.#database.transaction(STORES);
      const [meta, notes, folders] = await Promise.all([
        transaction.objectStore(DB.metadata).get(META_KEY),
        transaction.objectStore(DB.notes).getAll(),
        transaction.objectStore(DB.folders).getAll(),
      ]);
      const readFolders = folders.map(fromFolderRow);
      this.#unreadableFolders = readFolders.filter((folder) => folder === undefined).length;
      const found = [...notes.map(fromNoteRow), ...readFolders];
      const entities = found.filter((entity) => entity !== undefined).map(toLight);
      return {
        meta: meta?.value as SyncMeta,
        entities,
        remote: [],
        attempts: [],
        packs: [],
        // Attachment rows hold whole files; each is read on request.
        attachments: [],
        unreferenced: [],
        unreadableRows: found.length - entities.length,
      };
    });
  }

  readEntities(ids: readonly string[]) {
    return guarded(() => readEntities(this.#database.transaction(STORES) as unknown as Transaction, ids));
  }

  async readBases(): Promise<Result<readonly Base[], StoreProblem>> {
    return ok([]);
  }

  readVersions(noteId: string) {
    return guarded(async () => {
      await loadOrThrow(runs);
      return readVersions(this.#database.transaction(DB.metadata).store, noteId);
    });
  }

  transact<Value>(reads: Reads, plan: (seen: StoredSeen) => Plan<Value>, durability: Durability): Promise<Result<Value, StoreProblem>> {
    const begin = async () => {
      if (reads.versionsOf !== undefined) await loadOrThrow(runs);
      return this.#database.transaction(STORES, "readwrite", { durability });
    };
    return transactWhole(begin, async (transaction) => {
      const seen = await see(transaction, reads);
      const planned = plan(seen);
      const logged = logUsage(transaction, planned.writes, this.#now());
      const versions = await planRows(transaction, planned.writes);
      await Promise.all([logged, ...write(transaction, planned.writes, { meta: seen.meta, versions }), transaction.done]);
      return planned.answer;
    });
  }

  loadDrafts() {
    return guarded(() => this.#readDrafts());
  }

  putDraft(draft: StoredDraft) {
    return guarded(() => this.#put(DRAFT_PREFIX + draft.draftId, draft));
  }

  removeDraft(draftId: string) {
    return guarded(() => this.#database.delete(DB.metadata, DRAFT_PREFIX + draftId));
  }

  loadTabs(windowId: string) {
    return guarded(async () => {
      const row = await this.#database.get(DB.metadata, TABS_PREFIX + windowId);
      return toStoredTabs(row?.value);
    });
  }

  putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null) {
    return guarded(() => this.#put(TABS_PREFIX + windowId, { tabs, activeTabId } satisfies WindowTabs));
  }

  readAttachment(id: string) {
    return guarded(async () => toBytes((await this.#database.get(DB.attachments, id))?.data));
  }

  attachmentIds() {
    return guarded(() => this.#database.getAllKeys(DB.attachments));
  }

  heldReferences(ids: readonly string[]) {
    return guarded(async () => {
      const drafts = await this.#readDrafts();
      const held = new Set(drafts.flatMap(({ content }) => referencesIn(content)));
      return new Set(ids.filter((id) => held.has(id)));
    });
  }

  readSensitive() {
    return guarded(async () => (await this.#database.get(DB.metadata, SENSITIVE_KEY))?.value as LocalSensitive | undefined);
  }

  writeSensitive(next: LocalSensitive, read: LocalSensitive | undefined) {
    return guarded(async () => {
      const transaction = this.#database.transaction(DB.metadata, "readwrite", { durability: "strict" });
      const stored = (await transaction.store.get(SENSITIVE_KEY))?.value as LocalSensitive | undefined;
      const isAsRead = stored?.spw.ct === read?.spw.ct;
      if (isAsRead) await transaction.store.put({ key: SENSITIVE_KEY, value: next });
      await transaction.done;
      return isAsRead;
    });
  }

  readUsage() {
    return guarded(() => this.#database.getAll(DB.usage));
  }

  close(): void {
    this.#database.close();
  }

  async #put(key: string, value: unknown): Promise<void> {
    const transaction = this.#database.transaction(DB.metadata, "readwrite", { durability: "strict" });
    const put = transaction.store.put({ key, value });
    commitNow(transaction);
    await Promise.all([put, transaction.done]).catch(async (error: unknown) => {
      throw await toCause(transaction, error);
    });
  }

  async #readDrafts(): Promise<readonly StoredDraft[]> {
    return (await this.#readAll(DRAFT_PREFIX)).flatMap((draft) => toStoredDraft(draft) ?? []);
  }

  async #readAll(prefix: string): Promise<readonly unknown[]> {
    const rows = await this.#database.getAll(DB.metadata, IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    return rows.map(({ value }) => value);
  }
}

async function see(transaction: Transaction, { entities = [], attachments = [], versionsOf = [] }: Reads): Promise<StoredSeen> {
  const metadata = transaction.objectStore(DB.metadata);
  const [meta, found, kept, versions] = await Promise.all([
    transaction.objectStore(DB.metadata).get(META_KEY),
    readEntities(transaction, entities),
    Promise.all(attachments.map((id) => transaction.objectStore(DB.attachments).get(id))),
    Promise.all(versionsOf.map(async (id) => [id, await readVersions(metadata, id)] as const)),
  ]);
  return {
    meta: meta?.value as SyncMeta,
    entities: found,
    remoteOf: new Map(),
    basesOf: new Map(),
    versionsOf: new Map(versions),
    attachments: new Map(
      kept.flatMap((row) => (row !== undefined && isAttachmentRow(row) ? [[row.id, toAttachmentRow(row)] as const] : [])),
    ),
  };
}

type Metadata = { getAll(range: IDBKeyRange): Promise<readonly MetadataRow[]> };

async function readVersions(metadata: Metadata, noteId: string): Promise<readonly KeptVersion[]> {
  const rows = await metadata.getAll(rangeOf(`${VERSION_PREFIX}${noteId}:`));
  return distinctVersions(rows.flatMap(({ value }) => toKeptVersions(noteId, value)));
}

async function planRows(transaction: Transaction, writes: Writes): Promise<readonly MetadataRow[]> {
  const code = runs.loaded();
  if (code === undefined) return (writes.versions ?? []).map(toWholeRow);
  const metadata = transaction.objectStore(DB.metadata);
  return planVersionRows(writes, {
    async rowsOfNote(noteId, isForgotten, added) {
      const prefix = versionPrefix(noteId, false);
      const rows = isForgotten ? [] : await metadata.getAll(rangeOf(prefix));
      const stored = rows.map(({ key, value }) => ({
        key: key.slice(prefix.length),
        run: (value as { readonly run?: unknown } | undefined)?.run,
      }));
      return code.addToStored(noteId, stored, added).map(({ key, run }) => ({ key: prefix + key, value: { noteId, key, run } }));
    },
    toWhole: toWholeRow,
  });
}

function toWholeRow(version: KeptVersion): MetadataRow {
  return { key: versionPrefix(version.noteId, version.note.sealed !== undefined) + version.key, value: version };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

function versionPrefix(noteId: string, isSealed: boolean): string {
  return `${VERSION_PREFIX}${noteId}:${isSealed ? 1 : 0}:`;
}

function toKeptVersions(noteId: string, value: unknown): readonly KeptVersion[] {
  const version = value as (KeptVersion & { readonly run?: unknown }) | undefined;
  const run = runs.loaded()?.toRun(noteId, version?.run);
  if (run !== undefined) return runs.loaded()?.readRun(run) ?? [];
  const { noteId: id, key, note } = version ?? {};
  return id === noteId && typeof key === "string" && isStoredEntity(note ?? {}) ? [version as KeptVersion] : [];
}

async function readEntities(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Entity>> {
  const read = async (id: string): Promise<Entity | undefined> => {
    const [note, folder] = await Promise.all([transaction.objectStore(DB.notes).get(id), transaction.objectStore(DB.folders).get(id)]);
    if (note !== undefined) return fromNoteRow(note);
    return folder === undefined ? undefined : fromFolderRow(folder);
  };
  const found = await Promise.all(ids.map(read));
  return new Map(found.flatMap((entity) => (entity === undefined ? [] : [[entity.id, entity] as const])));
}

/** `versions`: rows of the history in their new form. */
type Beside = { readonly meta: SyncMeta; readonly versions: readonly MetadataRow[] };

function write(transaction: Transaction, writes: Writes, { meta: before, versions }: Beside): readonly Promise<unknown>[] {
  const { entities = [], meta, drafts = [], forgetDrafts = [], attachments = [], attachmentBytes = [], forgetAttachments = [] } = writes;
  const metadata = transaction.objectStore(DB.metadata);
  return [
    ...(meta === undefined ? [] : [metadata.put({ key: META_KEY, value: { ...before, ...meta } })]),
    ...entities.map((entity) => putEntity(transaction, entity)),
    // A note that becomes sensitive must leave no plaintext behind (encryption.md 3.5 (9)).
    ...entities.flatMap((entity) => (entity.kind === "note" && entity.isEncrypted ? [metadata.delete(TEXT_PREFIX + entity.id)] : [])),
    ...drafts.map((draft) => metadata.put({ key: DRAFT_PREFIX + draft.draftId, value: draft })),
    ...forgetDrafts.map((draft) => forgetDraft(metadata, draft)),
    ...attachments.flatMap((row) => putAttachment(transaction, row, attachmentBytes.find(({ id }) => id === row.id)?.bytes)),
    ...forgetAttachments.map((id) => transaction.objectStore(DB.attachments).delete(id)),
    ...writeVersions(transaction, writes, versions),
  ];
}

const metadataOf = (transaction: Transaction) => transaction.objectStore(DB.metadata);

async function forgetDraft(
  metadata: ReturnType<typeof metadataOf>,
  { draftId, savedByMs }: NonNullable<Writes["forgetDrafts"]>[number],
): Promise<void> {
  const key = DRAFT_PREFIX + draftId;
  const row = await metadata.get(key);
  if (((row?.value as StoredDraft | undefined)?.savedAtMs ?? 0) <= savedByMs) await metadata.delete(key);
}

function writeVersions(
  transaction: Transaction,
  { forgetVersions = [] }: Writes,
  versions: readonly MetadataRow[],
): readonly Promise<unknown>[] {
  const metadata = transaction.objectStore(DB.metadata);
  const locks = ({ inClear = false }: { readonly inClear?: boolean }) => (inClear ? [false] : [false, true]);
  return [
    ...forgetVersions.flatMap((one) => locks(one).map((isSealed) => metadata.delete(rangeOf(versionPrefix(one.noteId, isSealed))))),
    ...versions.map((row) => metadata.put(row)),
  ];
}

/** Must be called before any write, because it reads the former content. */
async function logUsage(transaction: Transaction, writes: Writes, nowMs: number): Promise<void> {
  const { entities = [], attachments = [] } = writes;
  if (entities.length + attachments.length === 0) return;
  const usage = transaction.objectStore(DB.usage);
  const date = toUsageDate(nowMs);
  const [before, day] = await Promise.all([
    readEntities(
      transaction,
      entities.map(({ id }) => id),
    ),
    usage.get(date),
  ]);
  const actions = toUsageActions(writes, before, nowMs);
  if (actions.length === 0) return;
  const forgetting = day === undefined ? usage.delete(IDBKeyRange.upperBound(firstUsageDate(nowMs), true)) : undefined;
  await Promise.all([usage.put(addUsage(day, date, actions)), forgetting]);
}

/** A row without bytes would be a lost file, so none is written. */
function putAttachment(transaction: Transaction, row: AttachmentRow, data: Uint8Array | undefined): readonly Promise<unknown>[] {
  const { id, sizeBytes: size, md5, addedAt: createdAt, upload } = row;
  if (data === undefined || upload.kind !== "local") return [];
  const { fileName, mimeType, noteId } = upload;
  return [transaction.objectStore(DB.attachments).put({ id, fileName, mimeType, fileType: mimeType, size, noteId, createdAt, data, md5 })];
}

function toAttachmentRow({ id, fileName, mimeType, noteId, size, createdAt, data, md5 }: LocalAttachmentRow): AttachmentRow {
  const upload = { kind: "local", fileName, mimeType, noteId } as const;
  return { id, sizeBytes: size, sealedBytes: data.length, md5, addedAt: createdAt, usedAt: createdAt, upload };
}

function putEntity(transaction: Transaction, entity: Entity): Promise<unknown> {
  const { id, mtime, ...rest } = entity;
  const local = { isLocal: true, syncStatus: "local_only", lastModified: mtime } as const;
  if (rest.kind === "note") return transaction.objectStore(DB.notes).put({ ...rest, ...local, noteId: id });
  return transaction.objectStore(DB.folders).put({ ...rest, ...local, folderId: id });
}
