/**
 * What a backup adds to a library: what is not there, nothing else. A note that was deleted since counts as absent and comes back as an
 * edit that has seen the delete. Spec B §4 "Backup and restore", encryption.md 3.5 (12). Pure.
 */
import { normalisedName, visibleFolders } from "../folders/folder-hygiene.ts";
import type { Seen, Writes } from "../ports/local-store.ts";
import { type Entity, type FolderEntity, isAlive, type LightEntity, type NoteEntity } from "../sync/entity.ts";
import { nextStamp, stampEdit } from "../sync/stamp.ts";
import type { BackupFolder, BackupNote } from "./backup-format.ts";

/** Folder in the backup → folder in the library that stands for it. */
export type FolderPlaces = ReadonlyMap<string, string>;

export type FolderPlan = { readonly places: FolderPlaces; readonly missing: readonly BackupFolder[] };

/** The one Pinned, the one Sensitive, a folder of the same id, or one of the same name stands for a backup's folder; others are missing. */
export function planFolders(folders: readonly BackupFolder[], entities: readonly LightEntity[]): FolderPlan {
  const shown = visibleFolders(entities);
  const byId = new Map(shown.map(({ folderId }) => [folderId, folderId] as const));
  const byKind = new Map(shown.map(({ folderId, folder }) => [kindKey(folder), folderId] as const));
  const places = new Map<string, string>();
  const missing: BackupFolder[] = [];
  for (const folder of folders) {
    const key = kindKey(folder);
    const there = byId.get(folder.id) ?? byKind.get(key);
    places.set(folder.id, there ?? folder.id);
    if (there !== undefined) continue;
    byKind.set(key, folder.id);
    missing.push(folder);
  }
  return { places, missing };
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

/** A folder that neither the backup nor the library has leaves its notes without one. */
export function planRestoreNotes(notes: readonly BackupNote[], places: FolderPlaces, seen: Seen): Restored {
  return planAll(notes, seen, ({ lastModified, folderId, ...values }): NoteEntity => {
    const place = folderId === null ? null : (places.get(folderId) ?? null);
    return { ...values, kind: "note", vv: {}, alive: {}, mtime: lastModified, folderId: place };
  });
}

/** Each gets a dot of its own and keeps its time, unless the delete it undoes was later. */
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
