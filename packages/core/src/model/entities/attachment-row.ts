/**
 * Upload state of an attachment on this device. The rows are the upload queue, also after a crash. Names are in notes. sync.md §11. Pure.
 */
import type { RemoteProblem } from "../remote-problem.ts";

/** Reason why the drive does not accept the file. All are retried automatically: `refused` with backoff, the others in every run. */
export type UploadRefusal = "storage-full" | "not-permitted" | "refused";

export type Waiting = {
  readonly kind: "waiting";
  /** Reserved in the drive, so that a retry finds the first attempt. */
  readonly fileId?: string;
  /** Address of the resumable upload session. */
  readonly session?: string;
  /** The drive was changed, so the file may be there already. */
  readonly mustLook?: true;
  readonly refusal?: UploadRefusal;
  /**
   * Set if the note moved into the Sensitive folder, where the file was resealed; this one is sent only for versions that still refer to
   * it.
   */
  readonly isLeft?: true;
};

export type Upload =
  | Waiting
  | { readonly kind: "stored"; readonly fileId: string }
  /** Local mode has no drive. */
  | { readonly kind: "local"; readonly fileName: string; readonly mimeType: string; readonly noteId: string | null };

export type AttachmentRow = {
  readonly id: string;
  /** Size of the original file; 0 if it was downloaded and never opened. */
  readonly sizeBytes: number;
  /** Size of the stored bytes, as they are uploaded. */
  readonly sealedBytes: number;
  readonly md5: string;
  readonly addedAt: number;
  readonly usedAt: number;
  readonly upload: Upload;
};

/** A file in `attachments/` that nothing refers to, with the time since this device knows that. */
export type UnreferencedMark = {
  readonly fileId: string;
  readonly since: number;
  /** Set if the note moved into the Sensitive folder and the file was resealed, so that the old file must soon disappear. */
  readonly isExposed?: true;
  /** Attachment id of an exposed file, because a copy of this profile may have used the reserved file id for another file. */
  readonly attachmentId?: string;
  /**
   * Since when this device knows an exposed file to be in the trash, and the file's version then: another device may have restored it in
   * between.
   */
  readonly trashed?: { readonly at: number; readonly version: number };
};

/** Writes after the drive has accepted a row's bytes. */
export type SentWrites = {
  readonly attachments?: readonly AttachmentRow[];
  readonly forgetAttachments?: readonly string[];
  readonly unreferenced?: readonly UnreferencedMark[];
};

export function isWaiting({ upload }: AttachmentRow): boolean {
  return upload.kind === "waiting";
}

/** Returns oldest first. Refused uploads are not included; they are retried with backoff. */
export function uploadsToTry(rows: Iterable<AttachmentRow>): readonly AttachmentRow[] {
  return [...rows]
    .filter(({ upload }) => upload.kind === "waiting" && upload.refusal !== "refused")
    .sort((a, b) => a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1));
}

/** Returns undefined if the file itself is fine and the upload can simply be retried. */
export function toRefusal(problem: RemoteProblem): UploadRefusal | undefined {
  if (problem.kind === "storage-full") return "storage-full";
  if (problem.kind === "scope-missing" || problem.kind === "policy-refused") return "not-permitted";
  return problem.kind === "rejected" && problem.status < 500 ? "refused" : undefined;
}

/** Clears the previous refusal before a retry. The row is refused again only if the drive refuses again. */
export function withoutRefusal({ refusal: _refusal, ...waiting }: Waiting): Waiting {
  return waiting;
}

/** Row after a change of drive, or after its file disappeared: the file must be looked up, and sent if it is missing. */
export function toOtherDrive(row: AttachmentRow): AttachmentRow {
  return row.upload.kind === "local" ? row : { ...row, upload: { ...toBegun(row.upload), mustLook: true } };
}

/** Forgets all attempts. */
export function toBegun(upload: Exclude<Upload, { kind: "local" }>): Waiting {
  return upload.kind === "stored" || upload.isLeft !== true ? { kind: "waiting" } : { kind: "waiting", isLeft: true };
}

/**
 * Plans the writes after a successful upload. A file that its note left behind is dropped here and marked for removal in the drive, unless
 * a note refers to it again.
 */
export function planSent(
  row: AttachmentRow,
  fileId: string,
  { isReferredTo, nowMs }: { readonly isReferredTo: boolean; readonly nowMs: number },
): SentWrites {
  const isLeft = row.upload.kind === "waiting" && row.upload.isLeft === true;
  if (!isLeft || isReferredTo) return { attachments: [{ ...row, upload: { kind: "stored", fileId } }] };
  return { forgetAttachments: [row.id], unreferenced: [{ fileId, since: nowMs, isExposed: true, attachmentId: row.id }] };
}

/** Uploaded files to remove from this device, least recently used first, until the rest fits. */
export function rowsToEvict(rows: Iterable<AttachmentRow>, keptBytes: number): readonly string[] {
  const stored = [...rows].filter(({ upload }) => upload.kind === "stored").sort((a, b) => b.usedAt - a.usedAt || (a.id < b.id ? -1 : 1));
  let bytes = 0;
  return stored.flatMap(({ id, sealedBytes }) => {
    bytes += sealedBytes;
    return bytes > keptBytes ? [id] : [];
  });
}
