/** Keeps one Pinned, one Sensitive and unique names: the oldest folder stays, others refer to it with `mergedInto`. sync.md §7.1. Pure. */

import { type Stamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type FolderEntity, isAlive, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";

export type FolderChange = { readonly id: string; readonly apply: (folder: FolderEntity, stamp: Stamp) => FolderEntity };

const DEFAULT_NAMES = ["pinned", "sensitive"];

export function planHygiene(entities: readonly LightEntity[]): readonly FolderChange[] {
  const folders = visibleFolders(entities);
  const merges = [...groupBy(folders, groupKey).values()].flatMap((group) => mergeGroup(group));
  const renames = folders.filter(needsSuffix).map((folder) => ({ id: folder.folderId, apply: addSuffix }));
  return [...merges, ...renames];
}

type Visible = { readonly folderId: string; readonly folder: FolderEntity };

/** Folders to show: not merged, and alive or still used by a living note. So a folder that was deleted while notes moved in comes back. */
export function visibleFolders(entities: readonly LightEntity[]): readonly Visible[] {
  const folders = foldersById(entities);
  const inUse = new Set<string>();
  for (const entity of entities) {
    if (entity.kind === "note" && entity.folderId !== null && isAlive(entity)) inUse.add(followFolder(entity.folderId, folders));
  }
  return [...folders.values()]
    .filter((folder) => folder.mergedInto === null && (isAlive(folder) || inUse.has(folder.id)))
    .map((folder) => ({ folderId: folder.id, folder }));
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

function groupKey({ folder }: Visible): string {
  return folder.folderType === "CUSTOM" ? `name:${normalisedName(folder.name)}` : `type:${folder.folderType}`;
}

function mergeGroup(group: readonly Visible[]): readonly FolderChange[] {
  const [survivor, ...losers] = [...group].sort((a, b) => a.folder.createdAt - b.folder.createdAt || (a.folderId < b.folderId ? -1 : 1));
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
