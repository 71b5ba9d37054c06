/** Port: the drive's `attachments/`, sealed and immutable. Returns problems. Suite: testing/attachment-remote-contract.ts. */

import type { StopSignal } from "../../model/long-tasks.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type AttachmentFile = {
  readonly fileId: string;
  readonly attachmentId: string;
  readonly trashed: boolean;
  /** The drive's own counter: it grows with every change of the file, also when it goes into the trash or comes out of it. */
  readonly version: number;
  readonly md5: string;
  /** Without our properties: it is listed by its name, and `findAttachment` does not find it. */
  readonly isByNameOnly?: true;
};

export type AttachmentListPage = { readonly files: readonly AttachmentFile[]; readonly nextPage: string | undefined };

export type AttachmentUpload = {
  /** Of `reserveIds`; a repeat after the file is there answers `id-in-use`. */
  readonly fileId: string;
  readonly attachmentId: string;
  /** Drive id of the folder `attachments`. */
  readonly folderId: string;
  readonly bytes: Uint8Array;
  /** Where an earlier attempt was going on. */
  readonly session: string | undefined;
};

export type UploadWatch = {
  /** Awaited before the first piece is sent: only what is remembered can be gone on with after a crash. */
  readonly onSession: (session: string) => Promise<void>;
  /** What the drive has so far. */
  readonly onProgress: (sentBytes: number) => void;
  readonly stop: StopSignal;
};

type AsyncResult<Value> = Promise<Result<Value, RemoteProblem>>;

export interface AttachmentRemote {
  /** In pieces, going on where an earlier attempt ended. */
  uploadAttachment(upload: AttachmentUpload, watch: UploadWatch): AsyncResult<AttachmentFile>;
  /** Every file of these folders, trashed ones too. */
  listAttachments(folderId: string, page: string | undefined): AsyncResult<AttachmentListPage>;
  /** The living file of an attachment, or one in the trash. A search may lag behind. */
  findAttachment(attachmentId: string): AsyncResult<AttachmentFile | undefined>;
  /** Undefined: something else goes by that id. */
  attachmentFile(fileId: string): AsyncResult<AttachmentFile | undefined>;
  downloadAttachment(fileId: string): AsyncResult<Uint8Array>;
  trashAttachment(fileId: string): AsyncResult<void>;
  restoreAttachment(fileId: string): AsyncResult<void>;
  /** For good, whether it is in the trash or not. */
  eraseAttachment(fileId: string): AsyncResult<void>;
}
