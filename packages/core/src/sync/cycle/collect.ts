/** Trashes files that another contains, as a hint; if the answer shows an unknown version, it is fetched. sync.md §4.2 `gc`. */

import { observeAmong } from "../../library/index/observe.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { forgetFiles } from "../context/cycle-writes.ts";
import { isPutBack, recordRemoved } from "../context/put-back.ts";

export async function collectSuperseded(deps: CycleDeps): Step<number> {
  const files = filesToTrash(deps);
  let done = 0;
  for (const file of files) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const collected = await trashOne(deps, file);
    if (!collected.ok) return collected;
    done += 1;
  }
  return ok(done);
}

/** Leaves out what another device has put into the drive again since this one removed it. */
export function filesToTrash(deps: CycleDeps): readonly RemoteFile[] {
  const { index } = deps.library;
  const files = [...index.pendingCollect].flatMap((id) => index.toCollect(id));
  return files.filter((file) => !isPutBack(index, nameOf(file, deps), deps.clock.now()));
}

/**
 * Names the version, whatever file it is in: a device puts it back in a new file where it may not or can no longer write to its own. A file
 * that shows a text counts as put back only if what was removed showed it too.
 */
function nameOf(file: RemoteFile, deps: CycleDeps): string {
  const name = `${file.id} ${vectorKey(file.vv)}`;
  return isExposing(file, deps) ? `exposed ${name}` : name;
}

/** True if the file may show the text of a note that is sensitive now or was deleted for good. */
function isExposing({ id, sealed }: RemoteFile, { library: { index } }: CycleDeps): boolean {
  const entity = index.entities.get(id);
  return entity?.kind === "note" && (entity.purged !== undefined || (entity.isEncrypted && sealed !== true));
}

async function trashOne(deps: CycleDeps, file: RemoteFile): Step {
  const { library, remote } = deps;
  const answer = await remote.trash(file.fileId);
  if (!answer.ok && answer.problem.kind === "not-found") {
    return forgetFiles(deps, [file.fileId]);
  }
  if (!answer.ok) return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok(undefined);
  const trashed = answer.value;
  recordRemoved(library.index, nameOf(file, deps), { nowMs: deps.clock.now(), isExposing: isExposing(file, deps) });
  return library.transact(
    { remoteOf: [file.id] },
    (seen) => ({ writes: { remote: observeAmong(trashed, seen.remoteOf.get(file.id)) }, answer: undefined }),
    "sync",
  );
}
