/** An attachment's upload state on this device; the rows are the queue, also after a crash. Names are in notes. sync.md §11. Pure. */
import type { RemoteProblem } from "../remote-problem.ts";

/** Why the drive does not take it. Each is tried again without being asked: `refused` with back-off, the others with every run. */
export type UploadRefusal = "storage-full" | "not-permitted" | "refused";

export type Waiting = {
  readonly kind: "waiting";
  /** Reserved in the drive, so that a repeat finds the first attempt. */
  readonly fileId?: string;
  /** Where the drive takes further pieces. */
  readonly session?: string;
  /** The drive was changed: it may be there already. */
  readonly mustLook?: true;
  readonly refusal?: UploadRefusal;
  /** Its note moved into the Sensitive folder with the same file sealed again: it is sent only for versions that still name it. */
  readonly isLeft?: true;
};

export type Upload =
  | Waiting
  | { readonly kind: "stored"; readonly fileId: string }
  /** Local mode: there is no drive. */
  | { readonly kind: "local"; readonly fileName: string; readonly mimeType: string; readonly noteId: string | null };

export type AttachmentRow = {
  readonly id: string;
  /** Of the file as it was chosen; 0 for one that was fetched and never opened. */
  readonly sizeBytes: number;
  /** Of the bytes kept here, as they go into the drive. */
  readonly sealedBytes: number;
  readonly md5: string;
  readonly addedAt: number;
  readonly usedAt: number;
  readonly upload: Upload;
};

/** A file in `attachments/` that nothing refers to, and since when this device has known that. */
export type UnreferencedMark = {
  readonly fileId: string;
  readonly since: number;
  /** Its note moved into the Sensitive folder with the same file sealed again: it is not to be seen for long. */
  readonly isExposed?: true;
  /** Of one that is exposed: a copy of this profile may have used the reserved file id for something of its own. */
  readonly attachmentId?: string;
  /** Since when this device has known one that is exposed to be in the trash, and its version there: another one may have come out in between. */
  readonly trashed?: { readonly at: number; readonly version: number };
};

/** What becomes of a row whose bytes the drive has taken. */
export type SentWrites = {
  readonly attachments?: readonly AttachmentRow[];
  readonly forgetAttachments?: readonly string[];
  readonly unreferenced?: readonly UnreferencedMark[];
};

export function isWaiting({ upload }: AttachmentRow): boolean {
  return upload.kind === "waiting";
}

/** Oldest first; what was refused for certain has its own turn, with back-off. */
export function uploadsToTry(rows: Iterable<AttachmentRow>): readonly AttachmentRow[] {
  return [...rows]
    .filter(({ upload }) => upload.kind === "waiting" && upload.refusal !== "refused")
    .sort((a, b) => a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1));
}

/** Undefined: nothing is wrong with the file, and it is tried again by itself. */
export function toRefusal(problem: RemoteProblem): UploadRefusal | undefined {
  if (problem.kind === "storage-full") return "storage-full";
  if (problem.kind === "scope-missing") return "not-permitted";
  return problem.kind === "rejected" && problem.status < 500 ? "refused" : undefined;
}

/** It is tried again: until the drive says so once more, nothing is wrong with it. */
export function withoutRefusal({ refusal: _refusal, ...waiting }: Waiting): Waiting {
  return waiting;
}

/** In another drive, in another place, or gone from where it was, it has to be looked for, and sent if it is not there. */
export function toOtherDrive(row: AttachmentRow): AttachmentRow {
  return row.upload.kind === "local" ? row : { ...row, upload: { ...toBegun(row.upload), mustLook: true } };
}

/** Nothing is known of any attempt. */
export function toBegun(upload: Exclude<Upload, { kind: "local" }>): Waiting {
  return upload.kind === "stored" || upload.isLeft !== true ? { kind: "waiting" } : { kind: "waiting", isLeft: true };
}

/** The drive has it. One that its note left behind goes from here, and there after its time, which begins now, unless a note refers to it again. */
export function planSent(
  row: AttachmentRow,
  fileId: string,
  { isReferredTo, nowMs }: { readonly isReferredTo: boolean; readonly nowMs: number },
): SentWrites {
  const isLeft = row.upload.kind === "waiting" && row.upload.isLeft === true;
  if (!isLeft || isReferredTo) return { attachments: [{ ...row, upload: { kind: "stored", fileId } }] };
  return { forgetAttachments: [row.id], unreferenced: [{ fileId, since: nowMs, isExposed: true, attachmentId: row.id }] };
}

/** What may leave this device because the drive has it: the longest unused first, until the rest fits. */
export function rowsToEvict(rows: Iterable<AttachmentRow>, keptBytes: number): readonly string[] {
  const stored = [...rows].filter(({ upload }) => upload.kind === "stored").sort((a, b) => b.usedAt - a.usedAt || (a.id < b.id ? -1 : 1));
  let bytes = 0;
  return stored.flatMap(({ id, sealedBytes }) => {
    bytes += sealedBytes;
    return bytes > keptBytes ? [id] : [];
  });
}
