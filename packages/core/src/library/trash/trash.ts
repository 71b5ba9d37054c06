/** The trash: deleted notes that still have their text, when each was deleted, and which are due for purging. Decision 0025. Pure. */

import { previewOfNote } from "../../document/html/html-text.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isAlive, type LightNote } from "../../model/entities/entity.ts";
import type { Note } from "../../model/entities/note.ts";
import { isContained, labelOf } from "../../model/entities/version-vector.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { foldersById, followFolder } from "../folders/folder-hygiene.ts";
import type { SyncIndex } from "../index/sync-index.ts";
import { previewWithTitles } from "../notes/note-projection.ts";

export type TrashedNote = {
  readonly noteId: string;
  /** Empty while the note is locked. */
  readonly title: string;
  readonly preview: string;
  readonly isSensitive: boolean;
  /** True for a sensitive note without an opened text. */
  readonly isLocked: boolean;
  /** Folder that a restore returns the note to; null for none. */
  readonly folder: { readonly folderId: string; readonly name: string } | null;
  /** Unix milliseconds. */
  readonly deletedAt: number;
  /** Device that deleted the note; undefined if unknown. */
  readonly deviceId: string | undefined;
};

/** Texts of sensitive notes by note id, while their folder is unlocked. */
export type UnlockedTexts = ReadonlyMap<string, { readonly text: Pick<Note, "title" | "content"> | undefined }>;

/** Most recently deleted first. */
export function listTrash(index: SyncIndex, unlocked: UnlockedTexts): readonly TrashedNote[] {
  const folders = foldersById([...index.entities.values()]);
  const toFolder = (folderId: string | null): TrashedNote["folder"] => {
    const folder = folderId === null ? undefined : folders.get(followFolder(folderId, folders));
    return folder === undefined ? null : { folderId: folder.id, name: folder.name };
  };
  const notes = trashedNotes(index).map((note) => {
    const isSensitive = isSensitiveNote(note, index);
    const text = isSensitive ? unlocked.get(note.id)?.text : undefined;
    const { title, preview } =
      text === undefined
        ? { title: note.title, preview: previewWithTitles(note, index) }
        : { title: text.title, preview: previewOfNote(text, NOTE.previewStoredChars) };
    const isLocked = isSensitive && text === undefined;
    return {
      noteId: note.id,
      title: isLocked ? "" : title,
      preview: isLocked ? "" : preview,
      isSensitive,
      isLocked,
      folder: toFolder(note.folderId),
      deletedAt: note.mtime,
      deviceId: deletedBy(note, index),
    };
  });
  return notes.sort((a, b) => b.deletedAt - a.deletedAt || (a.noteId < b.noteId ? -1 : 1));
}

/** True also for the unencrypted version of a note that another device moved into the folder. */
export function isSensitiveNote(note: Pick<LightNote, "id" | "isEncrypted">, index: SyncIndex): boolean {
  return note.isEncrypted || index.isHidden(note.id);
}

export function isTrashed(note: Pick<LightNote, "alive" | "purged">): boolean {
  return !isAlive(note) && note.purged === undefined;
}

/**
 * Notes that have been deleted for `keptMs`, by this device's clock and by the drive's own times: a device whose clock is ahead must not
 * empty the trash of all others. Only the newest change of the drive shows its clock, so nothing is purged while nothing changes. Without a
 * drive this device's clock decides.
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

/** Drive time of the newest reported change. */
function latestChange(index: SyncIndex): number {
  let latest = 0;
  for (const { modifiedTime = 0 } of index.allFiles()) latest = Math.max(latest, modifiedTime);
  return latest;
}

/** True if nothing of the note is pending, and the drive has had its known state since then. */
function isOldInDrive({ id }: LightNote, index: SyncIndex, before: number): boolean {
  const files = index.filesOf(id);
  if (files.length === 0 || index.pendingPush.has(id)) return false;
  return files.every(
    ({ fileId, modifiedTime }) =>
      modifiedTime !== undefined && modifiedTime <= before && !index.pendingFetch.has(fileId) && !index.waiting.has(fileId),
  );
}

/** Only the device that deletes a note writes the file that records the delete. */
function deletedBy(note: LightNote, index: SyncIndex): string | undefined {
  const files = index.filesOf(note.id);
  if (files.length === 0 || index.pendingPush.has(note.id)) return index.meta.deviceId;
  const isOfDelete = ({ trashed, vv }: RemoteFile): boolean => !trashed && isContained(note.vv, vv);
  const owner = files.find(isOfDelete)?.owner;
  return owner === undefined ? undefined : labelOf(owner);
}
