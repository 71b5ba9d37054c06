/** Port: metadata by account, written by atomic, durable, checked commits only. Suite: testing/metadata-store-contract.ts. */

import type { OrderKey } from "../query/order-by.ts";
import type { Query } from "../query/query.ts";
import type { FileRecord, RevisionRecord, Space } from "../records/file-record.ts";
import type { MaybePromise } from "../result.ts";

/** A file to be written; the store sets the three counters it owns. */
export type FilePut = Omit<FileRecord, "madeSeq" | "changeSeq">;

export type Commit = {
  /** Version each file must still have; undefined = it must not exist and must never have existed. */
  readonly expect: ReadonlyMap<string, number | undefined>;
  /** For plans that cover a whole tree: nothing else in the account may have changed since. */
  readonly expectHeadSeq?: number;
  readonly puts: readonly FilePut[];
  /** Files to remove for good; a removal stays in the changes feed and its id stays used. Their revisions go with them. */
  readonly removes: readonly string[];
  readonly revisionPuts?: readonly RevisionRecord[];
  readonly revisionRemoves?: readonly { readonly fileId: string; readonly id: string }[];
  /** The session this commit ends: made or replaced in the same step, so that it never knows less than the drive. */
  readonly upload?: UploadRecord;
  /** The plan that session must still have: of two servers that end one session at the same time, one does. */
  readonly uploadWas?: string;
  /** The account's bytes after this commit may not exceed this, unless the commit does not raise them. */
  readonly limitBytes: number | undefined;
  readonly at: number;
};

export type CommitOutcome =
  | {
      readonly kind: "done";
      readonly files: readonly FileRecord[] /** Blobs nothing refers to any more. */;
      readonly freedBlobs: readonly string[];
    }
  | { readonly kind: "conflict" }
  | { readonly kind: "upload-over" }
  | { readonly kind: "over-limit" }
  | { readonly kind: "disk-full" };

export type ListRequest = {
  readonly query: Query;
  readonly space: Space;
  readonly order: readonly OrderKey[];
  readonly limit: number;
  /** Continue behind this place; see `ListPage.next`. */
  readonly after: ListCursor | undefined;
};

/** Sort values of the last file of a page, in the order of `order`, then its madeSeq. */
export type ListCursor = readonly (string | number)[];
export type ListPage = { readonly files: readonly FileRecord[]; readonly next: ListCursor | undefined };

export type FeedEntry =
  | { readonly kind: "file"; readonly seq: number; readonly at: number; readonly file: FileRecord }
  | { readonly kind: "removed"; readonly seq: number; readonly at: number; readonly fileId: string; readonly space: Space };

export type FeedRequest = { readonly afterSeq: number; readonly limit: number; readonly space: Space; readonly includeRemoved: boolean };
/** `seq` is where to go on; `isLast` when nothing newer was there. */
export type FeedPage = { readonly entries: readonly FeedEntry[]; readonly seq: number; readonly isLast: boolean };

/** What a change of a whole tree is planned by: a tree may hold more files than fit in memory with all that is known of them. */
export type TreeEntry = Pick<FileRecord, "id" | "parentId" | "space" | "mimeType" | "version" | "trashed" | "explicitlyTrashed">;

/** Bytes that count: heads, all other revisions, and all metadata (file-record.ts). Heads in the trash are part of `bytes`. */
export type Usage = { readonly bytes: number; readonly trashBytes: number };

export interface MetadataStore {
  get(accountId: string, fileId: string): MaybePromise<FileRecord | undefined>;
  /** True when the id belongs to a file or did so once. */
  isUsed(accountId: string, fileId: string): Promise<boolean>;
  /** Everything below a folder, at any depth. */
  descendants(accountId: string, folderId: string): Promise<readonly TreeEntry[]>;
  countChildren(accountId: string, folderId: string): Promise<number>;
  /** Throws `QueryTooCostly`. */
  list(accountId: string, request: ListRequest): Promise<ListPage>;
  feed(accountId: string, request: FeedRequest): Promise<FeedPage>;
  /** The account's change counter now. */
  headSeq(accountId: string): Promise<number>;
  usage(accountId: string): Promise<Usage>;
  /** Explicitly trashed files. */
  trash(accountId: string): Promise<readonly TreeEntry[]>;
  /** Files of all accounts that were explicitly trashed before `at`. */
  trashedBefore(at: number): Promise<readonly { readonly accountId: string; readonly fileId: string }[]>;
  /** Some revisions that are neither pinned nor heads, oldest first: what may be removed when space is needed. */
  oldRevisions(accountId: string, limit: number): Promise<readonly { readonly fileId: string; readonly id: string }[]>;
  /** Oldest first. */
  revisions(accountId: string, fileId: string): Promise<readonly RevisionRecord[]>;
  commit(accountId: string, commit: Commit): Promise<CommitOutcome>;
  /** Of these blobs, the ones a file or revision of any account refers to. */
  referencedBlobs(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Makes or replaces. */
  putUpload(upload: UploadRecord): Promise<void>;
  getUpload(uploadId: string): Promise<UploadRecord | undefined>;
  removeUpload(uploadId: string): Promise<void>;
  /** Oldest first. */
  uploadsOf(accountId: string): Promise<readonly UploadRecord[]>;
  /** Some uploads begun before `at`, of all accounts, oldest first. */
  uploadsBefore(at: number, limit: number): Promise<readonly UploadRecord[]>;
  close(): Promise<void>;
}

/** A resumable session. `plan` is the server's own JSON; the file itself does not exist before the session is finished. */
export type UploadRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly blobKey: string;
  readonly startedAt: number;
  readonly plan: string;
};
