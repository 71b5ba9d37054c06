/**
 * What happens to the files in `attachments/`: nothing that anything refers to is touched, and what nothing has referred to for thirty days goes
 * into the trash, never further. What lies there and is referred to again is brought back. sync.md §11. Pure.
 */
import type { AttachmentFile } from "../ports/attachment-remote.ts";
import type { UnreferencedMark } from "./attachment-row.ts";

export type CollectionPlan = {
  readonly mark: readonly UnreferencedMark[];
  /** File ids whose mark is of no use any more. */
  readonly unmark: readonly string[];
  readonly trash: readonly string[];
  readonly restore: readonly string[];
};

export type Looked = {
  /** Every file of the folder, those in the trash too. */
  readonly files: readonly AttachmentFile[];
  readonly isReferenced: (attachmentId: string) => boolean;
  readonly marks: ReadonlyMap<string, UnreferencedMark>;
  readonly nowMs: number;
  readonly keptMs: number;
};

export function planCollection({ files, isReferenced, marks, nowMs, keptMs }: Looked): CollectionPlan {
  const living = files.filter(({ trashed }) => !trashed);
  const unreferenced = living.filter(({ attachmentId }) => !isReferenced(attachmentId)).map(({ fileId }) => fileId);
  const isOld = (fileId: string): boolean => nowMs - (marks.get(fileId)?.since ?? nowMs) >= keptMs;
  const kept = new Set(unreferenced);
  const old = unreferenced.filter(isOld);
  return {
    mark: unreferenced.filter((fileId) => !marks.has(fileId)).map((fileId) => ({ fileId, since: nowMs })),
    unmark: [...marks.keys()].filter((fileId) => !kept.has(fileId)),
    trash: [...old, ...doubles(living.filter(({ fileId }) => !old.includes(fileId)))],
    restore: toRestore(files, isReferenced),
  };
}

/** Two devices of one copied profile send one attachment twice: of the same bytes the file with the smallest id stays, whoever looks. */
function doubles(living: readonly AttachmentFile[]): readonly string[] {
  const keyOf = ({ attachmentId, md5 }: AttachmentFile): string => `${attachmentId}|${md5}`;
  const first = new Map<string, string>();
  for (const file of living) {
    const known = first.get(keyOf(file));
    if (known === undefined || file.fileId < known) first.set(keyOf(file), file.fileId);
  }
  return living.filter((file) => first.get(keyOf(file)) !== file.fileId).map(({ fileId }) => fileId);
}

/** One file of an attachment is enough. */
function toRestore(files: readonly AttachmentFile[], isReferenced: (attachmentId: string) => boolean): readonly string[] {
  const living = new Set(files.filter(({ trashed }) => !trashed).map(({ attachmentId }) => attachmentId));
  return files.flatMap(({ fileId, attachmentId, trashed }) => {
    if (!trashed || living.has(attachmentId) || !isReferenced(attachmentId)) return [];
    living.add(attachmentId);
    return [fileId];
  });
}
