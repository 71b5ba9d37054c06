/** Carries out what folder hygiene plans: one Pinned, one Sensitive, unique names. sync.md §7.1. */

import { nextStamp } from "../../merge/stamp.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Clock } from "../../ports/environment.ts";
import type { StoreProblem, SyncMeta } from "../../ports/local-store.ts";
import type { Library, Origin } from "../index/library-service.ts";
import { planHygiene } from "./folder-hygiene.ts";

export function normalizeFolders(library: Library, clock: Clock, origin: Origin): Promise<Result<void, StoreProblem>> {
  const changes = planHygiene([...library.index.entities.values()]);
  if (changes.length === 0) return Promise.resolve(ok(undefined));
  return library.transact(
    { entities: changes.map(({ id }) => id) },
    (seen) => {
      let meta: SyncMeta = seen.meta;
      const folders = changes.flatMap((change) => {
        const before = seen.entities.get(change.id);
        if (before?.kind !== "folder") return [];
        const stamped = change.apply(before, nextStamp(meta, clock.now()));
        meta = { ...meta, ctr: meta.ctr + 1 };
        return [stamped];
      });
      return { writes: { entities: folders, meta: { ctr: meta.ctr } }, answer: undefined };
    },
    origin,
  );
}
