/**
 * What the device keeps: three trees (local entities, synced bases, remote files), bookkeeping, drafts and open tabs.
 * One transaction reads what is named, asks a pure plan what to write, and writes it: whole or not at all.
 * Implemented by web/adapters/indexed-db (cloud library and local mode) and testing/memory-local-store.ts.
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

/** A version that was sent to the drive or fetched from it, kept as a merge base. */
export type Base = { readonly id: string; readonly vvKey: string; readonly vv: VersionVector; readonly entity: Entity };

/** What went wrong with an entity at its last try; gone once it is in the drive. */
export type Attempt = {
  readonly id: string;
  readonly count: number;
  readonly problem: string;
  readonly atMs: number;
  /** Refused for certain; tried again with back-off (library/index/refusal.ts), and at once after a start, a reconnect or 'Try again'. */
  readonly parked: boolean;
  /** The answer never came or was a server's failure: it may have taken effect. */
  readonly unclear: boolean;
};

export type SyncMeta = {
  /** Six random URL-safe characters, made with the database and never reused. */
  readonly deviceId: string;
  /** Names this device gave up, because another one was found to write under them too. */
  readonly formerIds: readonly string[];
  /** Counter of this device's dots; the next write takes `ctr + 1`. */
  readonly ctr: number;
  readonly cursor: string | undefined;
  /** When the next full listing is due, milliseconds. 0: at once. */
  readonly auditAt: number;
  readonly target: RemoteTarget | undefined;
  /** Whose library this is; another vault never reads or writes it. */
  readonly vaultId: string | undefined;
  readonly idPool: readonly string[];
  readonly initialSyncCompleted: boolean;
  readonly lastCompleteAt: number | undefined;
  /** When this device may write a pack, once one is due: some minutes later than others, by chance. */
  readonly packDueAt: number | undefined;
  /** Of what this device wrote up to this counter all former versions are in history packs, as far as they were worth one. */
  readonly historyCtr?: number | undefined;
  /** The listing (`auditAt`) after which the folder of attachments was last looked through. */
  readonly collectedAuditAt: number | undefined;
  /** Sensitive notes that were put together here, whose files may lack the folder's seal; written with what brought them. sync.md §11. */
  readonly strayNotes?: readonly string[];
  /** Notes deleted without a question because the drive had trashed their files, within the window of the brake. sync.md §7.3. */
  readonly recentRemovals?: readonly RecentRemoval[];
  /** Notes and folders that the drive held and then no longer did, and since when: said for a day. */
  readonly wentBack?: WentBack | undefined;
};

/** `count` versions were older or missing in the drive, last at `atMs`, milliseconds since 1970. */
export type WentBack = { readonly count: number; readonly atMs: number };

/** `count` notes were deleted at `atMs`, milliseconds since 1970. */
export type RecentRemoval = { readonly atMs: number; readonly count: number };

export type Reads = {
  readonly entities?: readonly string[];
  readonly remoteOf?: readonly string[];
  readonly basesOf?: readonly string[];
  readonly creating?: readonly string[];
  readonly attachments?: readonly string[];
  readonly versionsOf?: readonly string[];
};

export type Seen = {
  readonly meta: SyncMeta;
  readonly entities: ReadonlyMap<string, Entity>;
  /** Remote files by entity id. */
  readonly remoteOf: ReadonlyMap<string, readonly RemoteFile[]>;
  readonly basesOf: ReadonlyMap<string, readonly Base[]>;
  /** Reserved drive file id by entity id. */
  readonly creating: ReadonlyMap<string, string>;
  readonly attachments: ReadonlyMap<string, AttachmentRow>;
  readonly versionsOf: ReadonlyMap<string, readonly KeptVersion[]>;
};

export type Writes = {
  readonly entities?: readonly Entity[];
  readonly remote?: readonly RemoteFile[];
  readonly forgetRemote?: readonly string[];
  readonly bases?: readonly Base[];
  readonly forgetBases?: readonly { readonly id: string; readonly vvKey: string }[];
  readonly creating?: readonly { readonly id: string; readonly fileId: string }[];
  readonly forgetCreating?: readonly string[];
  readonly taint?: readonly string[];
  readonly untaint?: readonly string[];
  readonly attempts?: readonly Attempt[];
  readonly forgetAttempts?: readonly string[];
  readonly packs?: readonly KnownPack[];
  readonly forgetPacks?: readonly string[];
  readonly meta?: Partial<SyncMeta>;
  /** Drafts that this write makes superfluous, removed in the same transaction. */
  readonly forgetDrafts?: readonly string[];
  /** Drafts of a note that becomes sensitive, sealed with it. */
  readonly drafts?: readonly StoredDraft[];
  readonly log?: readonly LogEntry[];
  readonly conflicts?: readonly Conflict[];
  readonly forgetConflicts?: readonly string[];
  readonly attachments?: readonly AttachmentRow[];
  /** Written with their rows, and never changed. */
  readonly attachmentBytes?: readonly { readonly id: string; readonly bytes: Uint8Array }[];
  /** Rows and bytes. */
  readonly forgetAttachments?: readonly string[];
  readonly unreferenced?: readonly UnreferencedMark[];
  readonly forgetUnreferenced?: readonly string[];
  /** Former versions of notes. The library adds those that a write replaces (library/index/versions-of-write.ts). */
  readonly versions?: readonly KeptVersion[];
  /** All of a note, or those whose text is not sealed; forgotten before `versions` are written. */
  readonly forgetVersions?: readonly { readonly noteId: string; readonly inClear?: boolean }[];
  /** Notes whose present version is kept, however short the time since it was written. */
  readonly keepsVersionsOf?: readonly string[];
};

export type Plan<Value> = { readonly writes: Writes; readonly answer: Value };

/** `strict`: on disk before it is acknowledged (everything the user did). `relaxed`: may be lost with the machine's power. */
export type Durability = "strict" | "relaxed";

export type StoreProblem =
  | { readonly kind: "storage-denied" }
  | { readonly kind: "storage-full" }
  /** What is here belongs to another vault; it is neither read nor touched. */
  | { readonly kind: "other-library" }
  | { readonly kind: "storage-broken"; readonly detail: string };

/** Everything but texts: what the list and the sync engine hold in memory. */
export type LibraryIndex = {
  readonly meta: SyncMeta;
  readonly entities: readonly LightEntity[];
  readonly remote: readonly RemoteFile[];
  readonly creating: ReadonlyMap<string, string>;
  readonly tainted: ReadonlySet<string>;
  readonly attempts: readonly Attempt[];
  readonly packs: readonly KnownPack[];
  readonly attachments: readonly AttachmentRow[];
  readonly unreferenced: readonly UnreferencedMark[];
  /** How many rows were left out because they hold nothing that could be shown (ports/device/unreadable-rows.ts). */
  readonly unreadableRows?: number;
};

export interface LocalStore {
  loadIndex(): Promise<Result<LibraryIndex, StoreProblem>>;
  readEntities(ids: readonly string[]): Promise<Result<ReadonlyMap<string, Entity>, StoreProblem>>;
  readBases(id: string): Promise<Result<readonly Base[], StoreProblem>>;
  /** In no order. */
  readVersions(noteId: string): Promise<Result<readonly KeptVersion[], StoreProblem>>;
  /** `plan` must be pure: it may be called again when the transaction has to be repeated. */
  transact<Value>(reads: Reads, plan: (seen: Seen) => Plan<Value>, durability: Durability): Promise<Result<Value, StoreProblem>>;
  close(): void;
}

/** Unsaved text of one tab. Is beside the notes, never syncs, survives crashes until saved or discarded (decision 0005 "Drafts"). */
export type StoredDraft = {
  /** The tab's id. */
  readonly draftId: string;
  readonly noteId: string | null;
  readonly folderId: string | null;
  readonly title: string;
  readonly content: string;
  /** Version of the note that the editor opened; absent for a new note. */
  readonly baseVv?: VersionVector;
  /** `SeenVersion.base` of the next save: what this text continues has been merged into a version that its editor has not shown. */
  readonly base?: NoteDraft;
  readonly savedAtMs: number;
  /** The inner envelope of a sensitive note's draft, under the draft's id; title and content are then empty, and `base` is in there too. */
  readonly sealed?: string;
  /** Never written without being sealed. */
  readonly isSensitive?: true;
};

/** Without its title, which is its note's: that may become sensitive while this is in a window long closed. */
export type StoredTab = {
  readonly id: string;
  readonly type: "view" | "edit" | "new";
  readonly noteId: string | null;
  readonly isExpanded: boolean;
  readonly createdAt: number;
  readonly noteType?: string;
  /** Where a new note goes. */
  readonly folderId?: string | null;
};

export interface DraftStore {
  loadDrafts(): Promise<Result<readonly StoredDraft[], StoreProblem>>;
  putDraft(draft: StoredDraft): Promise<Result<void, StoreProblem>>;
  removeDraft(draftId: string): Promise<Result<void, StoreProblem>>;
}

/** Open tabs belong to one window: `windowId` is kept in that window's session storage. */
/** What syncing did on this device; written with what it reports (`Writes.log`). */
export interface LogStore {
  /** Newest first. */
  loadLog(): Promise<Result<readonly LogEntry[], StoreProblem>>;
  /** Drops the oldest, so that so many are left. */
  trimLog(kept: number): Promise<Result<void, StoreProblem>>;
}

/** Notes that were edited in two places; written with the merge (`Writes.conflicts`). */
export interface ConflictStore {
  loadConflicts(): Promise<Result<readonly Conflict[], StoreProblem>>;
}

export interface TabStore {
  loadTabs(windowId: string): Promise<Result<{ readonly tabs: readonly StoredTab[]; readonly activeTabId: string | null }, StoreProblem>>;
  putTabs(windowId: string, tabs: readonly StoredTab[], activeTabId: string | null): Promise<Result<void, StoreProblem>>;
}
