/** Lists folders, recognizes the Sensitive one, and tells which folder a note is in. Pure. */
import type { FolderEntity, LightEntity } from "../../model/entities/entity.ts";
import { asParent, type Folder, type FolderParent, folderPath, ownName } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import type { SyncIndex } from "../index/sync-index.ts";
import { foldersById, followFolder, visibleFolders } from "./folder-hygiene.ts";
import { byAge, shownParents } from "./folder-tree.ts";

const TYPE_ORDER = { PINNED: 0, SENSITIVE: 1, CUSTOM: 2 } as const;

/** Pinned, Sensitive, then custom by creation, each followed by its subfolders. Spec B §4, decision 0051. */
export function toFolders(entities: readonly LightEntity[]): readonly Folder[] {
  const folders = visibleFolders(entities).map(({ folder }) => folder);
  const byId = foldersById(entities);
  const parents = shownParents(folders, (folderId) => followFolder(folderId, byId));
  const below = new Map<string | undefined, FolderEntity[]>();
  for (const folder of folders.sort((a, b) => TYPE_ORDER[a.folderType] - TYPE_ORDER[b.folderType] || byAge(a, b))) {
    const parentId = parents.get(folder.id)?.id;
    const siblings = below.get(parentId);
    if (siblings === undefined) below.set(parentId, [folder]);
    else siblings.push(folder);
  }
  const list = (parent: FolderParent | undefined): readonly Folder[] =>
    (below.get(parent?.id) ?? []).flatMap((entity) => {
      const folder = toFolder(entity, parent);
      return [folder, ...list(asParent({ id: entity.id, name: folderPath(folder) }))];
    });
  return list(undefined);
}

/** `parent`: its shown parent, with the path that the tree has. */
export function toFolder(entity: FolderEntity, parent: FolderParent | undefined): Folder {
  const { id, mtime, vv: _vv, alive: _alive, kind: _kind, mergedInto: _mergedInto, parent: _parent, ...folder } = entity;
  return { ...folder, name: ownName(entity), ...(parent && { parent }), folderId: id, lastModified: mtime };
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
