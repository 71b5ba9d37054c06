/** Plans against what is stored, commits, and plans again when somebody else was faster. Blobs nobody needs any more go afterwards. */
import { ok, type Result } from "../result.ts";
import type { FileRecord } from "../storage/file-record.ts";
import type { Commit } from "../storage/metadata-store.ts";
import type { Call } from "./context.ts";
import { type Refusal, refusals, refused } from "./refusal.ts";

export type Plan = Omit<Commit, "limitBytes" | "at" | "expect" | "puts" | "removes"> & Partial<Pick<Commit, "expect" | "puts" | "removes">>;

/** What is written in one step with a file, once its id is known. */
export type Beside = (fileId: string) => Pick<Plan, "upload" | "uploadWas">;

const ATTEMPTS = 100;

/** Whose drive is changed: a call, or the sweep. */
export type Place = Pick<Call, "server"> & { readonly identity: Pick<Call["identity"], "accountId"> };

/** `plan` is asked again after a conflict and must read afresh. */
export async function commitPlan(call: Place, plan: () => Promise<Result<Plan, Refusal>>): Promise<Result<readonly FileRecord[], Refusal>> {
  const { metadata, quota, clock } = call.server;
  const { accountId } = call.identity;
  const limitBytes = await quota.limitOf(accountId);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await plan();
    if (!planned.ok) return planned;
    const outcome = await metadata.commit(accountId, {
      expect: new Map(),
      puts: [],
      removes: [],
      ...planned.value,
      limitBytes,
      at: clock.now(),
    });
    if (outcome.kind === "upload-over") return refused(refusals.uploadGone());
    if (outcome.kind === "over-limit" || outcome.kind === "disk-full") return refused(refusals.storageFull());
    if (outcome.kind === "done") {
      await dropBlobs(call, outcome.freedBlobs);
      return ok(outcome.files);
    }
  }
  return refused(refusals.busy());
}

/** What stays behind here is found by the sweep. */
export async function dropBlobs(call: Pick<Call, "server">, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => call.server.blobs.remove(key)));
}
