/**
 * Decides which files of an attachment are duplicates. For each content the readable file with the smallest id stays, so that two devices
 * cleaning up at once keep the same one. Damaged copies are removed too, because a search may return them first. Pure. sync.md §11.
 */
import type { AttachmentFile } from "../../ports/remote/attachment-remote.ts";

/** `content`: equal numbers mean equal contents; `unknown`: this device cannot open the file now, but another device may. */
export type Copy = { readonly file: AttachmentFile; readonly sizeBytes: number; readonly content: number | "damaged" | "unknown" };

type SealedFile = Pick<AttachmentFile, "fileId" | "attachmentId" | "md5">;

export type Duplicate = SealedFile & {
  readonly sizeBytes: number;
  /** Readable file that stays. */
  readonly kept: SealedFile;
};

/** Groups files of attachments that have several. Files that a search by attachment id does not find are not copies. */
export function groupCopies(files: readonly AttachmentFile[]): readonly (readonly AttachmentFile[])[] {
  const byId = new Map<string, AttachmentFile[]>();
  for (const file of files) {
    if (file.trashed || file.isByNameOnly === true) continue;
    byId.set(file.attachmentId, [...(byId.get(file.attachmentId) ?? []), file]);
  }
  return [...byId.values()].filter(({ length }) => length > 1);
}

/** Plans one attachment. Damaged copies come first, so that an interrupted clean-up leaves none before the readable file. */
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

/** True if the file is still in the drive and unchanged. Files of an attachment are never rewritten. */
export function isAsOpened(now: AttachmentFile | undefined, { attachmentId, md5 }: SealedFile): now is AttachmentFile {
  return now !== undefined && !now.trashed && now.isByNameOnly !== true && now.attachmentId === attachmentId && now.md5 === md5;
}

function toDuplicate({ file, sizeBytes }: Copy, { file: kept }: Copy): Duplicate {
  return { ...toSealedFile(file), sizeBytes, kept: toSealedFile(kept) };
}

function toSealedFile({ fileId, attachmentId, md5 }: AttachmentFile): SealedFile {
  return { fileId, attachmentId, md5 };
}
