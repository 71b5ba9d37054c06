/**
 * The app's folders, found by appProperties. The oldest complete set is used; the others are listed too. drive-contract §7.1, sync.md §7.3.
 */

import type { FolderRole } from "@satchel/core/model/drive/remote-file.ts";
import { DRIVE_LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { RemoteTarget } from "@satchel/core/ports/remote/remote-store.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { toRemoteProblem } from "./drive-access.ts";

const FIELDS = "id,name,parents,trashed,createdTime,appProperties";
const ROLES: readonly FolderRole[] = ["notes", "attachments", "folders", "soft-delete"];

export type AppFolders = {
  readonly target: RemoteTarget;
  /** Every subfolder of ours by id, including those of a set that another device created at the same time. */
  readonly roleOf: ReadonlyMap<string, FolderRole>;
  readonly appFolderIds: readonly string[];
};

type FoundFolder = {
  readonly id: string;
  readonly parent: string | undefined;
  readonly createdTime: string;
  readonly properties: Readonly<Record<string, string>>;
};

export type FolderDeps = {
  readonly client: DriveClient;
  readonly newTargetId: () => string;
  /** Called with a complete library that was found, before it is known to still exist. */
  readonly onLikely?: (folders: AppFolders) => void;
};

/** Marks on the app folder (drive-layout.md): the library it holds, the one it was moved from, and the one it was left for. */
const MARKS = { library: "t", cameFrom: "f", leftFor: "m" } as const;

export function toArrivalMarks(from: string): Readonly<Record<string, string | null>> {
  return { [MARKS.cameFrom]: from, [MARKS.leftFor]: null };
}

export function toLeavingMarks(to: string): Readonly<Record<string, string>> {
  return { [MARKS.leftFor]: to };
}

export function hasLeft(properties: Readonly<Record<string, string>> | undefined): boolean {
  return properties?.[MARKS.leftFor] !== undefined;
}

/** `movedFrom`: set if the known library was moved to this target. */
export type PreparedFolders = AppFolders & { readonly movedFrom?: string };

export async function prepareFolders(deps: FolderDeps, known: RemoteTarget | undefined): Promise<Result<PreparedFolders, RemoteProblem>> {
  const [account, looked] = await Promise.all([accountOf(deps.client), known === undefined ? findFolders(deps.client) : undefined]);
  if (!account.ok) return account;
  if (known !== undefined && known.accountId !== account.value) return otherThan(deps.client, known, account.value);
  if (known !== undefined) {
    const there = await checkKnown(deps.client, known);
    if (!there.ok) return there;
    if (there.value === "other") return otherThan(deps.client, known, account.value);
  }
  const found = looked ?? (await findFolders(deps.client));
  if (!found.ok) return found;
  if (known !== undefined) {
    const there = await checkSubfolders(deps.client, known, found.value);
    if (!there.ok) return there;
  }
  return known === undefined ? chooseOrCreate(deps, account.value, found.value) : ok(toAppFolders(known, found.value));
}

/** Searches for our folders again: a lagging search may have hidden another device's at first (sim seed 5048). */
export async function refreshFolders(client: DriveClient, known: AppFolders): Promise<Result<AppFolders, RemoteProblem>> {
  const found = await findFolders(client);
  return found.ok ? ok(toAppFolders(known.target, found.value)) : found;
}

/**
 * Folders of attachments. Two devices that started at the same moment created two, and each continues with its own. Excludes libraries that
 * were left.
 */
export async function attachmentFolders(client: DriveClient, known: string): Promise<Result<readonly string[], RemoteProblem>> {
  const found = await findFolders(client);
  if (!found.ok) return found;
  const living = new Set(librariesOf(found.value).map(({ id }) => id));
  const beside = found.value.filter(({ parent, properties }) => properties.r === "attachments" && living.has(parent ?? ""));
  return ok([...new Set([known, ...beside.map(({ id }) => id)])]);
}

async function accountOf(client: DriveClient): Promise<Result<string, RemoteProblem>> {
  const about = await client.about({ fields: "user(permissionId)" });
  if (!about.ok) return failed(toRemoteProblem(about.problem));
  const accountId = about.value.user?.permissionId;
  return accountId === undefined ? failed({ kind: "rejected", status: 200, reason: "noAccount" }) : ok(accountId);
}

/** Reads the folder by id, which does not lag. A deleted or trashed folder means another target, not an empty library. */
async function checkKnown(client: DriveClient, known: RemoteTarget): Promise<Result<"there" | "other", RemoteProblem>> {
  const folder = await client.get(known.folderIds.app, { fields: "id,trashed,appProperties" });
  if (!folder.ok && folder.problem.kind !== "not-found") return failed(toRemoteProblem(folder.problem));
  const properties = folder.ok && folder.value.trashed !== true ? folder.value.appProperties : undefined;
  if (properties?.[MARKS.library] !== known.targetId) return ok("other");
  return hasLeft(properties) ? failed({ kind: "target-changed", what: "moved-away" }) : ok("there");
}

/** Handles a known target that is gone. If another device moved the same library here, the user need not be asked. */
async function otherThan(client: DriveClient, known: RemoteTarget, accountId: string): Promise<Result<PreparedFolders, RemoteProblem>> {
  const found = await findFolders(client);
  if (!found.ok) return found;
  const moved = found.value.find(({ properties }) => properties.k === "app" && properties[MARKS.cameFrom] === known.targetId);
  if (moved === undefined) return failed({ kind: "target-changed", what: accountId === known.accountId ? "folder" : "account" });
  return ok({ ...toFolders(moved, accountId, found.value), movedFrom: known.targetId });
}

/** Finds the library in this drive. A library that was left does not count, unless this is a move back from `leftFor`. */
export async function findLibrary(
  client: DriveClient,
  leftFor: string | undefined,
): Promise<Result<AppFolders | undefined, RemoteProblem>> {
  const account = await accountOf(client);
  if (!account.ok) return account;
  const found = await findFolders(client);
  if (!found.ok) return found;
  const app = await findLiving(client, librariesOf(found.value, leftFor));
  if (!app.ok || app.value === undefined) return app.ok ? ok(undefined) : app;
  return ok(toFolders(app.value, account.value, found.value));
}

function toFolders({ id, properties }: FoundFolder, accountId: string, found: readonly FoundFolder[]): AppFolders {
  const folderIds = { ...subfoldersOf(found, id), app: id };
  return toAppFolders({ targetId: properties[MARKS.library] ?? "", accountId, folderIds }, found);
}

/** An unfinished library may lack subfolders; a device that only reads works without them. */
function subfoldersOf(found: readonly FoundFolder[], appId: string): RemoteTarget["folderIds"] {
  const there = ROLES.flatMap((role) => {
    const folder = found.find(({ parent, properties }) => parent === appId && properties.r === role);
    return folder === undefined ? [] : [[role, folder.id] as const];
  });
  return Object.fromEntries(there) as RemoteTarget["folderIds"];
}

export async function makeLibrary(deps: FolderDeps, leftFor: string): Promise<Result<AppFolders, RemoteProblem>> {
  const account = await accountOf(deps.client);
  if (!account.ok) return account;
  const found = await findFolders(deps.client);
  return found.ok ? chooseOrCreate({ ...deps, leftFor }, account.value, found.value) : found;
}

/**
 * Complete libraries first, then by age: an older one whose creator was interrupted is unused if other devices continued in a younger one.
 */
function librariesOf(found: readonly FoundFolder[], leftFor?: string): readonly FoundFolder[] {
  const libraries = found.filter(
    ({ properties }) =>
      properties.k === "app" && properties[MARKS.library] !== undefined && (!hasLeft(properties) || properties[MARKS.leftFor] === leftFor),
  );
  return libraries.sort((a, b) => Number(isWhole(b, found)) - Number(isWhole(a, found)));
}

function isWhole({ id }: FoundFolder, found: readonly FoundFolder[]): boolean {
  return ROLES.every((role) => found.some(({ parent, properties }) => parent === id && properties.r === role));
}

/** A lagging search proves nothing, so missing subfolders are requested by id. */
async function checkSubfolders(
  client: DriveClient,
  known: RemoteTarget,
  found: readonly FoundFolder[],
): Promise<Result<void, RemoteProblem>> {
  const foundIds = new Set(found.map(({ id }) => id));
  for (const role of ROLES.filter((name) => !foundIds.has(known.folderIds[name]))) {
    const folder = await client.get(known.folderIds[role], { fields: "id,trashed" });
    if (!folder.ok && folder.problem.kind !== "not-found") return failed(toRemoteProblem(folder.problem));
    if (!folder.ok || folder.value.trashed === true) return failed({ kind: "target-changed", what: "folder" });
  }
  return ok(undefined);
}

async function findFolders(client: DriveClient): Promise<Result<readonly FoundFolder[], RemoteProblem>> {
  const found: FoundFolder[] = [];
  let pageToken: string | undefined;
  do {
    const page = await client.list({
      q: `mimeType = '${DRIVE_LAYOUT.folderType}' and trashed = false and (appProperties has { key='k' and value='app' } or appProperties has { key='k' and value='dir' })`,
      fields: `nextPageToken,files(${FIELDS})`,
      pageSize: 1000,
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    if (!page.ok) return failed(toRemoteProblem(page.problem));
    for (const file of page.value.files ?? []) {
      if (file.id === undefined) continue;
      found.push({ id: file.id, parent: file.parents?.[0], createdTime: file.createdTime ?? "", properties: file.appProperties ?? {} });
    }
    pageToken = page.value.nextPageToken;
  } while (pageToken !== undefined);
  return ok(found.sort((a, b) => (a.createdTime < b.createdTime ? -1 : a.createdTime > b.createdTime ? 1 : a.id < b.id ? -1 : 1)));
}

/** `leftFor`: also consider libraries that were left for this one. */
async function chooseOrCreate(
  deps: FolderDeps & { readonly leftFor?: string },
  accountId: string,
  found: readonly FoundFolder[],
): Promise<Result<AppFolders, RemoteProblem>> {
  const libraries = librariesOf(found, deps.leftFor);
  const likely = libraries[0];
  if (likely !== undefined && isWhole(likely, found)) deps.onLikely?.(toFolders(likely, accountId, found));
  const chosen = await findLiving(deps.client, libraries);
  if (!chosen.ok) return chosen;
  const app = chosen.value;
  if (app !== undefined && isWhole(app, found)) return ok(toFolders(app, accountId, found));
  const ids = await deps.client.generateIds(ROLES.length + 1);
  if (!ids.ok) return failed(toRemoteProblem(ids.problem));
  const [newAppId, ...spareIds] = ids.value as readonly [string, ...string[]];
  const targetId = app?.properties.t ?? deps.newTargetId();
  const appId =
    app === undefined
      ? await createFolder(deps, { id: newAppId, name: DRIVE_LAYOUT.appFolderName, appProperties: { k: "app", t: targetId } })
      : ok(app.id);
  if (!appId.ok) return appId;
  const folderIds: Partial<Record<FolderRole | "app", string>> = { app: appId.value };
  for (const [at, role] of ROLES.entries()) {
    const existing = found.find(({ parent, properties }) => parent === appId.value && properties.r === role);
    const made =
      existing === undefined
        ? await createFolder(deps, { id: spareIds[at] as string, name: role, parents: [appId.value], appProperties: { k: "dir", r: role } })
        : ok(existing.id);
    if (!made.ok) return made;
    folderIds[role] = made.value;
  }
  return ok(toAppFolders({ targetId, accountId, folderIds: folderIds as RemoteTarget["folderIds"] }, found));
}

/** Skips trashed folders, which a lagging search still shows. */
async function findLiving(
  client: DriveClient,
  candidates: readonly FoundFolder[],
): Promise<Result<FoundFolder | undefined, RemoteProblem>> {
  for (const candidate of candidates) {
    const folder = await client.get(candidate.id, { fields: "id,trashed" });
    if (!folder.ok && folder.problem.kind !== "not-found") return failed(toRemoteProblem(folder.problem));
    if (folder.ok && folder.value.trashed !== true) return ok(candidate);
  }
  return ok(undefined);
}

type NewFolder = {
  readonly id: string;
  readonly name: string;
  readonly parents?: readonly [string];
  readonly appProperties: Readonly<Record<string, string>>;
};

/** Creates with a reserved id, so that a retry after a lost response finds the first attempt instead of creating a second folder. */
async function createFolder({ client }: FolderDeps, folder: NewFolder): Promise<Result<string, RemoteProblem>> {
  const made = await client.create({ ...folder, mimeType: DRIVE_LAYOUT.folderType }, { fields: "id" });
  return made.ok || made.problem.kind === "id-in-use" ? ok(folder.id) : failed(toRemoteProblem(made.problem));
}

function toAppFolders(target: RemoteTarget, found: readonly FoundFolder[]): AppFolders {
  const roleOf = new Map<string, FolderRole>(
    ROLES.filter((role) => role in target.folderIds).map((role) => [target.folderIds[role], role]),
  );
  for (const { id, properties } of found) {
    const role = ROLES.find((name) => name === properties.r);
    if (role !== undefined) roleOf.set(id, role);
  }
  const others = found.filter(({ properties }) => properties.k === "app").map(({ id }) => id);
  return { target, roleOf, appFolderIds: [...new Set([target.folderIds.app, ...others])] };
}
