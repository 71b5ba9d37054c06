/** Attachment files of a memory drive, shared by all devices; memory-attachment-remote.ts is one device's access. */
import type { AttachmentFile } from "../ports/remote/attachment-remote.ts";

export type KeptAttachment = { readonly file: AttachmentFile; readonly folderId: string; readonly bytes: Uint8Array };
export type UploadSession = {
  readonly fileId: string;
  readonly attachmentId: string;
  readonly folderId: string;
  readonly pieces: Uint8Array[];
};

export class MemoryAttachments {
  readonly files = new Map<string, KeptAttachment>();
  readonly sessions = new Map<string, UploadSession>();
}
