/**
 * Keeps one Pinned, one Sensitive, unique names among siblings and true paths: of equal folders the oldest stays, and others refer to it with
 * `mergedInto`. sync.md §7.1, decision 0051. Pure.
 */

import { type Stamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type FolderEntity, isAlive, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";
import { asParent, ownName, storedName } from "../../model/entities/folder.ts";
import { byAge, shownParents } from "./folder-tree.ts";

export type FolderChange = { readonly id: string; readonly apply: (folder: FolderEntity, stamp: Stamp) => FolderEntity };

const DEFAULT_NAMES = ["pinned", "sensitive"];

export function planHygiene(entities: readonly LightEntity[]): readonly FolderChange[] {
  const folders = visibleFolders(entities);
  const byId = foldersById(entities);
  const follow = (folderId: string) => followFolder(folderId, byId);
  const parents = shownParents(
    folders.map(({ folder }) => folder),
    follow,
  );
  /** Siblings are those in the shown tree. Before the record of their parent arrives, those that name the same parent. */
  const parentOf = ({ id, parent }: FolderEntity): string => {
    const named = parent === undefined ? "" : follow(parent.id);
    return byId.has(named) ? (parents.get(id)?.id ?? "") : named;
  };
  const merges = [...groupBy(folders, ({ folder }) => groupKey(folder, parentOf(folder))).values()].flatMap((group) => mergeGroup(group));
  const merged = new Set(merges.map(({ id }) => id));
  const renames = folders.filter(needsSuffix).map((folder) => ({ id: folder.folderId, apply: addSuffix }));
  const paths = planPaths(folders, parents).filter(({ id }) => !merged.has(id));
  return [...merges, ...renames, ...paths];
}

/** Writes stored paths again that a rename or move of a parent has left behind. A deleted folder stays as it is. */
function planPaths(folders: readonly Visible[], parents: ReadonlyMap<string, FolderEntity>): readonly FolderChange[] {
  const wanted = new Map<string, Pick<FolderEntity, "name" | "parent">>();
  const wantedName = (folder: FolderEntity): Pick<FolderEntity, "name" | "parent"> => {
    const known = wanted.get(folder.id);
    if (known !== undefined) return known;
    const parent = parents.get(folder.id);
    const name = parent === undefined ? folder : storedName(ownName(folder), asParent({ id: parent.id, name: wantedName(parent).name }));
    wanted.set(folder.id, name);
    return name;
  };
  return folders.flatMap(({ folder }) => {
    const { name, parent } = wantedName(folder);
    const isTrue = name === folder.name && parent?.id === folder.parent?.id && parent?.path === folder.parent?.path;
    if (isTrue || parent === undefined || !isAlive(folder)) return [];
    return [{ id: folder.id, apply: (now: FolderEntity, stamp: Stamp) => stampEdit({ ...now, name, parent }, now, stamp) }];
  });
}

type Visible = { readonly folderId: string; readonly folder: FolderEntity };

/**
 * Folders to show: not merged, and alive or still used by a living note or a shown subfolder. So a folder that was deleted while notes or
 * folders moved in comes back.
 */
export function visibleFolders(entities: readonly LightEntity[]): readonly Visible[] {
  const folders = foldersById(entities);
  const living = entities.filter(isAlive);
  const inUse = foldersAbove(
    living.flatMap((entity) => (entity.kind === "folder" ? entity.id : (entity.folderId ?? []))),
    folders,
  );
  return [...folders.values()]
    .filter((folder) => folder.mergedInto === null && inUse.has(folder.id))
    .map((folder) => ({ folderId: folder.id, folder }));
}

/** Ids of these folders and of all folders above them, after merges. */
export function foldersAbove(folderIds: readonly string[], folders: ReadonlyMap<string, FolderEntity>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const folderId of folderIds) {
    let at: string | undefined = followFolder(folderId, folders);
    while (at !== undefined && !above.has(at)) {
      above.add(at);
      const parentId: string | undefined = folders.get(at)?.parent?.id;
      at = parentId === undefined ? undefined : followFolder(parentId, folders);
    }
  }
  return above;
}

export function foldersById(entities: readonly LightEntity[]): ReadonlyMap<string, FolderEntity> {
  return new Map(entities.filter((entity) => entity.kind === "folder").map((folder) => [folder.id, folder]));
}

/** Resolves a folder id after merges. Keeps an unknown id, whose folder may not have arrived yet. */
export function followFolder(folderId: string, folders: ReadonlyMap<string, FolderEntity>): string {
  let at = folderId;
  for (let steps = 0; steps < folders.size; steps += 1) {
    const next = folders.get(at)?.mergedInto;
    if (next === undefined || next === null) return at;
    at = next;
  }
  return at;
}

/** Returns the note with the folder ids that the list shows; exports do not contain the records of merged folders. */
export function inShownFolder(note: NoteEntity, folders: ReadonlyMap<string, FolderEntity>): NoteEntity {
  const follow = (folderId: string | null) => (folderId === null ? null : followFolder(folderId, folders));
  const shown = { ...note, folderId: follow(note.folderId) };
  return note.pinnedFrom === undefined ? shown : { ...shown, pinnedFrom: follow(note.pinnedFrom) };
}

export function normalisedName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

function groupKey({ folderType, ...folder }: FolderEntity, parentId: string): string {
  return folderType === "CUSTOM" ? `name:${parentId}:${normalisedName(ownName(folder))}` : `type:${folderType}`;
}

function mergeGroup(group: readonly Visible[]): readonly FolderChange[] {
  const [survivor, ...losers] = [...group].sort((a, b) => byAge(a.folder, b.folder));
  if (survivor === undefined) return [];
  return losers.map(({ folderId }) => ({
    id: folderId,
    apply: (folder, stamp) => ({ ...stampDelete(folder, stamp), mergedInto: survivor.folderId }),
  }));
}

/** A custom folder never has a default folder's name: it would look like the protected one. */
function needsSuffix({ folder }: Visible): boolean {
  return folder.folderType === "CUSTOM" && DEFAULT_NAMES.includes(normalisedName(folder.name));
}

function addSuffix(folder: FolderEntity, stamp: Stamp): FolderEntity {
  return stampEdit({ ...folder, name: `${folder.name} (2)` }, folder, stamp);
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, readonly Item[]> {
  const groups = new Map<string, readonly Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
