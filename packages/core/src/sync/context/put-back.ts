/**
 * What this device removed because something else contains it, and another device has put there again. That one cannot read what contains it, being of
 * another vault or an earlier version of the app, and does so each time. So it stays there: for an hour at first, then ever longer. sync.md §4.2.
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";

const STAYS_FIRST_MS = 3_600_000;
const STAYS_MAX_MS = 86_400_000;

type Removal = { readonly atMs: number; readonly staysMs: number };

const removals = new WeakMap<SyncIndex, Map<string, Removal>>();

export function isPutBack(index: SyncIndex, what: string, nowMs: number): boolean {
  const removal = removals.get(index)?.get(what);
  return removal !== undefined && nowMs >= removal.atMs && nowMs < removal.atMs + removal.staysMs;
}

type Circumstances = {
  readonly nowMs: number;
  /** It shows what may not stay there, and is never left for longer than at first. */
  readonly isExposing: boolean;
};

export function recordRemoved(index: SyncIndex, what: string, { nowMs, isExposing }: Circumstances): void {
  const known = removals.get(index) ?? new Map<string, Removal>();
  const before = known.get(what);
  const staysMs = before === undefined || isExposing ? STAYS_FIRST_MS : Math.min(2 * before.staysMs, STAYS_MAX_MS);
  removals.set(index, known.set(what, { atMs: nowMs, staysMs }));
}
