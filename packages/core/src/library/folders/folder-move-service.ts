/** Moves a folder, with all that is in it, into another one or to the top. Loaded with its first use. Decision 0051. */
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { FolderEntity } from "../../model/entities/entity.ts";
import { asParent, type Folder, ownName, storedName } from "../../model/entities/folder.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { Library } from "../index/library-service.ts";
import type { FolderProblem } from "./check-folder.ts";
import { checkFolderMove } from "./check-folder-change.ts";
import { toFolder, toFolders } from "./folder-list.ts";
import { type FolderChange, toChange } from "./plan-folder.ts";

type Moved = { readonly kind: "unread"; readonly ids: readonly string[] } | Result<Folder, FolderProblem>;

/**
 * Checks the move against the folders that the transaction reads, since another tab may have moved one a moment ago. A parent that only
 * the disk knows is read in another round.
 */
export async function moveFolder(
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
