/** Folders as lists show them. Pure. */
import type { FolderEntity, LightEntity } from "../../model/entities/entity.ts";
import type { Folder } from "../../model/entities/folder.ts";
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
