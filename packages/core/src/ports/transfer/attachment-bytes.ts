/** Port: reads and restores attachment bytes for a backup. Implemented over the attachment store. Spec B §4 "Backup and restore". */
import type { Attachment } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

/** `too-large`: exceeds the maximum attachment size. */
export type PutProblem = StoreProblem | { readonly kind: "vault-locked" } | { readonly kind: "too-large" };

export type SealedFile = { readonly sealedUnder: string; readonly bytes: AsyncIterable<Uint8Array> };

export interface AttachmentBytes {
  /** Returns undefined if the bytes are neither on this device nor available from the drive now. */
  read(fileId: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Returns a sensitive note's file under its folder's seal. Returns undefined for a file without the seal, because a backup must not
   * contain it unencrypted.
   */
  readSealed(fileId: string): Promise<SealedFile | undefined>;
  has(fileId: string): Promise<boolean>;
  /** Stores all bytes or none; sealed bytes stay sealed. */
  put(attachment: Attachment, bytes: Uint8Array): Promise<Result<void, PutProblem>>;
}
