/**
 * Plans the collection of files in `attachments/`. A file that anything refers to is not touched. A file that nothing has referred to for thirty days
 * goes into the trash, never further, and is brought back if a note refers to it again. Files that a note left behind when it moved into the
 * Sensitive folder go a day after no note refers to them, and are removed for good after thirty days in the trash. sync.md §11. Pure.
 */

import type { UnreferencedMark } from "../../model/entities/attachment-row.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { AttachmentFile } from "../../ports/remote/attachment-remote.ts";

export type CollectionPlan = {
  readonly mark: readonly UnreferencedMark[];
  /** File ids whose mark is of no use any more. */
  readonly unmark: readonly string[];
  readonly trash: readonly string[];
  readonly restore: readonly string[];
  readonly erase: readonly string[];
};

export type Looked = {
  /** Every file of the folder, those in the trash too. */
  readonly files: readonly AttachmentFile[];
  readonly isReferenced: (attachmentId: string) => boolean;
  /** True if a living or soft-deleted note refers to the attachment itself. References of former versions and packs do not count. */
  readonly isInNotes: (attachmentId: string) => boolean;
  readonly marks: ReadonlyMap<string, UnreferencedMark>;
  readonly nowMs: number;
  readonly keptMs: number;
};

export function planCollection({ files, isReferenced, isInNotes, marks: known, nowMs, keptMs }: Looked): CollectionPlan {
  const marks = new Map(files.flatMap((file) => markOf(file, known)));
  const isExposed = (fileId: string): boolean => marks.get(fileId)?.isExposed === true;
  const counts = ({ fileId, attachmentId }: AttachmentFile): boolean => (isExposed(fileId) ? isInNotes : isReferenced)(attachmentId);
  const isOlder = (fileId: string, ms: number): boolean => nowMs - (marks.get(fileId)?.since ?? nowMs) >= ms;
  const living = files.filter(({ trashed }) => !trashed);
  const unreferenced = files.filter((file) => (!file.trashed || isExposed(file.fileId)) && !counts(file)).map(({ fileId }) => fileId);
  const isOld = (fileId: string): boolean => isOlder(fileId, isExposed(fileId) ? Math.min(keptMs, SYNC.eraseAfterMs) : keptMs);
  const kept = new Set(unreferenced);
  const old = new Set(unreferenced.filter(isOld));
  const inTrash = files.filter(({ fileId, trashed }) => trashed && isExposed(fileId) && kept.has(fileId));
  // However long this device was away: each time a file goes into the trash, other devices have that time to bring it back.
  const trashedAt = ({ fileId, version }: AttachmentFile): number | undefined => {
    const seen = marks.get(fileId)?.trashed;
    return seen?.version === version ? seen.at : undefined;
  };
  const erase = inTrash.filter((file) => nowMs - (trashedAt(file) ?? nowMs) >= keptMs).map(({ fileId }) => fileId);
  const trash = [
    ...living.filter(({ fileId }) => old.has(fileId)).map(({ fileId }) => fileId),
    ...doubles(living.filter(({ fileId }) => !old.has(fileId))),
  ];
  const unseen = inTrash.filter((file) => trashedAt(file) === undefined);
  return {
    mark: [
      ...unreferenced.filter((fileId) => !marks.has(fileId)).map((fileId) => ({ fileId, since: nowMs })),
      ...unseen.flatMap(({ fileId, version }) => {
        const mark = marks.get(fileId);
        return mark === undefined ? [] : [{ ...mark, trashed: { at: nowMs, version } }];
      }),
    ],
    unmark: [...known.keys()].filter((fileId) => !kept.has(fileId)),
    trash,
    restore: toRestore(files, isInNotes),
    erase,
  };
}

function markOf({ fileId, attachmentId }: AttachmentFile, known: Looked["marks"]): readonly (readonly [string, UnreferencedMark])[] {
  const mark = known.get(fileId);
  return mark === undefined || (mark.attachmentId ?? attachmentId) !== attachmentId ? [] : [[fileId, mark]];
}

/** Two devices of one copied profile send one attachment twice: of the same bytes the file with the smallest id stays, no matter who looks. */
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
function toRestore(files: readonly AttachmentFile[], isInNotes: (attachmentId: string) => boolean): readonly string[] {
  const living = new Set(files.filter(({ trashed }) => !trashed).map(({ attachmentId }) => attachmentId));
  return files.flatMap(({ fileId, attachmentId, trashed }) => {
    if (!trashed || living.has(attachmentId) || !isInNotes(attachmentId)) return [];
    living.add(attachmentId);
    return [fileId];
  });
}
