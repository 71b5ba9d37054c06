/**
 * The user's commands on folders, each one transaction of the library. Rules: plan-folder.ts, check-folder.ts. Spec A §7 "Folder
 * operations".
 */

import { nextStamp } from "../../merge/stamp.ts";
import { newDefaultFolderId, newFolderId } from "../../model/entities/entity-ids.ts";
import { asParent, type Folder, storedName } from "../../model/entities/folder.ts";
import { CODE_MISSING, lazyModule } from "../../model/lazy/lazy-module.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { StoreProblem, WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { Library, Origin } from "../index/library-service.ts";
import type { FolderProblem, FolderValues } from "./check-folder.ts";
import type { FolderChanges } from "./folder-changes-service.ts";
import { planHygiene } from "./folder-hygiene.ts";
import { toFolder } from "./folder-list.ts";
import { type FolderChange, planFolder } from "./plan-folder.ts";

/** Few sessions change a folder. */
export const LAZY_FOLDER_CHANGES = lazyModule(async () => (await import("./folder-changes-service.ts")).createFolderChanges);

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
    return made.ok ? ok(toFolder(made.value, made.value.parent)) : made;
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
  const lazily = async <Value>(run: (changes: FolderChanges) => Promise<Result<Value, FolderProblem>>) => {
    const create = await LAZY_FOLDER_CHANGES.load();
    return create === undefined ? failed(CODE_MISSING) : run(create({ library, clock, folders }));
  };

  return {
    /** `parentId`: folder to create it in; null for the top. */
    create({ name, description, color }: FolderValues, parentId: string | null = null) {
      const parent = parentId === null ? undefined : library.index.entities.get(parentId);
      return make({
        id: newFolderId(clock.now(), ids.random),
        ...storedName(name.trim(), parent?.kind === "folder" ? asParent(parent) : undefined),
        description,
        color,
        folderType: "CUSTOM",
        displayOrder: FOLDER.customOrder,
        isDefault: false,
      });
    },
    update: (folderId: string, values: FolderValues) => lazily((changes) => changes.update(folderId, values)),
    /** `parentId`: null for the top. */
    move: (folderId: string, parentId: string | null) => lazily((changes) => changes.move(folderId, parentId)),
    remove: (folderId: string) => lazily((changes) => changes.remove(folderId)),
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

/**
 * Carries out what folder hygiene plans: one Pinned, one Sensitive, unique names, true paths. Two equal folders that become one may bring
 * equal subfolders together, so it plans again for each level. sync.md §7.1.
 */
export async function normalizeFolders(library: Library, clock: Clock, origin: Origin): Promise<Result<void, StoreProblem>> {
  for (let round = 0; round <= FOLDER.maxLevels; round += 1) {
    const changes = planHygiene([...library.index.entities.values()]);
    if (changes.length === 0) return ok(undefined);
    const written = await writeChanges(library, changes, { clock, origin });
    if (!written.ok) return written;
  }
  return ok(undefined);
}

function writeChanges(
  library: Library,
  changes: ReturnType<typeof planHygiene>,
  { clock, origin }: { readonly clock: Clock; readonly origin: Origin },
): Promise<Result<void, StoreProblem>> {
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
