/**
 * Which files of one attachment are duplicates. One readable file of every content stays: the one with the smallest file id, so that two devices
 * that clean up at the same time keep the same one. Damaged copies go as well, because a search may return them before the readable one. Pure.
 * sync.md §11.
 */
import type { AttachmentFile } from "../../ports/remote/attachment-remote.ts";

/** `content`: equal numbers are equal contents; `unknown`: this device cannot open it now, another one may. */
export type Copy = { readonly file: AttachmentFile; readonly sizeBytes: number; readonly content: number | "damaged" | "unknown" };

type SealedFile = Pick<AttachmentFile, "fileId" | "attachmentId" | "md5">;

export type Duplicate = SealedFile & {
  readonly sizeBytes: number;
  /** The readable file that stays. */
  readonly kept: SealedFile;
};

/** Files of attachments that have more than one. What no search finds by its attachment id is no one's copy. */
export function groupCopies(files: readonly AttachmentFile[]): readonly (readonly AttachmentFile[])[] {
  const byId = new Map<string, AttachmentFile[]>();
  for (const file of files) {
    if (file.trashed || file.isByNameOnly === true) continue;
    byId.set(file.attachmentId, [...(byId.get(file.attachmentId) ?? []), file]);
  }
  return [...byId.values()].filter(({ length }) => length > 1);
}

/** Of one attachment; damaged copies come first, so that a clean-up that breaks off leaves none in front of the readable one. */
export function planDuplicates(copies: readonly Copy[]): readonly Duplicate[] {
  if (copies.some(({ content, file }) => content === "unknown" || file.md5 === "")) return [];
  const sorted = [...copies].sort((a, b) => (a.file.fileId < b.file.fileId ? -1 : 1));
  const readable = sorted.filter(({ content }) => content !== "damaged");
  const [first] = readable;
  if (first === undefined) return [];
  const keptOf = (copy: Copy): Copy => readable.find(({ content }) => content === copy.content) ?? copy;
  return [
    ...sorted.filter(({ content }) => content === "damaged").map((copy) => toDuplicate(copy, first)),
    ...readable.filter((copy) => keptOf(copy) !== copy).map((copy) => toDuplicate(copy, keptOf(copy))),
  ];
}

/** Whether it is in the drive as it was when it was opened: a file of an attachment is never rewritten. */
export function isAsOpened(now: AttachmentFile | undefined, { attachmentId, md5 }: SealedFile): now is AttachmentFile {
  return now !== undefined && !now.trashed && now.isByNameOnly !== true && now.attachmentId === attachmentId && now.md5 === md5;
}

function toDuplicate({ file, sizeBytes }: Copy, { file: kept }: Copy): Duplicate {
  return { ...toSealedFile(file), sizeBytes, kept: toSealedFile(kept) };
}

function toSealedFile({ fileId, attachmentId, md5 }: AttachmentFile): SealedFile {
  return { fileId, attachmentId, md5 };
}
