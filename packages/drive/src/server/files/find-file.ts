/** Looks up the files and parent folders that a call names. An invisible file gets the same 404 as a missing one. */

import type { FileRecord, Space } from "../../records/file-record.ts";
import { type MaybePromise, ok, type Result, whenThere } from "../../result.ts";
import { FOLDER_MIME } from "../../wire/resources.ts";
import { type Call, rootSpace } from "../context/context.ts";
import { type Access, mayUseAppData, mayUseDrive } from "../context/scopes.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { isFolder, type ParentState } from "./file-plan.ts";

export function maySee(call: Call, space: Space, access: Access): boolean {
  const { scopes } = call.identity;
  return space === "appDataFolder" ? mayUseAppData(scopes) : mayUseDrive(scopes, access);
}

/** Finds a file or folder that is not a root. */
export function findFile(call: Call, fileId: string, access: Access): MaybePromise<Result<FileRecord, Refusal>> {
  if (rootSpace(call, fileId) !== undefined) return refused(refusals.rootNotWritable());
  return whenThere(call.server.metadata.get(call.identity.accountId, fileId), (file) =>
    file !== undefined && maySee(call, file.space, access) ? ok(file) : refused(refusals.notFound(fileId)),
  );
}

/** Roots have no row: they are the same for every account except for their id. */
export function findFileOrRoot(call: Call, fileId: string): MaybePromise<Result<FileRecord, Refusal>> {
  const space = rootSpace(call, fileId);
  if (space === undefined) return findFile(call, fileId, "read");
  return maySee(call, space, "read") ? ok(toRootRecord(call, space)) : refused(refusals.notFound(fileId));
}

export async function findParent(
  call: Call,
  parentId: string,
): Promise<Result<ParentState & { readonly version: number | undefined }, Refusal>> {
  const space = rootSpace(call, parentId);
  if (space !== undefined) {
    if (!maySee(call, space, "write")) return refused(space === "appDataFolder" ? refusals.scopeMissing() : refusals.notFound(parentId));
    return ok({ id: call.server.ids.rootId(call.identity.accountId, space), space, trashed: false, version: undefined });
  }
  const parent = await findFile(call, parentId, "write");
  if (!parent.ok) return parent;
  if (!isFolder(parent.value)) return refused(refusals.parentNotAFolder());
  return ok({ id: parent.value.id, space: parent.value.space, trashed: parent.value.trashed, version: parent.value.version });
}

/** Checks the depth of the tree and the number of files in a folder. */
export async function checkTreeLimits(call: Call, parentId: string): Promise<Refusal | undefined> {
  const { limits, metadata } = call.server;
  const { accountId } = call.identity;
  if ((await ancestors(call, parentId)).length >= limits.depth) return refusals.tooDeep();
  if (rootSpace(call, parentId) !== undefined) return undefined;
  // An account with fewer changes than the limit cannot have that many children, so counting is skipped.
  if ((await metadata.headSeq(accountId)) < limits.childrenPerFolder) return undefined;
  return (await metadata.countChildren(accountId, parentId)) >= limits.childrenPerFolder ? refusals.tooManyChildren() : undefined;
}

/** Returns the ids from the folder itself up to the root, without the root. */
export async function ancestors(call: Call, folderId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let id: string | undefined = folderId;
  while (id !== undefined && ids.length <= call.server.limits.depth) {
    const folder: FileRecord | undefined = await call.server.metadata.get(call.identity.accountId, id);
    if (folder !== undefined) ids.push(folder.id);
    id = folder?.parentId;
  }
  return ids;
}

function toRootRecord(call: Call, space: Space): FileRecord {
  return {
    id: call.server.ids.rootId(call.identity.accountId, space),
    space,
    name: space === "drive" ? "My Drive" : "appDataFolder",
    mimeType: FOLDER_MIME,
    description: undefined,
    parentId: undefined,
    appProperties: {},
    properties: {},
    starred: false,
    trashed: false,
    explicitlyTrashed: false,
    trashedTime: undefined,
    createdTime: 0,
    modifiedTime: 0,
    modifiedByMeTime: 0,
    viewedByMeTime: undefined,
    originalFilename: undefined,
    content: undefined,
    headRevisionId: undefined,
    version: 1,
    madeSeq: 0,
    changeSeq: 0,
    madeAt: 0,
    changedAt: 0,
  };
}
