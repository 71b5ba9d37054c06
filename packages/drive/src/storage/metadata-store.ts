/**
 * Port for metadata by account, written only by commits that are atomic, durable and checked. Suite: testing/metadata-store-contract.ts.
 */

import type { OrderKey } from "../query/order-by.ts";
import type { Query } from "../query/query.ts";
import type { Content, FileRecord, RevisionRecord, Space } from "../records/file-record.ts";
import type { MaybePromise } from "../result.ts";

/** A file to write; the store sets `madeSeq` and `changeSeq`. */
export type FilePut = Omit<FileRecord, "madeSeq" | "changeSeq">;

export type Commit = {
  /** Version that each file must still have. Undefined means that the file must not exist and never have existed. */
  readonly expect: ReadonlyMap<string, number | undefined>;
  /** For plans that cover a whole tree: the account's change counter must still have this value. */
  readonly expectHeadSeq?: number;
  readonly puts: readonly FilePut[];
  /** Files to remove permanently, with their revisions. A removal stays in the changes feed, and its id stays used. */
  readonly removes: readonly string[];
  readonly revisionPuts?: readonly RevisionRecord[];
  readonly revisionRemoves?: readonly { readonly fileId: string; readonly id: string }[];
  /** The upload session that this commit ends. It is written in the same step, so that the session never contradicts the drive. */
  readonly upload?: UploadRecord;
  /** Plan that the session must still have. If two servers complete one session at the same time, only one succeeds. */
  readonly uploadWas?: string;
  /** Maximum bytes of the account after this commit. A commit that does not increase them is always allowed. */
  readonly limitBytes: number | undefined;
  readonly at: number;
};

export type CommitOutcome =
  | {
      readonly kind: "done";
      readonly files: readonly FileRecord[];
      /** Keys of the blobs that nothing refers to anymore. */
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
  /** Position after which to continue; see `ListPage.next`. */
  readonly after: ListCursor | undefined;
};

/** Sort values of the last file of a page, in the order of `order`, followed by its madeSeq. */
export type ListCursor = readonly (string | number)[];
export type ListPage = { readonly files: readonly FileRecord[]; readonly next: ListCursor | undefined };

export type FeedEntry =
  | { readonly kind: "file"; readonly seq: number; readonly at: number; readonly file: FileRecord }
  | { readonly kind: "removed"; readonly seq: number; readonly at: number; readonly fileId: string; readonly space: Space };

export type FeedRequest = { readonly afterSeq: number; readonly limit: number; readonly space: Space; readonly includeRemoved: boolean };
/** `seq` is the position to continue from. `isLast` is true if there was nothing newer. */
export type FeedPage = { readonly entries: readonly FeedEntry[]; readonly seq: number; readonly isLast: boolean };

/** The fields needed to plan a change of a whole tree, because complete records of a large tree may not fit in memory. */
export type TreeEntry = Pick<FileRecord, "id" | "parentId" | "space" | "mimeType" | "version" | "trashed" | "explicitlyTrashed">;

/**
 * Bytes that count against the quota: heads, all other revisions, and all metadata (file-record.ts). `bytes` includes heads in the trash.
 */
export type Usage = { readonly bytes: number; readonly trashBytes: number };

export interface MetadataStore {
  get(accountId: string, fileId: string): MaybePromise<FileRecord | undefined>;
  /** True if the id belongs to a file or once did. */
  isUsed(accountId: string, fileId: string): Promise<boolean>;
  /** All files below a folder, at any depth. */
  descendants(accountId: string, folderId: string): Promise<readonly TreeEntry[]>;
  countChildren(accountId: string, folderId: string): Promise<number>;
  /** Throws `QueryTooCostly`. */
  list(accountId: string, request: ListRequest): Promise<ListPage>;
  feed(accountId: string, request: FeedRequest): Promise<FeedPage>;
  /** The account's current change counter. */
  headSeq(accountId: string): Promise<number>;
  usage(accountId: string): Promise<Usage>;
  /** Explicitly trashed files. */
  trash(accountId: string): Promise<readonly TreeEntry[]>;
  /** Files of all accounts that were explicitly trashed before `at`. */
  trashedBefore(at: number): Promise<readonly { readonly accountId: string; readonly fileId: string }[]>;
  /** Revisions that are neither pinned nor heads, oldest first: they may be removed to free space. */
  oldRevisions(accountId: string, limit: number): Promise<readonly { readonly fileId: string; readonly id: string }[]>;
  /** Oldest first. */
  revisions(accountId: string, fileId: string): Promise<readonly RevisionRecord[]>;
  /** Revisions of all accounts behind a place, in an order of the store. Their contents are all blobs of finished files. */
  allRevisions(after: RevisionPlace, limit: number): Promise<readonly StoredRevision[]>;
  commit(accountId: string, commit: Commit): Promise<CommitOutcome>;
  /** Returns those of the blobs that a file or revision of any account refers to. */
  referencedBlobs(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Creates or replaces. */
  putUpload(upload: UploadRecord): Promise<void>;
  getUpload(uploadId: string): Promise<UploadRecord | undefined>;
  removeUpload(uploadId: string): Promise<void>;
  /** Oldest first. */
  uploadsOf(accountId: string): Promise<readonly UploadRecord[]>;
  /** Uploads of all accounts that were started before `at`, oldest first. */
  uploadsBefore(at: number, limit: number): Promise<readonly UploadRecord[]>;
  close(): Promise<void>;
}

/** `FIRST_REVISION` is before all others. */
export type RevisionPlace = { readonly accountId: string; readonly fileId: string; readonly id: string };
export type StoredRevision = RevisionPlace & { readonly content: Content };
export const FIRST_REVISION: RevisionPlace = { accountId: "", fileId: "", id: "" };

/** A resumable session. `plan` is the server's own JSON. The file itself does not exist before the session is finished. */
export type UploadRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly blobKey: string;
  readonly startedAt: number;
  readonly plan: string;
};
