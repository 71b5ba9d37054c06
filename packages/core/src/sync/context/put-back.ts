/**
 * Versions that this device removed because something else contains them, and that another device has put into the drive again. The other
 * device cannot read what contains them, because it belongs to another vault or runs an earlier version of the app, so it repeats that after
 * each removal. Such a version therefore stays: for an hour at first, then ever longer. sync.md §4.2.
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";

const STAYS_FIRST_MS = 3_600_000;
const STAYS_MAX_MS = 86_400_000;

type Removal = { readonly atMs: number; readonly staysMs: number };

const removals = new WeakMap<SyncIndex, Map<string, Removal>>();

/** `what`: the name of a version or record, the same in each file or pack that it comes back in. */
export function isPutBack(index: SyncIndex, what: string, nowMs: number): boolean {
  const removal = removals.get(index)?.get(what);
  return removal !== undefined && nowMs >= removal.atMs && nowMs < removal.atMs + removal.staysMs;
}

type Circumstances = {
  readonly nowMs: number;
  /** True if it shows what may not stay there. It is then never left for longer than at first. */
  readonly isExposing: boolean;
};

export function recordRemoved(index: SyncIndex, what: string, { nowMs, isExposing }: Circumstances): void {
  const known = removals.get(index) ?? new Map<string, Removal>();
  const before = known.get(what);
  const staysMs = before === undefined || isExposing ? STAYS_FIRST_MS : Math.min(2 * before.staysMs, STAYS_MAX_MS);
  removals.set(index, known.set(what, { atMs: nowMs, staysMs }));
}
