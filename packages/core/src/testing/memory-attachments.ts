/** The bytes of attachments in a memory drive, shared by all devices; what devices do with them is memory-attachment-remote.ts. */
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
