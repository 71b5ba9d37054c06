/**
 * The user's commands on folders, each one transaction of the library. Rules: plan-folder.ts, check-folder.ts. Spec A §7 "Folder
 * operations".
 */

import { nextStamp } from "../../merge/stamp.ts";
import { type FolderEntity, isAlive } from "../../model/entities/entity.ts";
import { newDefaultFolderId, newFolderId } from "../../model/entities/entity-ids.ts";
import type { Folder } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { StoreProblem, WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { Library, Origin } from "../index/library-service.ts";
import { checkDeletable, type FolderProblem, type FolderValues } from "./check-folder.ts";
import { planHygiene } from "./folder-hygiene.ts";
import { isInFolder, toFolder } from "./folder-list.ts";
import { type FolderChange, planFolder, planFolderDelete, planFolderEdit } from "./plan-folder.ts";

type Deps = {
  readonly library: Library;
  readonly clock: Clock;
  readonly ids: Ids;
  /** `folders`: the listed folders; `refresh`: updates the list. */
  readonly folders: () => readonly Folder[];
  readonly refresh: () => void;
};

export function createFolderCommands({ library, clock, ids, folders, refresh }: Deps) {
  const make = async (values: Parameters<typeof planFolder>[0]): Promise<Result<Folder, StoreProblem>> => {
    const made = await library.transact({}, (seen) => answerWith(planFolder(values, seen.meta, clock.now())), "user");
    return made.ok ? ok(toFolder(made.value)) : made;
  };
  /** Creates the folder unless the disk is newer than memory: another tab may have just created it, so the library is reloaded first. */
  const makeUnlessBehind = async (values: Parameters<typeof planFolder>[0]): Promise<Result<boolean, StoreProblem>> => {
    const made = await library.transact(
      {},
      ({ meta }) =>
        meta.ctr > library.index.meta.ctr
          ? { writes: {}, answer: false }
          : { writes: planFolder(values, meta, clock.now()).writes, answer: true },
      "user",
    );
    if (!made.ok || made.value) return made;
    const reloaded = await library.reload();
    refresh();
    return reloaded.ok ? made : reloaded;
  };
  const change = async (
    folderId: string,
    plan: (current: FolderEntity, meta: Parameters<typeof planFolder>[1]) => FolderChange,
  ): Promise<Result<Folder, FolderProblem>> => {
    const changed = await library.transact(
      { entities: [folderId] },
      (seen) => {
        const current = seen.entities.get(folderId);
        return current?.kind === "folder" && isAlive(current) ? answerWith(plan(current, seen.meta)) : { writes: {}, answer: undefined };
      },
      "user",
    );
    if (!changed.ok) return changed;
    return changed.value === undefined ? failed({ kind: "not-found" }) : ok(toFolder(changed.value));
  };
  const countIn = (folderId: string): number =>
    [...library.index.entities.values()].filter((entity) => entity.kind === "note" && isAlive(entity) && isInFolder(entity, folderId))
      .length;

  return {
    create: ({ name, description, color }: FolderValues) =>
      make({
        id: newFolderId(clock.now(), ids.random),
        name: name.trim(),
        description,
        color,
        folderType: "CUSTOM",
        displayOrder: FOLDER.customOrder,
        isDefault: false,
      }),
    update: (folderId: string, values: FolderValues) =>
      change(folderId, (current, meta) => planFolderEdit(current, values, { meta, nowMs: clock.now() })),
    async remove(folderId: string): Promise<Result<void, FolderProblem>> {
      const folder = folders().find((one) => one.folderId === folderId);
      if (folder === undefined) return failed({ kind: "not-found" });
      const reason = checkDeletable(folder, countIn(folderId));
      if (reason !== undefined) return failed({ kind: reason });
      const removed = await change(folderId, (current, meta) => planFolderDelete(current, meta, clock.now()));
      return removed.ok ? ok(undefined) : removed;
    },
    /** Creates the default folders that are missing and returns how many it created. */
    async ensureDefaults(): Promise<Result<number, StoreProblem>> {
      let count = 0;
      for (const { idPrefix, ...values } of FOLDER.defaults) {
        let isMade = false;
        while (!isMade && !folders().some((folder) => folder.folderType === values.folderType)) {
          const made = await makeUnlessBehind({ ...values, id: newDefaultFolderId(idPrefix, ids.random), isDefault: true });
          if (!made.ok) return made;
          isMade = made.value;
        }
        if (isMade) count += 1;
      }
      return ok(count);
    },
  };
}

function answerWith({ writes, folder }: FolderChange) {
  return { writes, answer: folder };
}

/** Carries out what folder hygiene plans: one Pinned, one Sensitive, unique names. sync.md §7.1. */
export function normalizeFolders(library: Library, clock: Clock, origin: Origin): Promise<Result<void, StoreProblem>> {
  const changes = planHygiene([...library.index.entities.values()]);
  if (changes.length === 0) return Promise.resolve(ok(undefined));
  return library.transact(
    { entities: changes.map(({ id }) => id) },
    (seen) => {
      let meta: WritingMeta = seen.meta;
      const folders = changes.flatMap((change) => {
        const before = seen.entities.get(change.id);
        if (before?.kind !== "folder") return [];
        const stamped = change.apply(before, nextStamp(meta, clock.now()));
        meta = { ...meta, ctr: meta.ctr + 1 };
        return [stamped];
      });
      return { writes: { entities: folders, meta: { ctr: meta.ctr } }, answer: undefined };
    },
    origin,
  );
}
