/** Commits a plan, and makes a new plan if another commit was faster. Removes unused blobs afterwards. */

import { countMetadata, type FileRecord, ROW_BYTES } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { BlobStore } from "../../storage/blob-store.ts";
import type { Commit, MetadataStore } from "../../storage/metadata-store.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import type { Call, Clock } from "./context.ts";

export type Plan = Omit<Commit, "limitBytes" | "at" | "expect" | "puts" | "removes"> & Partial<Pick<Commit, "expect" | "puts" | "removes">>;

/** Returns the rows that are written in the same commit as a file, once its id is known. */
export type Beside = (fileId: string) => Pick<Plan, "upload" | "uploadWas">;

export const ATTEMPTS = 100;
const SMALL_METADATA_BYTES = 1024;

/** The account to change, taken from a call or from the sweep. */
export type AccountScope = Pick<Call, "server"> & { readonly identity: Pick<Call["identity"], "accountId"> };

/** `plan` is called again after a conflict and must read the current state each time. */
export async function commitPlan(
  call: AccountScope,
  plan: () => Promise<Result<Plan, Refusal>>,
): Promise<Result<readonly FileRecord[], Refusal>> {
  const { metadata, quota, clock } = call.server;
  const { accountId } = call.identity;
  const limitBytes = await quota.limitOf(accountId);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await plan();
    if (!planned.ok) return planned;
    if (limitBytes === 0 && makesFiles(planned.value)) return refused(refusals.storageFull());
    const capacityBytes = isSmallChange(planned.value) ? undefined : limitBytes;
    const commit = { expect: new Map(), puts: [], removes: [], ...planned.value, limitBytes: capacityBytes, at: clock.now() };
    const first = await metadata.commit(accountId, commit);
    if (first.kind === "over-limit" && (await reclaim(call.server, accountId))) continue;
    // The quota is exceeded and no old revision is left: the replaced content is dropped instead of kept as a revision.
    const outcome = first.kind === "over-limit" ? await metadata.commit(accountId, await replacing(call, commit)) : first;
    if (outcome.kind === "upload-over") return refused(refusals.uploadGone());
    if (outcome.kind === "over-limit") return refused(refusals.storageFull());
    if (outcome.kind === "disk-full") return refused(refusals.diskFull());
    if (outcome.kind === "done") {
      await dropBlobs(call, outcome.freedBlobs);
      return ok(outcome.files);
    }
  }
  return refused(refusals.busy());
}

/** Maximum number of files in one commit of a larger change. A commit runs on the event loop. */
export const STEP_FILES = 25;

/** Writes one of several commits. Returns false if a file changed in the meantime. */
export async function commitStep(scope: AccountScope, plan: Plan): Promise<Result<boolean, Refusal>> {
  const { metadata, clock } = scope.server;
  const commit = { expect: new Map(), puts: [], removes: [], ...plan, limitBytes: undefined, at: clock.now() };
  const outcome = await metadata.commit(scope.identity.accountId, commit);
  if (outcome.kind === "disk-full") return refused(refusals.diskFull());
  if (outcome.kind === "done") await dropBlobs(scope, outcome.freedBlobs);
  return ok(outcome.kind === "done");
}

/** Returns the commit without the replaced head revisions that are not pinned. */
async function replacing({ server, identity }: AccountScope, commit: Commit): Promise<Commit> {
  const gone: { readonly fileId: string; readonly id: string }[] = [];
  for (const { id, headRevisionId } of commit.puts) {
    const head = (await server.metadata.get(identity.accountId, id))?.headRevisionId;
    if (head === undefined || head === headRevisionId) continue;
    const revisions = await server.metadata.revisions(identity.accountId, id);
    if (revisions.some((revision) => revision.id === head && !revision.keepForever)) gone.push({ fileId: id, id: head });
  }
  return { ...commit, revisionRemoves: [...(commit.revisionRemoves ?? []), ...gone] };
}

/** Small changes to existing files are allowed on a full drive: users free space by marking files and moving them to the trash. */
function isSmallChange({ expect = new Map(), puts = [], revisionPuts = [], upload }: Plan): boolean {
  if (upload !== undefined || revisionPuts.length > 0) return false;
  return puts.every((put) => expect.get(put.id) !== undefined && countMetadata(put) <= ROW_BYTES + SMALL_METADATA_BYTES);
}

/** True if the plan creates files. If an account has no space at all, not even an empty file is stored. */
function makesFiles({ expect = new Map(), puts = [] }: Plan): boolean {
  return puts.some(({ id }) => expect.has(id) && expect.get(id) === undefined);
}

/** The sweep finds blobs that are left behind here. */
export async function dropBlobs(call: Pick<Call, "server">, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => call.server.blobs.remove(key)));
}

/** Frees space by removing the oldest unpinned revisions, as they would be after a month. Heads and pinned revisions are never removed. */
type Parts = { readonly metadata: MetadataStore; readonly blobs: BlobStore; readonly clock: Clock };

const AT_ONCE = 100;

/** Returns false if there was nothing to remove. */
export async function reclaim({ metadata, blobs, clock }: Parts, accountId: string): Promise<boolean> {
  const old = await metadata.oldRevisions(accountId, AT_ONCE);
  if (old.length === 0) return false;
  const revisionRemoves = old.map(({ fileId, id }) => ({ fileId, id }));
  const nothingElse = { expect: new Map(), puts: [], removes: [], limitBytes: undefined };
  const outcome = await metadata.commit(accountId, { ...nothingElse, revisionRemoves, at: clock.now() });
  if (outcome.kind !== "done") return false;
  // The sweep finds blobs that are left behind here.
  await Promise.allSettled(outcome.freedBlobs.map((key) => blobs.remove(key)));
  return true;
}
