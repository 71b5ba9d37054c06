/** Port: the drive's `attachments/`, sealed and immutable. Returns problems. Suite: testing/attachment-remote-contract.ts. */

import type { StopSignal } from "../../model/long-tasks.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type AttachmentFile = {
  readonly fileId: string;
  readonly attachmentId: string;
  readonly trashed: boolean;
  /** The drive's counter; it grows with every change of the file, including trashing and restoring. */
  readonly version: number;
  readonly md5: string;
  /** Set for a file without our properties: it is recognized by name only, and `findAttachment` does not find it. */
  readonly isByNameOnly?: true;
};

export type AttachmentListPage = { readonly files: readonly AttachmentFile[]; readonly nextPage: string | undefined };

export type AttachmentUpload = {
  /** Id from `reserveIds`. If the file already exists, the upload fails with `id-in-use`. */
  readonly fileId: string;
  readonly attachmentId: string;
  /** Drive id of the folder `attachments`. */
  readonly folderId: string;
  readonly bytes: Uint8Array;
  /** Address of an earlier upload session to resume. */
  readonly session: string | undefined;
};

export type UploadWatch = {
  /** Awaited before the first piece is sent: only a stored session can be resumed after a crash. */
  readonly onSession: (session: string) => Promise<void>;
  /** Number of bytes that the drive has received. */
  readonly onProgress: (sentBytes: number) => void;
  readonly stop: StopSignal;
};

type AsyncResult<Value> = Promise<Result<Value, RemoteProblem>>;

export interface AttachmentRemote {
  /** Uploads in pieces and resumes an earlier attempt. */
  uploadAttachment(upload: AttachmentUpload, watch: UploadWatch): AsyncResult<AttachmentFile>;
  /** Lists every file of this folder, including trashed ones. */
  listAttachments(folderId: string, page: string | undefined): AsyncResult<AttachmentListPage>;
  /** Returns the living file of an attachment, or a trashed one. The drive's search may lag. */
  findAttachment(attachmentId: string): AsyncResult<AttachmentFile | undefined>;
  /** Returns undefined if the id belongs to something else. */
  attachmentFile(fileId: string): AsyncResult<AttachmentFile | undefined>;
  downloadAttachment(fileId: string): AsyncResult<Uint8Array>;
  trashAttachment(fileId: string): AsyncResult<void>;
  restoreAttachment(fileId: string): AsyncResult<void>;
  /** Deletes the file permanently, whether it is in the trash or not. */
  eraseAttachment(fileId: string): AsyncResult<void>;
}
