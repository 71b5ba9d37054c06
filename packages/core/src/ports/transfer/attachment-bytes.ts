/** The bytes of attachments as a backup takes them and gives them back. Implemented over the attachment store. Spec B §4 "Backup and restore". */
import type { Attachment } from "../../model/entities/note.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

/** `too-large`: no attachment of ours can be that. */
export type PutProblem = StoreProblem | { readonly kind: "vault-locked" } | { readonly kind: "too-large" };

export type SealedFile = { readonly sealedUnder: string; readonly bytes: AsyncIterable<Uint8Array> };

export interface AttachmentBytes {
  /** Undefined: they are neither on this device nor to be had from the drive now. */
  read(fileId: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Of a sensitive note, under its folder's seal. Undefined too for a file that does not have it: none goes along in clear. */
  readSealed(fileId: string): Promise<SealedFile | undefined>;
  has(fileId: string): Promise<boolean>;
  /** All of them or none; what is sealed stays so. */
  put(attachment: Attachment, bytes: Uint8Array): Promise<Result<void, PutProblem>>;
}
