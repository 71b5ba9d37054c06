/** Stamps the user's own edits: the next dot, the vector, and a time later than any seen one. sync.md §2. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import type { Entity } from "../model/entities/entity.ts";
import { capped, type Dot, type VersionVector, withDot } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import type { WritingMeta } from "../ports/device/local-store.ts";

const SECOND_MS = 1000;

/** `maxEntries`: above this, the vector of the stamped version drops its oldest entries. If absent, the product's limit applies. */
export type Stamp = { readonly dot: Dot; readonly nowMs: number; readonly maxEntries?: number };

export function nextStamp(meta: WritingMeta, nowMs: number): Stamp {
  return { dot: { device: meta.writer, counter: meta.ctr + 1 }, nowMs, maxEntries: meta.maxEntries };
}

/** Stamps the user's edit as newer than `before` and alive. */
export function stampEdit<E extends Entity>(next: E, before: Entity | undefined, stamp: Stamp): E {
  return { ...stampVersion(next, before, stamp), alive: { [stamp.dot.device]: stamp.dot.counter } };
}

/** Stamps a delete by the user. The text stays, so that a restore is an edit. */
export function stampDelete<E extends Entity>(entity: E, stamp: Stamp): E {
  return { ...stampVersion(entity, entity, stamp), alive: {} };
}

function stampVersion<E extends Entity>(next: E, before: Entity | undefined, { dot, nowMs, maxEntries = SYNC.vectorMaxEntries }: Stamp): E {
  const vv: VersionVector = withDot(before?.vv ?? {}, dot);
  const chosen = next.kind === "note" ? Object.keys(next.chosen ?? {}) : [];
  return {
    ...next,
    vv: capped(vv, { most: maxEntries, kept: new Set([dot.device, ...chosen]) }),
    mtime: laterThan(before?.mtime ?? 0, nowMs),
  };
}

/** Returns the clock's time, or just after `seenMs` with the clock's milliseconds, so that two edits of one version seldom have one time. */
function laterThan(seenMs: number, nowMs: number): number {
  return Math.min(nowMs > seenMs ? nowMs : seenMs + 1 + (nowMs % SECOND_MS), LAST_TIME_MS);
}
