/** Seals attachments: their bytes as stored on the device and in the drive. encryption.md 3.3. */

import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

/** `isSensitive`: sealed for the Sensitive folder too, inside the vault's seal. */
export type AttachmentSeal = { readonly isSensitive: boolean };

/** `isOuterOnly`: opens the vault's seal only; a sensitive file keeps its folder's seal. */
export type AttachmentOpening = AttachmentSeal & { readonly isOuterOnly?: true };

export type SealedAttachment = {
  readonly bytes: Uint8Array;
  /** Lower-case hex, as drives report it. */
  readonly md5: string;
};

export interface AttachmentCodec {
  /** `locked`: the vault or the Sensitive folder is locked. A file with the folder's seal is always opened under it. */
  sealAttachment(id: string, bytes: Uint8Array, seal: AttachmentSeal): Promise<Result<SealedAttachment, "locked" | "too-large">>;
  openAttachment(id: string, bytes: Uint8Array, seal: AttachmentOpening): Promise<Result<Uint8Array, UnreadableReason | "locked">>;
}
