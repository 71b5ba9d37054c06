/**
 * A note with the spec's own flags, all of them projections of what the library holds: none is stored, so none can disagree with the data.
 * Spec A §3 "Note", B §3 "Note". Pure.
 */
import { isAlive, type LightNote } from "../sync/entity.ts";
import type { SyncIndex } from "../sync/sync-index.ts";
import type { VersionVector } from "../sync/version-vector.ts";

export type SpecNote = {
  readonly noteId: string;
  readonly id: string;
  readonly title: string;
  readonly folderId: string | null;
  readonly isEncrypted: boolean;
  readonly attachments: LightNote["attachments"];
  readonly createdAt: number;
  readonly lastModified: number;
  /** The drive file that holds this version or the last one known. */
  readonly cloudFileId: string | null;
  /** When the version in the drive was written, as far as this device has seen it; null while there is none. */
  readonly cloudModified: number | null;
  readonly locallyModified: boolean;
  readonly needsSync: boolean;
  readonly pendingSync: boolean;
  readonly isOptimistic: boolean;
  readonly isOfflineCreated: boolean;
  readonly isNew: boolean;
  readonly uploading: boolean;
  readonly updating: boolean;
  readonly justUploaded: boolean;
  readonly uploadFailed: boolean;
  readonly uploadError: string | null;
  readonly lastUploadAttempt: number | null;
  readonly version: string;
  readonly cacheType: "cloud";
};

/** `isCarrying`: a cycle runs. `sentAtMs`: when this device last sent the note, if it did so lately. */
export type SpecSituation = { readonly isCarrying: boolean; readonly isOnline: boolean; readonly sentAtMs?: number };

export function toSpecNote(note: LightNote, index: SyncIndex, { isCarrying, isOnline, sentAtMs }: SpecSituation): SpecNote {
  const needsSync = index.pendingPush.has(note.id);
  const file = index.filesOf(note.id).find(({ trashed }) => !trashed);
  const attempt = index.attempts.get(note.id);
  const isNew = file === undefined;
  return {
    noteId: note.id,
    id: note.id,
    title: note.title,
    folderId: note.folderId,
    isEncrypted: note.isEncrypted,
    attachments: note.attachments,
    createdAt: note.createdAt,
    lastModified: note.mtime,
    cloudFileId: file?.fileId ?? null,
    cloudModified: file === undefined || needsSync ? null : note.mtime,
    locallyModified: needsSync && isAlive(note),
    needsSync,
    pendingSync: needsSync && !isCarrying,
    isOptimistic: needsSync,
    isOfflineCreated: isNew && needsSync && !isOnline,
    isNew,
    uploading: isNew && needsSync && isCarrying,
    updating: !isNew && needsSync && isCarrying,
    justUploaded: !needsSync && sentAtMs !== undefined,
    uploadFailed: attempt !== undefined,
    uploadError: attempt?.problem ?? null,
    lastUploadAttempt: attempt?.atMs ?? sentAtMs ?? null,
    version: toVersion(note.vv),
    cacheType: "cloud",
  };
}

/** A number that grows with every edit, whoever made it. */
export function toVersion(vv: VersionVector): string {
  return Object.values(vv)
    .reduce((sum, counter) => sum + counter, 0)
    .toString();
}
