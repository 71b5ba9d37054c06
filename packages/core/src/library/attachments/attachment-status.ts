/** The state of an attachment's upload, as the user sees it. Pure. Spec A §4 "Images and attachments". */
import type { AttachmentRow, UploadRefusal } from "../../model/entities/attachment-row.ts";

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
