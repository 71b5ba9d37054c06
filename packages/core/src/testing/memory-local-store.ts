/**
 * A local store in memory for tests and the simulator, with the same atomic transactions as the browser's. `MemoryDisk` survives a crash; a
 * store is one process's access to it.
 */

import { referencesIn } from "../document/references.ts";
import { toLight } from "../library/index/in-range.ts";
import { firstMeta } from "../library/index/sync-meta.ts";
import type { KnownPack } from "../model/drive/pack.ts";
import type { RemoteFile } from "../model/drive/remote-file.ts";
import type { AttachmentRow, UnreferencedMark } from "../model/entities/attachment-row.ts";
import type { Conflict } from "../model/entities/conflict.ts";
import type { Entity } from "../model/entities/entity.ts";
import type { LogEntry } from "../model/entities/log-entry.ts";
import type { KeptVersion } from "../model/entities/note-versions.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { AttachmentStore } from "../ports/device/attachment-store.ts";
import type {
  Attempt,
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
  Writes,
} from "../ports/device/local-store.ts";

export class MemoryDisk {
  meta: SyncMeta;
  readonly entities = new Map<string, Entity>();
  readonly bases = new Map<string, Map<string, Base>>();
  readonly remote = new Map<string, RemoteFile>();
  readonly attempts = new Map<string, Attempt>();
  readonly packs = new Map<string, KnownPack>();
  readonly attachments = new Map<string, AttachmentRow>();
  readonly attachmentBytes = new Map<string, Uint8Array>();
  readonly unreferenced = new Map<string, UnreferencedMark>();
  readonly drafts = new Map<string, StoredDraft>();
  log: LogEntry[] = [];
  readonly conflicts = new Map<string, Conflict>();
  /** By note id and key. */
  readonly versions = new Map<string, Map<string, KeptVersion>>();
  readonly tabs = new Map<string, { tabs: readonly StoredTab[]; activeTabId: string | null }>();

  constructor(deviceId: string) {
    this.meta = firstMeta(deviceId);
  }

  /** Returns a copy of the disk, like a copied browser profile. */
  copy(): MemoryDisk {
    const copied = new MemoryDisk(this.meta.deviceId);
    copied.meta = this.meta;
    for (const name of COPIED) {
      for (const [key, value] of this[name]) (copied[name] as Map<string, unknown>).set(key, value);
    }
    for (const [id, bases] of this.bases) copied.bases.set(id, new Map(bases));
    for (const [id, versions] of this.versions) copied.versions.set(id, new Map(versions));
    return copied;
  }
}

const COPIED = ["entities", "remote", "attempts", "packs", "drafts", "tabs", "attachments", "attachmentBytes", "unreferenced"] as const;

export type MemoryLocalStoreOptions = {
  /** Awaited before and after each commit; a test makes it fail, wait or never resolve. */
  readonly gate?: (at: "before-commit" | "after-commit", durability: Durability) => Promise<StoreProblem | undefined>;
};

export class MemoryLocalStore implements LocalStore, DraftStore, TabStore, LogStore, ConflictStore, AttachmentStore {
  readonly #disk: MemoryDisk;
  readonly #gate: NonNullable<MemoryLocalStoreOptions["gate"]>;

  constructor(disk: MemoryDisk, { gate = async () => undefined }: MemoryLocalStoreOptions = {}) {
    this.#disk = disk;
    this.#gate = gate;
  }

  async loadIndex() {
    const disk = this.#disk;
    return ok({
      meta: disk.meta,
      entities: [...disk.entities.values()].map(toLight),
      remote: [...disk.remote.values()],
      attempts: [...disk.attempts.values()],
      packs: [...disk.packs.values()],
      attachments: [...disk.attachments.values()],
      unreferenced: [...disk.unreferenced.values()],
    });
  }

  async readEntities(ids: readonly string[]) {
    return ok(pickFrom(this.#disk.entities, ids));
  }

  async readBases(id: string) {
    return ok([...(this.#disk.bases.get(id)?.values() ?? [])]);
  }

  async readVersions(noteId: string) {
    return ok(this.#versionsOf(noteId));
  }

  async transact<Returned>(
    reads: Reads,
    plan: (seen: StoredSeen) => Plan<Returned>,
    durability: Durability,
  ): Promise<Result<Returned, StoreProblem>> {
    const refused = await this.#gate("before-commit", durability);
    if (refused !== undefined) return failed(refused);
    const { writes, answer } = plan(this.#see(reads));
    this.#write(writes);
    const unclear = await this.#gate("after-commit", durability);
    return unclear === undefined ? ok(answer) : failed(unclear);
  }

  async loadDrafts() {
    return ok([...this.#disk.drafts.values()]);
  }

  async putDraft(draft: StoredDraft) {
    this.#disk.drafts.set(draft.draftId, draft);
    return ok(undefined);
  }

  async removeDraft(draftId: string) {
    this.#disk.drafts.delete(draftId);
    return ok(undefined);
  }

  async loadLog() {
    return ok([...this.#disk.log].reverse());
  }

  async trimLog(kept: number) {
    this.#disk.log = this.#disk.log.slice(-kept);
    return ok(undefined);
  }

  async loadConflicts() {
    return ok([...this.#disk.conflicts.values()]);
  }

  async loadTabs(windowId: string) {
    return ok(this.#disk.tabs.get(windowId) ?? { tabs: [], activeTabId: null });
  }

  async putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null) {
    this.#disk.tabs.set(windowId, { tabs, activeTabId });
    return ok(undefined);
  }

  async readAttachment(id: string) {
    return ok(this.#disk.attachmentBytes.get(id));
  }

  async heldReferences(ids: readonly string[]) {
    const { bases, conflicts, drafts } = this.#disk;
    const versions = [
      ...[...bases.values()].flatMap((ofOne) => [...ofOne.values()].map(({ entity }) => entity)),
      ...[...this.#disk.versions.values()].flatMap((ofOne) => [...ofOne.values()].map(({ note }) => note)),
    ];
    const sides = [...conflicts.values()].flatMap(({ local, cloud, merged }) => [local, cloud, merged]);
    const held = new Set([
      ...[...versions, ...sides].flatMap((entity) => (entity.kind === "note" ? entity.attIds : [])),
      ...[...drafts.values()].flatMap(({ content }) => referencesIn(content)),
    ]);
    return ok(new Set(ids.filter((id) => held.has(id))));
  }

  close(): void {}

  #see({ entities = [], remoteOf = [], basesOf = [], attachments = [], versionsOf = [] }: Reads): StoredSeen {
    const disk = this.#disk;
    return {
      meta: disk.meta,
      entities: pickFrom(disk.entities, entities),
      remoteOf: filesOf(remoteOf, disk.remote),
      basesOf: new Map(basesOf.map((id) => [id, [...(disk.bases.get(id)?.values() ?? [])]])),
      attachments: pickFrom(disk.attachments, attachments),
      versionsOf: new Map(versionsOf.map((id) => [id, this.#versionsOf(id)])),
    };
  }

  #write(writes: Writes): void {
    const disk = this.#disk;
    if (writes.meta !== undefined) disk.meta = { ...disk.meta, ...writes.meta };
    for (const entity of writes.entities ?? []) disk.entities.set(entity.id, entity);
    for (const file of writes.remote ?? []) disk.remote.set(file.fileId, file);
    for (const fileId of writes.forgetRemote ?? []) disk.remote.delete(fileId);
    for (const base of writes.bases ?? []) this.#basesOf(base.id).set(base.vvKey, base);
    for (const { id, vvKey } of writes.forgetBases ?? []) this.#basesOf(id).delete(vvKey);
    for (const pack of writes.packs ?? []) disk.packs.set(pack.fileId, pack);
    for (const fileId of writes.forgetPacks ?? []) disk.packs.delete(fileId);
    for (const attempt of writes.attempts ?? []) disk.attempts.set(attempt.id, attempt);
    for (const id of writes.forgetAttempts ?? []) disk.attempts.delete(id);
    for (const draft of writes.drafts ?? []) disk.drafts.set(draft.draftId, draft);
    for (const { draftId, savedByMs } of writes.forgetDrafts ?? [])
      if ((disk.drafts.get(draftId)?.savedAtMs ?? 0) <= savedByMs) disk.drafts.delete(draftId);
    disk.log.push(...(writes.log ?? []));
    for (const conflict of writes.conflicts ?? []) disk.conflicts.set(conflict.id, conflict);
    for (const id of writes.forgetConflicts ?? []) disk.conflicts.delete(id);
    for (const row of writes.attachments ?? []) disk.attachments.set(row.id, row);
    for (const { id, bytes } of writes.attachmentBytes ?? []) disk.attachmentBytes.set(id, bytes);
    for (const id of writes.forgetAttachments ?? []) {
      disk.attachments.delete(id);
      disk.attachmentBytes.delete(id);
    }
    for (const mark of writes.unreferenced ?? []) disk.unreferenced.set(mark.fileId, mark);
    for (const fileId of writes.forgetUnreferenced ?? []) disk.unreferenced.delete(fileId);
    this.#writeVersions(writes);
  }

  #writeVersions({ versions = [], forgetVersions = [] }: Writes): void {
    const kept = this.#disk.versions;
    for (const { noteId, inClear = false } of forgetVersions) {
      for (const { key, note } of this.#versionsOf(noteId)) if (!inClear || note.sealed === undefined) kept.get(noteId)?.delete(key);
    }
    for (const version of versions) {
      const ofNote = kept.get(version.noteId) ?? new Map<string, KeptVersion>();
      kept.set(version.noteId, ofNote.has(version.key) && version.note.sealed === undefined ? ofNote : ofNote.set(version.key, version));
    }
  }

  #versionsOf(noteId: string): readonly KeptVersion[] {
    return [...(this.#disk.versions.get(noteId)?.values() ?? [])];
  }

  #basesOf(id: string): Map<string, Base> {
    const bases = this.#disk.bases.get(id) ?? new Map<string, Base>();
    this.#disk.bases.set(id, bases);
    return bases;
  }
}

function pickFrom<Value>(from: ReadonlyMap<string, Value>, keys: readonly string[]): Map<string, Value> {
  return new Map(keys.flatMap((key) => (from.has(key) ? [[key, from.get(key) as Value] as const] : [])));
}

function filesOf(ids: readonly string[], remote: ReadonlyMap<string, RemoteFile>): ReadonlyMap<string, readonly RemoteFile[]> {
  const found = new Map<string, RemoteFile[]>(ids.map((id) => [id, []]));
  if (ids.length > 0) for (const file of remote.values()) found.get(file.id)?.push(file);
  return found;
}
