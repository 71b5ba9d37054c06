/** Decides by the spec's rules which drive files look broken, and which of those sync needs. Pure. Spec B §3, B §5, B §9; sync.md §9. */

import { identityByName } from "../../library/index/observe.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { CLEANUP } from "../../model/limits/limits.ts";
import type { DriveEntry } from "../../ports/remote/maintenance-remote.ts";

export type CleanupStats = {
  readonly totalFiles: number;
  readonly suspiciousFiles: number;
  readonly emptyFiles: number;
  readonly deletedNoteFiles: number;
  readonly updatedNoteFiles: number;
};

const DELETED_NOTE = "deleted_note-";
const UPDATED_NOTE = "updated_note-";
const STAMPED = /_\d{13}\.json$/;

export function isSuspicious(entry: DriveEntry): boolean {
  const { name, sizeBytes = 0 } = entry;
  return (
    isEmpty(entry) ||
    sizeBytes < CLEANUP.tinyBelowBytes ||
    name.includes(DELETED_NOTE) ||
    name.includes(UPDATED_NOTE) ||
    STAMPED.test(name) ||
    name === ".deleted"
  );
}

/** True for files that sync knows and may still open or read. False for empty files and files that cannot be opened. */
export function isNeeded(entry: DriveEntry, known: RemoteFile | undefined, notesFolderId: string): boolean {
  if (entry.mark === "other") return true;
  if (known?.unreadable !== undefined) return known.unreadable !== "damaged" || known.md5 !== entry.md5;
  if (isEmpty(entry)) return known?.trusted === true;
  return known !== undefined || isStillToBeRead(entry, notesFolderId);
}

/** True for a file that was added after the last sync cycle. */
function isStillToBeRead({ name, mark, parentId }: DriveEntry, notesFolderId: string): boolean {
  const role = parentId === notesFolderId ? "notes" : undefined;
  return mark === "entity" || identityByName({ name, role }) !== undefined;
}

export function toStats(entries: readonly DriveEntry[], suspicious: readonly DriveEntry[]): CleanupStats {
  const named = (part: string): number => entries.filter(({ name }) => name.includes(part)).length;
  return {
    totalFiles: entries.length,
    suspiciousFiles: suspicious.length,
    emptyFiles: entries.filter(isEmpty).length,
    deletedNoteFiles: named(DELETED_NOTE),
    updatedNoteFiles: named(UPDATED_NOTE),
  };
}

function isEmpty({ sizeBytes }: DriveEntry): boolean {
  return sizeBytes === undefined || sizeBytes === 0;
}
