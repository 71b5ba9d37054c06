/** The client's interface: typed methods whose results are values. Rejections and network failures are returned as problems. */

import type { DriveProblem } from "@satchel/contract/drives/drive-problem.ts";
import type { Result } from "../result.ts";
import { parseErrorReason } from "../wire/error-json.ts";
import type { About, ChangeList, DriveFile, FileList, FileMetadata, Revision, RevisionList } from "../wire/resources.ts";

type AsyncResult<Value> = Promise<Result<Value, ClientProblem>>;

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

export type DownloadOptions = CallOptions & {
  readonly range?: { readonly start: number; readonly end?: number };
  /** A file with more bytes fails with `unusable-response`. Absent: the client's `fileMaxBytes`. */
  readonly maxBytes?: number;
};

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
  /** Bytes per chunk; must be a multiple of 262,144. */
  readonly chunkBytes?: number;
  readonly onProgress?: (sentBytes: number) => void;
  /** Session of an earlier attempt for the same target and content, to resume it. If the drive has forgotten it, the upload starts over. */
  readonly session?: string;
  /** Awaited before the first chunk is sent. */
  readonly onSession?: (session: string) => Promise<void>;
};

export interface DriveClient {
  about(options: FileOptions & { readonly fields: string }): AsyncResult<About>;
  list(options: ListOptions): AsyncResult<FileList>;
  get(fileId: string, options?: FileOptions): AsyncResult<DriveFile>;
  download(fileId: string, options?: DownloadOptions): AsyncResult<Uint8Array>;
  /** Retried after a lost response only if the metadata carries an id from `generateIds`. */
  create(metadata: FileMetadata, options?: ContentOptions): AsyncResult<DriveFile>;
  /** Never retried after a lost response. */
  update(fileId: string, metadata: FileMetadata, options?: UpdateOptions): AsyncResult<DriveFile>;
  copy(fileId: string, metadata: FileMetadata, options?: FileOptions): AsyncResult<DriveFile>;
  /** Deletes permanently, without the trash. A retry that finds nothing counts as success. */
  delete(fileId: string, options?: CallOptions): AsyncResult<void>;
  revisions(fileId: string, options: FileOptions & { readonly pageSize?: number }): AsyncResult<RevisionList>;
  /** Pins the revision for good. The drive returns the bytes of an older revision only if it is pinned. */
  keepRevision(fileId: string, revisionId: string, options?: CallOptions): AsyncResult<Revision>;
  downloadRevision(fileId: string, revisionId: string, options?: DownloadOptions): AsyncResult<Uint8Array>;
  generateIds(count: number, options?: CallOptions & { readonly space?: Spaces }): AsyncResult<readonly string[]>;
  startPageToken(options?: CallOptions): AsyncResult<string>;
  /** On `cursor-invalid` the caller must list everything again. */
  changes(options: ChangesOptions): AsyncResult<ChangeList>;
  /** Uploads in chunks and resumes where an interrupted upload ended. */
  upload(target: UploadTarget, content: Blob | Uint8Array, options?: UploadOptions): AsyncResult<DriveFile>;
}

/** `cancelled` means that the caller's own signal aborted; a write may have taken effect. drive-contract §3. */
export type ClientProblem = DriveProblem | { readonly kind: "cancelled" };

/** Limits of the user, and of the operator's Google project for a day. All pass by waiting. */
const THROTTLED: readonly string[] = [
  "userRateLimitExceeded",
  "rateLimitExceeded",
  "sharingRateLimitExceeded",
  "dailyLimitExceeded",
  "quotaExceeded",
];
const API_DISABLED: readonly string[] = ["accessNotConfigured", "SERVICE_DISABLED"];
const SCOPE_MISSING: readonly string[] = ["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"];

/** Converts an error response of the drive. If the body is not JSON (some 4xx and 5xx responses are HTML), only the status counts. */
export function toProblem(status: number, body: string, retryAfterMs: number | undefined): DriveProblem {
  const reason = parseErrorReason(body);
  const throttled = { kind: "throttled", ...(retryAfterMs !== undefined && { retryAfterMs }) } as const;
  if (status === 401) return { kind: "access-expired" };
  if (status === 429 || (status === 403 && reason !== undefined && THROTTLED.includes(reason))) return throttled;
  if (status === 403 && reason !== undefined && SCOPE_MISSING.includes(reason)) return { kind: "scope-missing" };
  if (status === 403 && reason !== undefined && API_DISABLED.includes(reason)) return { kind: "api-disabled" };
  if (status === 403 && reason === "domainPolicy") return { kind: "policy-refused" };
  if (status === 403 && reason === "storageQuotaExceeded") return { kind: "storage-full" };
  if (status === 404) return { kind: "not-found" };
  if (status === 409 && (reason === undefined || reason === "fileIdInUse")) return { kind: "id-in-use" };
  if (status >= 500 || status === 408) return { kind: "server-error", status };
  return { kind: "rejected", status, ...(reason !== undefined && { reason }) };
}

/**
 * Converts a problem of a changes call. A token that the drive no longer accepts becomes `cursor-invalid`: the caller must list everything
 * again.
 */
export function toCursorProblem(problem: ClientProblem): ClientProblem {
  const isGone = problem.kind === "not-found" || (problem.kind === "rejected" && (problem.status === 400 || problem.status === 410));
  return isGone ? { kind: "cursor-invalid" } : problem;
}
