/** Changes, moves and deletes folders, each in one transaction. Loaded with its first use. Spec A §7 "Folder operations", decision 0051. */
import { nextStamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type Entity, type FolderEntity, isAlive } from "../../model/entities/entity.ts";
import { asParent, type Folder, ownName, storedName } from "../../model/entities/folder.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { Library } from "../index/library-service.ts";
import { checkDeletable, type FolderProblem, type FolderValues, siblingsIn } from "./check-folder.ts";
import { checkFolderMove } from "./check-folder-change.ts";
import { isInFolder, toFolder, toFolders } from "./folder-list.ts";
import { type FolderChange, toChange } from "./plan-folder.ts";

type Deps = { readonly library: Library; readonly clock: Clock; readonly folders: () => readonly Folder[] };

export type FolderChanges = ReturnType<typeof createFolderChanges>;

/** `folders`: the listed folders. */
export function createFolderChanges({ library, clock, folders }: Deps) {
  /** A deleted folder that is shown because of its content comes back with the change. */
  const change = async (
    folderId: string,
    plan: (current: FolderEntity, meta: WritingMeta) => FolderChange,
  ): Promise<Result<Folder, FolderProblem>> => {
    const isShown = (entity: Entity | undefined): entity is FolderEntity =>
      entity?.kind === "folder" && (isAlive(entity) || folders().some((folder) => folder.folderId === entity.id));
    const changed = await library.transact<FolderEntity | undefined>(
      { entities: [folderId] },
      (seen) => {
        const current = seen.entities.get(folderId);
        if (!isShown(current)) return { writes: {}, answer: undefined };
        const { writes, folder } = plan(current, seen.meta);
        return { writes, answer: folder };
      },
      "user",
    );
    if (!changed.ok) return changed;
    return changed.value === undefined ? failed({ kind: "not-found" }) : ok(toFolder(changed.value, changed.value.parent));
  };
  const countIn = (folderId: string): number =>
    siblingsIn(folders(), folderId).length +
    [...library.index.entities.values()].filter((entity) => entity.kind === "note" && isAlive(entity) && isInFolder(entity, folderId))
      .length;

  return {
    update: (folderId: string, values: FolderValues) =>
      change(folderId, (current, meta) => planFolderEdit(current, values, { meta, nowMs: clock.now() })),
    /** `parentId`: null for the top. */
    move: (folderId: string, parentId: string | null) => moveFolder({ library, clock }, folderId, parentId),
    async remove(folderId: string): Promise<Result<void, FolderProblem>> {
      const folder = folders().find((one) => one.folderId === folderId);
      if (folder === undefined) return failed({ kind: "not-found" });
      const reason = checkDeletable(folder, countIn(folderId));
      if (reason !== undefined) return failed({ kind: reason });
      const removed = await change(folderId, (current, meta) => planFolderDelete(current, meta, clock.now()));
      return removed.ok ? ok(undefined) : removed;
    },
  };
}

type Moved = { readonly kind: "unread"; readonly ids: readonly string[] } | Result<Folder, FolderProblem>;

/**
 * Checks the move against the folders that the transaction reads, since another tab may have moved one a moment ago. A parent that only
 * the disk knows is read in another round.
 */
async function moveFolder(
  { library, clock }: { readonly library: Library; readonly clock: Clock },
  folderId: string,
  parentId: string | null,
): Promise<Result<Folder, FolderProblem>> {
  const known = [...library.index.entities.values()];
  const ids = new Set([folderId, ...known.filter(({ kind }) => kind === "folder").map(({ id }) => id)]);
  if (parentId !== null) ids.add(parentId);
  for (;;) {
    const outcome = await library.transact<Moved>(
      { entities: [...ids] },
      (seen) => {
        const stored = [...seen.entities.values()].filter((entity) => entity.kind === "folder");
        const unread = stored.flatMap(({ parent, mergedInto }) => [parent?.id, mergedInto]).filter((id) => id != null && !ids.has(id));
        if (unread.length > 0) return { writes: {}, answer: { kind: "unread", ids: unread as string[] } };
        const folders = toFolders([...known.filter(({ kind }) => kind === "note"), ...stored]);
        const reason = checkFolderMove(folders, folderId, parentId);
        if (reason !== undefined) return { writes: {}, answer: failed({ kind: reason }) };
        const [current, parent] = [folderId, parentId].map((id) => stored.find((folder) => folder.id === id));
        const isThere = parentId === null || folders.some((folder) => folder.folderId === parentId);
        if (current === undefined || !isThere) return { writes: {}, answer: failed({ kind: "not-found" }) };
        const { writes, folder } = planFolderMove(current, parent, { meta: seen.meta, nowMs: clock.now() });
        return { writes, answer: ok(toFolder(folder, folder.parent)) };
      },
      "user",
    );
    if (!outcome.ok) return outcome;
    if (!("kind" in outcome.value)) return outcome.value;
    for (const id of outcome.value.ids) ids.add(id);
  }
}

/** `parent`: undefined for the top. Subfolders name only this folder, so that it moves alone. Decision 0051. */
function planFolderMove(
  current: FolderEntity,
  parent: FolderEntity | undefined,
  { meta, nowMs }: { readonly meta: WritingMeta; readonly nowMs: number },
): FolderChange {
  const { parent: _parent, ...kept } = current;
  const moved = { ...kept, ...storedName(ownName(current), parent && asParent(parent)) };
  return toChange(stampEdit(moved, current, nextStamp(meta, nowMs)), meta);
}

function planFolderEdit(
  current: FolderEntity,
  values: FolderValues,
  { meta, nowMs }: { readonly meta: WritingMeta; readonly nowMs: number },
): FolderChange {
  const { description, color } = values;
  const named = { ...current, ...storedName(values.name.trim(), current.parent), description, color };
  return toChange(stampEdit(named, current, nextStamp(meta, nowMs)), meta);
}

/** A delete is a tombstone: sync.md §7.1. */
function planFolderDelete(current: FolderEntity, meta: WritingMeta, nowMs: number): FolderChange {
  return toChange(stampDelete(current, nextStamp(meta, nowMs)), meta);
}
