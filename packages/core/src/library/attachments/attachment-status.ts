/** The state of an attachment's upload, as the user sees it. Pure. Spec A §4 "Images and attachments". */
import type { AttachmentRow, UploadRefusal } from "../../model/entities/attachment-row.ts";
import { ATTACHMENT, IMAGE } from "../../model/limits/limits.ts";

export type AttachmentStatus =
  /** Kept on this device, to be sent when the drive can be reached. */
  | { readonly kind: "waiting" }
  | { readonly kind: "uploading"; readonly percent: number }
  | { readonly kind: "stored" }
  | { readonly kind: "failed"; readonly reason: UploadRefusal }
  /** Local mode: kept here, and nowhere else. */
  | { readonly kind: "on-this-device" };

/** `percent`: of an upload that is under way. */
export function toStatus({ upload }: AttachmentRow, percent: number | undefined): AttachmentStatus {
  if (upload.kind === "stored") return { kind: "stored" };
  if (upload.kind === "local") return { kind: "on-this-device" };
  if (percent !== undefined) return { kind: "uploading", percent };
  return upload.refusal === undefined ? { kind: "waiting" } : { kind: "failed", reason: upload.refusal };
}

/** Whole steps, and 100 only once the drive has said so. */
export function toPercent(sentBytes: number, totalBytes: number): number {
  return totalBytes === 0 ? 0 : Math.min(99, Math.floor((sentBytes / totalBytes) * 100));
}

export type AttachmentUse = "file" | "image-original";
export type SizeProblem = { readonly kind: "too-large"; readonly maxBytes: number };

/** The one rule for how large a file may be: 10 MB, and 50 MB for the untouched original of an image. Spec A §5, A §9; decisions 0005. Pure. */
export function checkAttachmentSize(sizeBytes: number, use: AttachmentUse): SizeProblem | undefined {
  const maxBytes = use === "file" ? ATTACHMENT.maxBytes : IMAGE.maxBytes;
  return sizeBytes > maxBytes ? { kind: "too-large", maxBytes } : undefined;
}

/** Whether the user keeps all attachments on this device, and how many bytes of them stay; from the choice as it is stored. Pure. */
export const KEEPS_ALL = "all";

export function keepsAllFiles(stored: string | undefined): boolean {
  return stored === KEEPS_ALL;
}

/** What `rowsToEvict` leaves on this device. */
export function keptFileBytes(stored: string | undefined): number {
  return keepsAllFiles(stored) ? Number.POSITIVE_INFINITY : ATTACHMENT.cacheMaxBytes;
}
