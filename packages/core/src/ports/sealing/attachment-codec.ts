/** Sealing of attachments: a file's bytes as they are on the device and in the drive. encryption.md 3.3. */

import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

/** `isSensitive`: sealed for the sensitive folder as well, inside. */
export type AttachmentSeal = { readonly isSensitive: boolean };

/** `isOuterOnly`: only what the vault sealed is opened; a file of the sensitive folder stays under that folder's seal. */
export type AttachmentOpening = AttachmentSeal & { readonly isOuterOnly?: true };

export type SealedAttachment = {
  readonly bytes: Uint8Array;
  /** Lower-case hex, as drives print it. */
  readonly md5: string;
};

export interface AttachmentCodec {
  /** `locked`: the vault, or the sensitive folder, is not open. A file that has the folder's seal is opened under it, asked for or not. */
  sealAttachment(id: string, bytes: Uint8Array, seal: AttachmentSeal): Promise<Result<SealedAttachment, "locked" | "too-large">>;
  openAttachment(id: string, bytes: Uint8Array, seal: AttachmentOpening): Promise<Result<Uint8Array, UnreadableReason | "locked">>;
}
