/** What is in the trash: deleted notes whose text is still there, when each was deleted, and which have been there long enough. Decision 0025. Pure. */

import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isAlive, type LightNote } from "../../model/entities/entity.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import { foldersById, followFolder } from "../folders/folder-hygiene.ts";
import type { SyncIndex } from "../index/sync-index.ts";

export type TrashedNote = {
  readonly noteId: string;
  /** Empty while it is locked. */
  readonly title: string;
  readonly preview: string;
  readonly isSensitive: boolean;
  /** Where it comes back to; null: to no folder. */
  readonly folder: { readonly folderId: string; readonly name: string } | null;
  /** Milliseconds since 1970 UTC. */
  readonly deletedAt: number;
  /** Which device deleted it; undefined where that is not known. */
  readonly deviceId: string | undefined;
};

/** Deleted last, first. */
export function listTrash(index: SyncIndex): readonly TrashedNote[] {
  const folders = foldersById([...index.entities.values()]);
  const toFolder = (folderId: string | null): TrashedNote["folder"] => {
    const folder = folderId === null ? undefined : folders.get(followFolder(folderId, folders));
    return folder === undefined ? null : { folderId: folder.id, name: folder.name };
  };
  const notes = trashedNotes(index).map((note) => {
    const isHidden = note.isEncrypted || index.isHidden(note.id);
    return {
      noteId: note.id,
      title: isHidden ? "" : note.title,
      preview: isHidden ? "" : note.preview,
      isSensitive: isHidden,
      folder: toFolder(note.folderId),
      deletedAt: note.mtime,
      deviceId: deletedBy(note, index),
    };
  });
  return notes.sort((a, b) => b.deletedAt - a.deletedAt || (a.noteId < b.noteId ? -1 : 1));
}

export function isTrashed(note: Pick<LightNote, "alive" | "purged">): boolean {
  return !isAlive(note) && note.purged === undefined;
}

/**
 * Notes that have been deleted for `keptMs`, by the clock of this device and by the drive's own times: a device whose clock is ahead must not empty the
 * trash of all others. Of the drive's clock only its newest change is known, so where nothing changes nothing is purged. Where there is no drive, its
 * only device's clock has to do.
 */
export function dueNotes(index: SyncIndex, { keptMs, nowMs, isLocal }: DueRule): readonly string[] {
  const isOld = ({ mtime }: LightNote): boolean => nowMs - mtime >= keptMs;
  const old = trashedNotes(index).filter(isOld);
  if (isLocal) return old.map(({ id }) => id);
  const latest = old.length === 0 ? 0 : latestChange(index);
  return old.flatMap((note) => (isOldInDrive(note, index, latest - keptMs) ? [note.id] : []));
}

type DueRule = { readonly keptMs: number; readonly nowMs: number; readonly isLocal: boolean };

function trashedNotes(index: SyncIndex): readonly LightNote[] {
  return [...index.entities.values()].filter((entity): entity is LightNote => entity.kind === "note" && isTrashed(entity));
}

/** The drive's time of the newest change it has reported. */
function latestChange(index: SyncIndex): number {
  let latest = 0;
  for (const { modifiedTime = 0 } of index.allFiles()) latest = Math.max(latest, modifiedTime);
  return latest;
}

/** It has nothing to send or to read, and the drive has had all that is known of it since then. */
function isOldInDrive({ id }: LightNote, index: SyncIndex, before: number): boolean {
  const files = index.filesOf(id);
  if (files.length === 0 || index.pendingPush.has(id)) return false;
  return files.every(
    ({ fileId, modifiedTime }) =>
      modifiedTime !== undefined && modifiedTime <= before && !index.pendingFetch.has(fileId) && !index.waiting.has(fileId),
  );
}

/** Only the device that deletes a note writes the file that says so. */
function deletedBy(note: LightNote, index: SyncIndex): string | undefined {
  const files = index.filesOf(note.id);
  if (files.length === 0 || index.pendingPush.has(note.id)) return index.meta.deviceId;
  const isOfDelete = ({ trashed, vv }: RemoteFile): boolean => !trashed && isContained(note.vv, vv);
  return files.find(isOfDelete)?.owner;
}
