/** Space where there is none left: the oldest revisions that no one pinned go, as they would after a month. Heads and pinned ones never do. */
import type { BlobStore } from "../storage/blob-store.ts";
import type { MetadataStore } from "../storage/metadata-store.ts";
import type { Clock } from "./context.ts";

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
