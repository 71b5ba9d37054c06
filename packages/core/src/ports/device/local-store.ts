/**
 * The device's storage: three trees (local entities, synced bases, remote files), bookkeeping, drafts and open tabs. A transaction reads
 * what is named, calls a pure plan, and writes its result atomically. Implemented by web/adapters/indexed-db (cloud library and local mode)
 * and testing/memory-local-store.ts.
 */

import type { KnownPack } from "../../model/drive/pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { AttachmentRow, UnreferencedMark } from "../../model/entities/attachment-row.ts";
import type { Conflict } from "../../model/entities/conflict.ts";
import type { Entity, LightEntity } from "../../model/entities/entity.ts";
import type { LogEntry } from "../../model/entities/log-entry.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { Result } from "../../model/result.ts";
import type { RemoteTarget } from "../remote/remote-store.ts";

/** A version that was sent to the drive or fetched from it, stored as a merge base. */
export type Base = { readonly id: string; readonly vvKey: string; readonly vv: VersionVector; readonly entity: Entity };

/** The last failed upload of an entity; removed once it is in the drive. */
export type Attempt = {
  readonly id: string;
  readonly count: number;
  readonly problem: string;
  readonly atMs: number;
  /**
   * True if the drive refused it. Retried with backoff (library/index/refusal.ts), and at once after a start, a reconnect or 'Try again'.
   */
  readonly parked: boolean;
  /** True if no response came or the server failed, so that the write may have taken effect. */
  readonly unclear: boolean;
};

export type SyncMeta = {
  /** Six random URL-safe characters, created with the database and shared by its copies. Shown to users; nothing is written under it. */
  readonly deviceId: string;
  /** Ids that this database gave up: to a copy of it (decision 0048), or in an earlier version of the app. They only name old history packs. */
  readonly formerIds: readonly string[];
  /** Writers of this database that published its device record, latest last. Another one in the record is a copy's. Decision 0048. */
  readonly recordWriters?: readonly string[];
  /** Counter of the dots of all writers of this database; the next write takes `ctr + 1`. */
  readonly ctr: number;
  readonly cursor: string | undefined;
  /** Time of the next full listing, Unix milliseconds; 0: at once. */
  readonly auditAt: number;
  readonly target: RemoteTarget | undefined;
  /** Vault of this library; no other vault reads or writes it. */
  readonly vaultId: string | undefined;
  readonly idPool: readonly string[];
  readonly initialSyncCompleted: boolean;
  readonly lastCompleteAt: number | undefined;
  /** Time from which this device may write a due pack: delayed by a random time, so that devices do not write at once. */
  readonly packDueAt: number | undefined;
  /** All former versions that this device wrote up to this counter are in history packs, except those not worth packing. */
  readonly historyCtr?: number | undefined;
  /** The listing (`auditAt`) after which the attachments folder was last collected. */
  readonly collectedAuditAt: number | undefined;
  /** Sensitive notes that were merged here, whose files may lack the folder's seal; written together with the merge. sync.md §11. */
  readonly strayNotes?: readonly string[];
  /**
   * Notes deleted without a question because the drive had trashed their files, within the window of the mass-removal check. sync.md §7.3.
   */
  readonly recentRemovals?: readonly RecentRemoval[];
  /** Notes and folders that the drive no longer holds, and since when; reported for a day. */
  readonly wentBack?: WentBack | undefined;
};

/** Bookkeeping as a plan sees it, with the name and the limit of the writer of this process, which are never stored. */
export type WritingMeta = SyncMeta & {
  readonly writer: string;
  /** Maximum number of entries in the vector of an edit. */
  readonly maxEntries: number;
};

/** `count` versions were older or missing in the drive, last at `atMs`, Unix milliseconds. */
export type WentBack = { readonly count: number; readonly atMs: number };

/** `count` notes were deleted at `atMs`, Unix milliseconds. */
export type RecentRemoval = { readonly atMs: number; readonly count: number };

export type Reads = {
  readonly entities?: readonly string[];
  readonly remoteOf?: readonly string[];
  readonly basesOf?: readonly string[];
  readonly attachments?: readonly string[];
  readonly versionsOf?: readonly string[];
};

/** Rows that a transaction has read, as stored. */
export type StoredSeen = {
  readonly meta: SyncMeta;
  readonly entities: ReadonlyMap<string, Entity>;
  /** Remote files by entity id. */
  readonly remoteOf: ReadonlyMap<string, readonly RemoteFile[]>;
  readonly basesOf: ReadonlyMap<string, readonly Base[]>;
  readonly attachments: ReadonlyMap<string, AttachmentRow>;
  readonly versionsOf: ReadonlyMap<string, readonly KeptVersion[]>;
};

export type Seen = Omit<StoredSeen, "meta"> & { readonly meta: WritingMeta };

export type Writes = {
  readonly entities?: readonly Entity[];
  readonly remote?: readonly RemoteFile[];
  readonly forgetRemote?: readonly string[];
  readonly bases?: readonly Base[];
  readonly forgetBases?: readonly { readonly id: string; readonly vvKey: string }[];
  /** These four are kept in memory only, never stored (library/index/writer.ts). */
  readonly creating?: readonly { readonly id: string; readonly fileId: string }[];
  readonly forgetCreating?: readonly string[];
  readonly taint?: readonly string[];
  readonly untaint?: readonly string[];
  readonly attempts?: readonly Attempt[];
  readonly forgetAttempts?: readonly string[];
  readonly packs?: readonly KnownPack[];
  readonly forgetPacks?: readonly string[];
  readonly meta?: Partial<SyncMeta>;
  /**
   * Drafts that this write supersedes, removed in the same transaction unless they were written later than `savedByMs` (their `savedAtMs`):
   * then they hold text that was typed while the save was under way, and the window may have ended since.
   */
  readonly forgetDrafts?: readonly { readonly draftId: string; readonly savedByMs: number }[];
  /** Drafts of a note that becomes sensitive, sealed with it. */
  readonly drafts?: readonly StoredDraft[];
  readonly log?: readonly LogEntry[];
  readonly conflicts?: readonly Conflict[];
  readonly forgetConflicts?: readonly string[];
  readonly attachments?: readonly AttachmentRow[];
  /** Written together with their rows, and immutable. */
  readonly attachmentBytes?: readonly { readonly id: string; readonly bytes: Uint8Array }[];
  /** Removes rows and bytes. */
  readonly forgetAttachments?: readonly string[];
  readonly unreferenced?: readonly UnreferencedMark[];
  readonly forgetUnreferenced?: readonly string[];
  /** Former versions of notes. The library adds those that a write replaces (library/index/versions-of-write.ts). */
  readonly versions?: readonly KeptVersion[];
  /** Removes all versions of a note, or only the unencrypted ones (`inClear`), before `versions` are written. */
  readonly forgetVersions?: readonly { readonly noteId: string; readonly inClear?: boolean }[];
  /** Notes whose current version is kept, however recent it is. */
  readonly keepsVersionsOf?: readonly string[];
};

export type Plan<Value> = { readonly writes: Writes; readonly answer: Value };

/** `strict`: on disk before it is acknowledged (everything the user did). `relaxed`: may be lost in a power failure. */
export type Durability = "strict" | "relaxed";

export type StoreProblem =
  | { readonly kind: "storage-denied" }
  | { readonly kind: "storage-full" }
  /** The database belongs to another vault; it is neither read nor changed. */
  | { readonly kind: "other-library" }
  | { readonly kind: "storage-broken"; readonly detail: string };

/** Everything except texts: what the list and the sync engine keep in memory. */
export type LibraryIndex = {
  readonly meta: SyncMeta;
  readonly entities: readonly LightEntity[];
  readonly remote: readonly RemoteFile[];
  readonly attempts: readonly Attempt[];
  readonly packs: readonly KnownPack[];
  readonly attachments: readonly AttachmentRow[];
  readonly unreferenced: readonly UnreferencedMark[];
  /** Number of rows that were left out because they are unusable (ports/device/unreadable-rows.ts). */
  readonly unreadableRows?: number;
};

export interface LocalStore {
  loadIndex(): Promise<Result<LibraryIndex, StoreProblem>>;
  readEntities(ids: readonly string[]): Promise<Result<ReadonlyMap<string, Entity>, StoreProblem>>;
  readBases(id: string): Promise<Result<readonly Base[], StoreProblem>>;
  /** Returns versions in no particular order. */
  readVersions(noteId: string): Promise<Result<readonly KeptVersion[], StoreProblem>>;
  /** `plan` must be pure: it is called again if the transaction has to be repeated. */
  transact<Value>(reads: Reads, plan: (seen: StoredSeen) => Plan<Value>, durability: Durability): Promise<Result<Value, StoreProblem>>;
  close(): void;
}

/**
 * Unsaved text of one tab. Stored beside the notes, never synced, and kept through crashes until saved or discarded (decision 0005
 * "Drafts").
 */
export type StoredDraft = {
  /** The tab's id. */
  readonly draftId: string;
  readonly noteId: string | null;
  readonly folderId: string | null;
  readonly title: string;
  readonly content: string;
  /** Version of the note that the editor opened; absent for a new note. */
  readonly baseVv?: VersionVector;
  /** `SeenVersion.base` of the next save, set if the text was merged into a version that its editor has not shown. */
  readonly base?: NoteDraft;
  readonly savedAtMs: number;
  /** Inner envelope of a sensitive note's draft, under the draft's id; title and content are then empty, and `base` is inside too. */
  readonly sealed?: string;
  /** Set if the draft must never be written unsealed. */
  readonly isSensitive?: true;
};

/** Without the title, which belongs to the note: the note may become sensitive while this row is left from a closed window. */
export type StoredTab = {
  readonly id: string;
  readonly type: "view" | "edit" | "new";
  readonly noteId: string | null;
  readonly isExpanded: boolean;
  readonly createdAt: number;
  readonly noteType?: string;
  /** As `EditTab.isFresh`. */
  readonly isFresh?: boolean;
  /** Folder and tags of a new note. */
  readonly folderId?: string | null;
  readonly tags?: readonly string[];
};

export interface DraftStore {
  loadDrafts(): Promise<Result<readonly StoredDraft[], StoreProblem>>;
  putDraft(draft: StoredDraft): Promise<Result<void, StoreProblem>>;
  removeDraft(draftId: string): Promise<Result<void, StoreProblem>>;
}

/** Sync activity on this device; written with the changes that it reports (`Writes.log`). */
export interface LogStore {
  /** Returns newest first. */
  loadLog(): Promise<Result<readonly LogEntry[], StoreProblem>>;
  /** Removes the oldest entries, so that `kept` remain. */
  trimLog(kept: number): Promise<Result<void, StoreProblem>>;
}

/** Notes that were edited in two places; written with the merge (`Writes.conflicts`). */
export interface ConflictStore {
  loadConflicts(): Promise<Result<readonly Conflict[], StoreProblem>>;
}

/** Open tabs of each window. A window keeps its `windowId` in its session storage. */
export interface TabStore {
  loadTabs(windowId: string): Promise<Result<{ readonly tabs: readonly StoredTab[]; readonly activeTabId: string | null }, StoreProblem>>;
  putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null): Promise<Result<void, StoreProblem>>;
}
