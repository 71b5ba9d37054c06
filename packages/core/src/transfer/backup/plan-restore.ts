/**
 * Plans what a backup adds to a library: only missing items. A note that was deleted here counts as missing and returns as an edit that has
 * seen the delete. Spec B §4 "Backup and restore", encryption.md 3.5 (12). Pure.
 */
import { foldersById, followFolder, normalisedName, visibleFolders } from "../../library/folders/folder-hygiene.ts";
import { shownParents } from "../../library/folders/folder-tree.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { BackupFolder, BackupNote } from "../../model/backup/backup-format.ts";
import { type Entity, type FolderEntity, isAlive, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";
import { asParent, ownName, storedName } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";

/** Library folder id by backup folder id. */
export type FolderMapping = ReadonlyMap<string, string>;

export type FolderPlan = { readonly mapping: FolderMapping; readonly missing: readonly BackupFolder[] };

/**
 * Maps a backup folder to the Pinned or Sensitive folder, to the folder of the same id, to the folder it was merged into, or to one of the
 * same name in the same folder. Other folders are missing; they are returned with the parents that they have in the library, parents first.
 */
export function planFolders(folders: readonly BackupFolder[], entities: readonly LightEntity[]): FolderPlan {
  const shown = visibleFolders(entities).map(({ folder }) => folder);
  const merged = foldersById(entities);
  const follow = (folderId: string): string => followFolder(folderId, merged);
  const byKind = new Map(shown.map((folder) => [kindKey(folder, folder.parent && follow(folder.parent.id)), folder.id] as const));
  const names = new Map(shown.map(({ id, name }) => [id, name] as const));
  // Keeps a note in its folder here if only the backup lost that folder.
  const mapping = new Map(shown.map(({ id }) => [id, id] as const));
  const missing: BackupFolder[] = [];
  for (const { folder, parentId } of inTreeOrder(folders)) {
    const toId = parentId === undefined ? undefined : mapping.get(follow(parentId));
    const key = kindKey(folder, toId);
    const there = names.has(follow(folder.id)) ? follow(folder.id) : byKind.get(key);
    mapping.set(folder.id, there ?? folder.id);
    if (there !== undefined) continue;
    const { parent: _parent, ...values } = folder;
    const placed = {
      ...values,
      ...storedName(ownName(folder), toId === undefined ? undefined : asParent({ id: toId, name: names.get(toId) ?? "" })),
    };
    byKind.set(key, folder.id);
    names.set(folder.id, placed.name);
    missing.push(placed);
  }
  for (const id of merged.keys()) {
    const target = mapping.get(follow(id));
    if (target !== undefined && !mapping.has(id)) mapping.set(id, target);
  }
  return { mapping, missing };
}

/** Parents first. A parent that the backup lacks may be in the library. */
function inTreeOrder(
  folders: readonly BackupFolder[],
): readonly { readonly folder: BackupFolder; readonly parentId: string | undefined }[] {
  const parents = shownParents(folders, (folderId) => folderId);
  const ids = new Set(folders.map(({ id }) => id));
  const levelOf = ({ id }: BackupFolder): number => {
    let level = 0;
    for (let at = parents.get(id); at !== undefined; at = parents.get(at.id)) level += 1;
    return level;
  };
  const levels = new Map(folders.map((folder) => [folder, levelOf(folder)] as const));
  return [...folders]
    .sort((a, b) => (levels.get(a) ?? 0) - (levels.get(b) ?? 0))
    .map((folder) => {
      const named = folder.parent?.id;
      const isElsewhere = named !== undefined && !ids.has(named) && folder.folderType === "CUSTOM";
      return { folder, parentId: isElsewhere ? named : parents.get(folder.id)?.id };
    });
}

function kindKey(folder: Pick<FolderEntity, "folderType" | "name" | "parent">, parentId: string | undefined): string {
  return folder.folderType === "CUSTOM" ? `name:${parentId ?? ""}:${normalisedName(ownName(folder))}` : `type:${folder.folderType}`;
}

export type Restored = { readonly writes: Writes; readonly added: readonly string[]; readonly skipped: number };

export function planRestoreFolders(folders: readonly BackupFolder[], seen: Seen): Restored {
  return planAll(folders, seen, ({ lastModified, ...values }) => ({
    ...values,
    kind: "folder",
    vv: {},
    alive: {},
    mtime: lastModified,
    mergedInto: null,
  }));
}

/** A note loses its folder if neither the backup nor the library has it. */
export function planRestoreNotes(notes: readonly BackupNote[], mapping: FolderMapping, seen: Seen): Restored {
  const toMappedFolder = (folderId: string | null) =>
    folderId === null ? null : (mapping.get(folderId) ?? defaultFolderId(folderId, mapping));
  return planAll(notes, seen, ({ lastModified, folderId, pinnedFrom, ...values }): NoteEntity => {
    const note: NoteEntity = { ...values, kind: "note", vv: {}, alive: {}, mtime: lastModified, folderId: toMappedFolder(folderId) };
    return pinnedFrom === undefined ? note : { ...note, pinnedFrom: toMappedFolder(pinnedFrom) };
  });
}

/** Earlier backups may name merged folders; a default folder is recognized by the prefix of its id. */
function defaultFolderId(folderId: string, mapping: FolderMapping): string | null {
  const prefix = FOLDER.defaults.find(({ idPrefix }) => folderId.startsWith(idPrefix))?.idPrefix;
  const known = prefix === undefined ? undefined : [...mapping.keys()].find((id) => id.startsWith(prefix));
  return known === undefined ? null : (mapping.get(known) ?? null);
}

/** Gives each item a new dot. An item keeps its time unless it undoes a later delete. */
function planAll<Item extends { readonly id: string; readonly lastModified: number }>(
  items: readonly Item[],
  seen: Seen,
  toEntity: (item: Item) => Entity,
): Restored {
  const entities: Entity[] = [];
  for (const item of items) {
    const current = seen.entities.get(item.id);
    const next = toEntity(item);
    if (current !== undefined && (isAlive(current) || current.kind !== next.kind)) continue;
    const meta = { ...seen.meta, ctr: seen.meta.ctr + entities.length };
    entities.push(stampEdit(next, current, nextStamp(meta, item.lastModified)));
  }
  const meta = { ctr: seen.meta.ctr + entities.length };
  return {
    writes: entities.length === 0 ? {} : { entities, meta },
    added: entities.map(({ id }) => id),
    skipped: items.length - entities.length,
  };
}
