/** files.delete, emptyTrash and the trash that empties itself: for good, folders with all that lies in them. drive-contract §1.10. */
import { ok, type Result } from "../../result.ts";
import type { FileRecord } from "../../storage/file-record.ts";
import { commitPlan, type Place, type Plan } from "../commit-plan.ts";
import type { Call, CallHandler } from "../context.ts";
import { emptyResponse } from "../json-response.ts";
import type { Refusal } from "../refusal.ts";
import { isFolder } from "./file-plan.ts";
import { findFile, maySee } from "./find-file.ts";

export const deleteFile: CallHandler = async (call) => {
  const removed = await removeFile(call, call.path.fileId, () => undefined);
  return removed.ok ? ok(emptyResponse(204)) : removed;
};

export async function removeFile(
  call: Call,
  fileId: string,
  check: (file: FileRecord) => Refusal | undefined,
): Promise<Result<unknown, Refusal>> {
  return commitPlan(call, async () => {
    const headSeq = await call.server.metadata.headSeq(call.identity.accountId);
    const file = await findFile(call, fileId, "write");
    if (!file.ok) return file;
    const refusal = check(file.value);
    return refusal === undefined ? ok(await planRemoval(call, [file.value], headSeq)) : { ok: false, problem: refusal };
  });
}

export const emptyTrash: CallHandler = async (call) => {
  const emptied = await commitPlan(call, async () => {
    const { accountId } = call.identity;
    const headSeq = await call.server.metadata.headSeq(accountId);
    const trashed = await call.server.metadata.trash(accountId);
    return ok(
      await planRemoval(
        call,
        trashed.filter((file) => maySee(call, file.space, "write")),
        headSeq,
      ),
    );
  });
  return emptied.ok ? ok(emptyResponse(204)) : emptied;
};

/** What has lain in the trash since before `at`. Nobody is asked: whoever wanted it back would have said so. */
export async function purgeTrashed(place: Place, fileId: string, at: number): Promise<void> {
  const { metadata } = place.server;
  await commitPlan(place, async () => {
    const headSeq = await metadata.headSeq(place.identity.accountId);
    const file = await metadata.get(place.identity.accountId, fileId);
    const isDue = file?.explicitlyTrashed === true && (file.trashedTime ?? at) < at;
    return ok(isDue ? await planRemoval(place, [file], headSeq) : {});
  });
}

export async function planRemoval(call: Place, files: readonly FileRecord[], headSeq: number): Promise<Plan> {
  const folders = files.filter(isFolder);
  const below = await Promise.all(folders.map((folder) => call.server.metadata.descendants(call.identity.accountId, folder.id)));
  // Deepest last in the lists: a folder goes before what lies in it, and all of it in one step.
  const all = new Map([...files, ...below.flat()].map((file) => [file.id, file.version]));
  return { expect: all, ...(folders.length > 0 ? { expectHeadSeq: headSeq } : {}), removes: [...all.keys()] };
}
