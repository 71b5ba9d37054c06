/** Plans against what is stored, commits, and plans again when another commit was faster. Unused blobs are removed afterwards. */

import { countMetadata, type FileRecord, ROW_BYTES } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { BlobStore } from "../../storage/blob-store.ts";
import type { Commit, MetadataStore } from "../../storage/metadata-store.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import type { Call, Clock } from "./context.ts";

export type Plan = Omit<Commit, "limitBytes" | "at" | "expect" | "puts" | "removes"> & Partial<Pick<Commit, "expect" | "puts" | "removes">>;

/** What is written in one step with a file, once its id is known. */
export type Beside = (fileId: string) => Pick<Plan, "upload" | "uploadWas">;

export const ATTEMPTS = 100;
const SMALL_METADATA_BYTES = 1024;

/** Whose drive is changed: a call, or the sweep. */
export type AccountScope = Pick<Call, "server"> & { readonly identity: Pick<Call["identity"], "accountId"> };

/** `plan` is asked again after a conflict and must read afresh. */
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
    // Nothing else can go: what is replaced goes, and is no revision.
    const outcome = first.kind === "over-limit" ? await metadata.commit(accountId, await replacing(call, commit)) : first;
    if (outcome.kind === "upload-over") return refused(refusals.uploadGone());
    if (outcome.kind === "over-limit" || outcome.kind === "disk-full") return refused(refusals.storageFull());
    if (outcome.kind === "done") {
      await dropBlobs(call, outcome.freedBlobs);
      return ok(outcome.files);
    }
  }
  return refused(refusals.busy());
}

/** As many files as one commit of a larger change holds: a commit runs on the event loop. */
export const STEP_FILES = 25;

/** One commit of several. False: something of it changed meanwhile. */
export async function commitStep(scope: AccountScope, plan: Plan): Promise<Result<boolean, Refusal>> {
  const { metadata, clock } = scope.server;
  const commit = { expect: new Map(), puts: [], removes: [], ...plan, limitBytes: undefined, at: clock.now() };
  const outcome = await metadata.commit(scope.identity.accountId, commit);
  if (outcome.kind === "disk-full") return refused(refusals.storageFull());
  if (outcome.kind === "done") await dropBlobs(scope, outcome.freedBlobs);
  return ok(outcome.kind === "done");
}

/** The same without the heads that it replaces, where they are not pinned. */
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

/** Small changes to existing files fit a full drive too: marking files and moving them to the trash is how space is made. */
function isSmallChange({ expect = new Map(), puts = [], revisionPuts = [], upload }: Plan): boolean {
  if (upload !== undefined || revisionPuts.length > 0) return false;
  return puts.every((put) => expect.get(put.id) !== undefined && countMetadata(put) <= ROW_BYTES + SMALL_METADATA_BYTES);
}

/** Where an account has no space at all, not even an empty file or a name is stored. */
function makesFiles({ expect = new Map(), puts = [] }: Plan): boolean {
  return puts.some(({ id }) => expect.has(id) && expect.get(id) === undefined);
}

/** What stays behind here is found by the sweep. */
export async function dropBlobs(call: Pick<Call, "server">, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => call.server.blobs.remove(key)));
}

/** Space where there is none left: the oldest revisions that are not pinned are removed, as they would be after a month. Heads and pinned ones never do. */
type Parts = { readonly metadata: MetadataStore; readonly blobs: BlobStore; readonly clock: Clock };

const AT_ONCE = 100;

/** False when there was nothing to give up. */
export async function reclaim({ metadata, blobs, clock }: Parts, accountId: string): Promise<boolean> {
  const old = await metadata.oldRevisions(accountId, AT_ONCE);
  if (old.length === 0) return false;
  const revisionRemoves = old.map(({ fileId, id }) => ({ fileId, id }));
  const nothingElse = { expect: new Map(), puts: [], removes: [], limitBytes: undefined };
  const outcome = await metadata.commit(accountId, { ...nothingElse, revisionRemoves, at: clock.now() });
  if (outcome.kind !== "done") return false;
  // What stays behind here is found by the sweep.
  await Promise.allSettled(outcome.freedBlobs.map((key) => blobs.remove(key)));
  return true;
}
