/** The client as its callers see it: typed methods, results as values. */
import type { Result } from "../result.ts";
import type { About, ChangeList, DriveFile, FileList, FileMetadata, Revision, RevisionList } from "../wire/resources.ts";
import type { ClientProblem } from "./drive-problem.ts";

type Answer<Value> = Promise<Result<Value, ClientProblem>>;

export type CallOptions = { readonly signal?: AbortSignal | undefined };
export type FileOptions = CallOptions & { readonly fields?: string };
export type Spaces = "drive" | "appDataFolder";

export type ListOptions = FileOptions & {
  readonly q?: string;
  readonly orderBy?: string;
  readonly pageSize?: number;
  readonly pageToken?: string;
  readonly spaces?: Spaces;
};

export type DownloadOptions = CallOptions & { readonly range?: { readonly start: number; readonly end?: number } };

export type ContentOptions = FileOptions & {
  readonly content?: Uint8Array;
  readonly contentType?: string;
  readonly keepRevisionForever?: boolean;
};

export type UpdateOptions = ContentOptions & { readonly addParents?: readonly string[]; readonly removeParents?: readonly string[] };

export type ChangesOptions = FileOptions & {
  readonly pageToken: string;
  readonly pageSize?: number;
  readonly includeRemoved?: boolean;
  readonly spaces?: Spaces;
};

export type UploadTarget =
  | { readonly kind: "create"; readonly metadata: FileMetadata }
  | { readonly kind: "update"; readonly fileId: string; readonly metadata: FileMetadata };

export type UploadOptions = FileOptions & {
  readonly contentType?: string;
  /** A multiple of 262,144. */
  readonly chunkBytes?: number;
  readonly onProgress?: (sentBytes: number) => void;
  /** Where an earlier attempt for the same target and content was going on; begun again when the drive has forgotten it. */
  readonly session?: string;
  /** Awaited before the first piece is sent. */
  readonly onSession?: (session: string) => Promise<void>;
};

export interface DriveClient {
  about(options: FileOptions & { readonly fields: string }): Answer<About>;
  list(options: ListOptions): Answer<FileList>;
  get(fileId: string, options?: FileOptions): Answer<DriveFile>;
  download(fileId: string, options?: DownloadOptions): Answer<Uint8Array>;
  /** Repeated by itself after a lost answer only when the metadata carries an id of `generateIds`. */
  create(metadata: FileMetadata, options?: ContentOptions): Answer<DriveFile>;
  /** Never repeated after a lost answer. */
  update(fileId: string, metadata: FileMetadata, options?: UpdateOptions): Answer<DriveFile>;
  copy(fileId: string, metadata: FileMetadata, options?: FileOptions): Answer<DriveFile>;
  /** For good; no trash. A repeat that finds nothing is a success. */
  delete(fileId: string, options?: CallOptions): Answer<void>;
  revisions(fileId: string, options: FileOptions & { readonly pageSize?: number }): Answer<RevisionList>;
  /** For ever: only then are its bytes given out once it is not the newest. */
  keepRevision(fileId: string, revisionId: string, options?: CallOptions): Answer<Revision>;
  downloadRevision(fileId: string, revisionId: string, options?: CallOptions): Answer<Uint8Array>;
  generateIds(count: number, options?: CallOptions & { readonly space?: Spaces }): Answer<readonly string[]>;
  startPageToken(options?: CallOptions): Answer<string>;
  /** `cursor-invalid`: list everything again. */
  changes(options: ChangesOptions): Answer<ChangeList>;
  /** In chunks, going on where a broken one ended. */
  upload(target: UploadTarget, content: Blob | Uint8Array, options?: UploadOptions): Answer<DriveFile>;
}
