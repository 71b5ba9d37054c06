/** Lists folders, recognizes the Sensitive one, and tells which folder a note is in. Pure. */
import type { FolderEntity, LightEntity } from "../../model/entities/entity.ts";
import type { Folder } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import type { SyncIndex } from "../index/sync-index.ts";
import { visibleFolders } from "./folder-hygiene.ts";

const TYPE_ORDER = { PINNED: 0, SENSITIVE: 1, CUSTOM: 2 } as const;

/** Pinned, Sensitive, then custom by creation. Spec B §4. */
export function toFolders(entities: readonly LightEntity[]): readonly Folder[] {
  return visibleFolders(entities)
    .map(({ folder }) => toFolder(folder))
    .sort((a, b) => TYPE_ORDER[a.folderType] - TYPE_ORDER[b.folderType] || a.createdAt - b.createdAt || (a.folderId < b.folderId ? -1 : 1));
}

export function toFolder({ id, mtime, vv: _vv, alive: _alive, kind: _kind, mergedInto: _mergedInto, ...folder }: FolderEntity): Folder {
  return { ...folder, folderId: id, lastModified: mtime };
}

/** True for the Sensitive folder, including merged ones: notes for any of them are never written unencrypted. Pure. */
export function isSensitiveFolder({ entities }: Pick<SyncIndex, "entities">, folderId: string | null): boolean {
  const folder = folderId === null ? undefined : entities.get(folderId);
  return folder?.kind === "folder" && folder.folderType === "SENSITIVE";
}

/** A pinned note is in two folders: Pinned, and the one it was pinned from. Decision 0030. */
export function isInFolder({ folderId, pinnedFrom }: Pick<NoteSummary, "folderId" | "pinnedFrom">, wantedId: string): boolean {
  return folderId === wantedId || pinnedFrom === wantedId;
}
