/**
 * Plans what a backup adds to a library: only missing items. A note that was deleted here counts as missing and returns as an edit that has
 * seen the delete. Spec B §4 "Backup and restore", encryption.md 3.5 (12). Pure.
 */
import { foldersById, followFolder, normalisedName, visibleFolders } from "../../library/folders/folder-hygiene.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { BackupFolder, BackupNote } from "../../model/backup/backup-format.ts";
import { type Entity, type FolderEntity, isAlive, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";

/** Library folder id by backup folder id. */
export type FolderMapping = ReadonlyMap<string, string>;

export type FolderPlan = { readonly mapping: FolderMapping; readonly missing: readonly BackupFolder[] };

/**
 * Maps a backup folder to the Pinned or Sensitive folder, to the folder of the same id, to the folder it was merged into, or to one of the
 * same name. Other folders are missing.
 */
export function planFolders(folders: readonly BackupFolder[], entities: readonly LightEntity[]): FolderPlan {
  const shown = visibleFolders(entities);
  const merged = foldersById(entities);
  const byId = new Map(shown.map(({ folderId }) => [folderId, folderId] as const));
  const byKind = new Map(shown.map(({ folderId, folder }) => [kindKey(folder), folderId] as const));
  // Keeps a note in its folder here if only the backup lost that folder.
  const mapping = new Map(shown.map(({ folderId }) => [folderId, folderId] as const));
  const missing: BackupFolder[] = [];
  for (const folder of folders) {
    const key = kindKey(folder);
    const there = byId.get(followFolder(folder.id, merged)) ?? byKind.get(key);
    mapping.set(folder.id, there ?? folder.id);
    if (there !== undefined) continue;
    byKind.set(key, folder.id);
    missing.push(folder);
  }
  for (const id of merged.keys()) {
    const target = mapping.get(followFolder(id, merged));
    if (target !== undefined && !mapping.has(id)) mapping.set(id, target);
  }
  return { mapping, missing };
}

function kindKey({ folderType, name }: Pick<FolderEntity, "folderType" | "name">): string {
  return folderType === "CUSTOM" ? `name:${normalisedName(name)}` : `type:${folderType}`;
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
