/** Reads bytes overwritten in another device's file once their owner had time to do so. sync.md §4.5. */

import { whenDue } from "../../library/index/overwritten.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

export async function retryOverwritten({ library, clock }: CycleDeps): Step {
  const { index } = library;
  const due = [...index.readLater].flatMap((fileId) => index.file(fileId) ?? []).filter(({ readAt = 0 }) => clock.now() >= readAt);
  if (due.length === 0) return ok(undefined);
  const ids = [...new Set(due.map(({ id }) => id))];
  // Of one file all at once: what is in it now counts only beside what was written over.
  const files = new Set(due.map(({ revision }) => revision?.fileId));
  const isRetried = ({ readAt, revision }: RemoteFile): boolean => readAt !== undefined && files.has(revision?.fileId);
  return library.transact(
    { entities: ids, remoteOf: ids },
    ({ entities, remoteOf }) => {
      const retried = ids.flatMap((id) => {
        const rows = remoteOf.get(id) ?? [];
        return rows.filter(isRetried).map((row) => whenDue(row, rows, entities.get(id)));
      });
      return { writes: { remote: retried }, answer: undefined };
    },
    "sync",
  );
}
