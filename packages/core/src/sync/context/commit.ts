/** What a step of the cycle writes without reading first. */
import type { Writes } from "../../ports/local-store.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";

type Committing = Pick<CycleDeps, "library">;

export function commit({ library }: Committing, writes: Writes): Step {
  return library.transact({}, () => ({ writes, answer: undefined }), "sync");
}

/** The drive has them no more. */
export function forgetFiles(deps: Committing, fileIds: readonly string[], more: Writes = {}): Step {
  return commit(deps, { ...more, forgetRemote: fileIds, untaint: fileIds });
}
