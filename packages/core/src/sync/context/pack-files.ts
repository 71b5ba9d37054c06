/** Packs as files of the drive: reading and erasing them, which is the same for packs of each kind. sync.md §8, §13. */
import type { KnownPack, PackContent } from "../../model/drive/pack.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";
import { commit } from "./cycle-writes.ts";

/** `unavailable`: the file could not be fetched this time. `unopened`: no key of this device opens it, or it is damaged. */
export type PackFile =
  | { readonly kind: "opened"; readonly bytes: Uint8Array; readonly content: PackContent }
  | { readonly kind: "gone" | "unopened" | "unavailable" };

type Reading = Pick<CycleDeps, "packs"> & { readonly remote: Pick<CycleDeps["remote"], "download"> };

/** Fails if the cycle has to stop: without a network, without access, or with a locked vault. */
export async function readPackFile({ packs, remote }: Reading, { fileId, packId }: KnownPack): Step<PackFile> {
  if (packs === undefined) return ok({ kind: "unavailable" });
  const answer = await remote.download(fileId);
  if (!answer.ok && answer.problem.kind === "not-found") return ok({ kind: "gone" });
  if (!answer.ok) return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok({ kind: "unavailable" });
  const opened = await packs.openPack(packId, answer.value);
  if (opened.ok) return ok({ kind: "opened", bytes: answer.value, content: opened.value });
  return opened.problem === "locked" ? failed({ kind: "vault-locked" }) : ok({ kind: "unopened" });
}

/** Erases packs for good and forgets them, one after another. A refused erase ends it without a problem: the next cycle tries again. */
export async function erasePacks(deps: CycleDeps, packs: readonly KnownPack[]): Step {
  for (const { fileId } of packs) {
    const erased = await deps.remote.erase(fileId);
    if (!erased.ok && erased.problem.kind !== "not-found") return STOPS_CYCLE.has(erased.problem.kind) ? erased : ok(undefined);
    const kept = await commit(deps, { forgetPacks: [fileId] });
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}
