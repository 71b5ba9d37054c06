/** State of an attachment's upload, as the user sees it. Pure. Spec A §4 "Images and attachments". */
import type { AttachmentRow, UploadRefusal } from "../../model/entities/attachment-row.ts";
import { ATTACHMENT, IMAGE } from "../../model/limits/limits.ts";

export type AttachmentStatus =
  /** Stored on this device, to be uploaded when the drive can be reached. */
  | { readonly kind: "waiting" }
  | { readonly kind: "uploading"; readonly percent: number }
  | { readonly kind: "stored" }
  | { readonly kind: "failed"; readonly reason: UploadRefusal }
  /** Local mode: stored on this device only. */
  | { readonly kind: "on-this-device" };

/** `percent`: progress of a running upload. */
export function toStatus({ upload }: AttachmentRow, percent: number | undefined): AttachmentStatus {
  if (upload.kind === "stored") return { kind: "stored" };
  if (upload.kind === "local") return { kind: "on-this-device" };
  if (percent !== undefined) return { kind: "uploading", percent };
  return upload.refusal === undefined ? { kind: "waiting" } : { kind: "failed", reason: upload.refusal };
}

/** Whole percents; 100 only once the drive has confirmed the upload. */
export function toPercent(sentBytes: number, totalBytes: number): number {
  return totalBytes === 0 ? 0 : Math.min(99, Math.floor((sentBytes / totalBytes) * 100));
}

export type AttachmentUse = "file" | "image-original";
export type SizeProblem = { readonly kind: "too-large"; readonly maxBytes: number };

/** Size limits for files: 10 MB, and 50 MB for the untouched original of an image. Spec A §5, A §9; decision 0005. Pure. */
export function checkAttachmentSize(sizeBytes: number, use: AttachmentUse): SizeProblem | undefined {
  const maxBytes = use === "file" ? ATTACHMENT.maxBytes : IMAGE.maxBytes;
  return sizeBytes > maxBytes ? { kind: "too-large", maxBytes } : undefined;
}

/** Parses the stored choice to keep all attachments on this device, and the number of bytes to keep. Pure. */
export const KEEPS_ALL = "all";

export function keepsAllFiles(stored: string | undefined): boolean {
  return stored === KEEPS_ALL;
}

/** Bytes of uploaded files that `rowsToEvict` keeps on this device. */
export function keptFileBytes(stored: string | undefined): number {
  return keepsAllFiles(stored) ? Number.POSITIVE_INFINITY : ATTACHMENT.cacheMaxBytes;
}
