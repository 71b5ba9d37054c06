/**
 * Trashing of files that another file contains. sync.md §4.2 `gc`: only a hint to others; the answer shows what the file held
 * at that moment, and if that is a version not known here it is fetched although it is in the trash.
 */

import { beforeOf, observeWhole } from "../../library/index/overwritten.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { stopsCycle } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import { forgetFiles } from "../context/commit.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

export async function collectSuperseded(deps: CycleDeps): Step<number> {
  const { index } = deps.library;
  const files = [...index.pendingCollect].flatMap((id) => index.toCollect(id));
  let done = 0;
  for (const file of files) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const collected = await trashOne(deps, file);
    if (!collected.ok) return collected;
    done += 1;
  }
  return ok(done);
}

async function trashOne(deps: CycleDeps, file: RemoteFile): Step {
  const { library, remote } = deps;
  const answer = await remote.trash(file.fileId);
  if (!answer.ok && answer.problem.kind === "not-found") {
    return forgetFiles(deps, [file.fileId]);
  }
  if (!answer.ok) return stopsCycle(answer.problem) ? answer : ok(undefined);
  const trashed = answer.value;
  return library.transact(
    { remoteOf: [file.id] },
    (seen) => ({ writes: { remote: observeWhole(trashed, beforeOf(file.id, seen, deps.clock.now())) }, answer: undefined }),
    "sync",
  );
}
