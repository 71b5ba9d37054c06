/** Folders in folders: the tree that is shown, and paths in it. Decision 0051. Pure. */
import type { FolderEntity } from "../../model/entities/entity.ts";
import type { Folder } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";

type Placed = Pick<FolderEntity, "id" | "createdAt" | "folderType" | "parent">;

/**
 * Returns the shown parent of each shown folder that has one. Folders in a circle and below the last level have none. `follow`: resolves the
 * id of a merged folder.
 */
export function shownParents<F extends Placed>(folders: readonly F[], follow: (folderId: string) => string): ReadonlyMap<string, F> {
  const byId = new Map(folders.map((folder) => [folder.id, folder] as const));
  const named = (folder: F): F | undefined => {
    if (folder.parent === undefined || folder.folderType !== "CUSTOM") return undefined;
    const parent = byId.get(follow(folder.parent.id));
    return parent?.folderType === "CUSTOM" ? parent : undefined;
  };
  const parents = new Map<string, F>();
  const levels = new Map<string, number>();
  for (const folder of folders) {
    const chain = chainOf(folder, named, levels);
    // The highest folder of the chain is placed first.
    for (const below of chain.reverse()) {
      const parent = parents.has(below.id) ? undefined : named(below);
      const level = parent === undefined ? 0 : (levels.get(parent.id) ?? 0);
      if (parent !== undefined && level > 0 && level < FOLDER.maxLevels) parents.set(below.id, parent);
      levels.set(below.id, parents.has(below.id) ? level + 1 : 1);
    }
  }
  return parents;
}

/** The folder and its parents without a known level, upwards; ends at the oldest folder of a circle. */
function chainOf<F extends Placed>(folder: F, named: (folder: F) => F | undefined, levels: ReadonlyMap<string, number>): F[] {
  const chain: F[] = [];
  const seen = new Map<string, number>();
  let at: F | undefined = folder;
  while (at !== undefined && !levels.has(at.id)) {
    const start = seen.get(at.id);
    if (start !== undefined) return turnedToOldest(chain, start);
    seen.set(at.id, chain.length);
    chain.push(at);
    at = named(at);
  }
  return chain;
}

/** Turns the circle, which begins at `start`, so that its oldest folder comes last. Folders before it lead into the circle. */
function turnedToOldest<F extends Placed>(chain: readonly F[], start: number): F[] {
  const circle = chain.slice(start);
  const oldest = circle.reduce((a, b) => (byAge(a, b) <= 0 ? a : b));
  const at = circle.indexOf(oldest) + 1;
  return [...chain.slice(0, start), ...circle.slice(at), ...circle.slice(0, at)];
}

export function byAge(a: Pick<FolderEntity, "createdAt" | "id">, b: Pick<FolderEntity, "createdAt" | "id">): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

export type InTree = Pick<Folder, "folderId" | "name" | "parent">;

/** `level`: 0 at the top. `isOpen`: undefined for a folder without subfolders. */
export type FolderRow = { readonly folder: Folder; readonly level: number; readonly isOpen: boolean | undefined };

/** Rows of the tree without those in closed folders. The list has parents before their subfolders. */
export function folderRows(folders: readonly Folder[], closedIds: ReadonlySet<string>): readonly FolderRow[] {
  const parentIds = new Set(folders.map(({ parent }) => parent?.id));
  const levels = new Map<string, number>();
  const rows: FolderRow[] = [];
  for (const folder of folders) {
    const above = folder.parent?.id;
    if (above !== undefined && (closedIds.has(above) || !levels.has(above))) continue;
    const level = above === undefined ? 0 : (levels.get(above) ?? 0) + 1;
    levels.set(folder.folderId, level);
    rows.push({ folder, level, isOpen: parentIds.has(folder.folderId) ? !closedIds.has(folder.folderId) : undefined });
  }
  return rows;
}

/** Ids of the folder and of all folders below it. */
export function folderIdsBelow(folders: readonly InTree[], folderId: string): ReadonlySet<string> {
  return new Set(levelsFrom(folders, folderId).keys());
}

/** Level below the folder, which has 1, by id. The list has parents before their subfolders. */
export function levelsFrom(folders: readonly InTree[], folderId: string): ReadonlyMap<string, number> {
  const levels = new Map([[folderId, 1]]);
  for (const { folderId: id, parent } of folders) {
    const above = parent === undefined ? undefined : levels.get(parent.id);
    if (above !== undefined) levels.set(id, above + 1);
  }
  return levels;
}
