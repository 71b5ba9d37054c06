/** Stamps the user's own edits: the next dot, the vector, and a time later than any seen one. sync.md §2. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import type { Entity } from "../model/entities/entity.ts";
import { type Dot, type VersionVector, withDot } from "../model/entities/version-vector.ts";
import type { SyncMeta } from "../ports/device/local-store.ts";

const SECOND_MS = 1000;

export type Stamp = { readonly dot: Dot; readonly nowMs: number };

export function nextStamp(meta: SyncMeta, nowMs: number): Stamp {
  return { dot: { device: meta.deviceId, counter: meta.ctr + 1 }, nowMs };
}

/** Stamps the user's edit as newer than `before` and alive. */
export function stampEdit<E extends Entity>(next: E, before: Entity | undefined, stamp: Stamp): E {
  return { ...stampVersion(next, before, stamp), alive: { [stamp.dot.device]: stamp.dot.counter } };
}

/** Stamps a delete by the user. The text stays, so that a restore is an edit. */
export function stampDelete<E extends Entity>(entity: E, stamp: Stamp): E {
  return { ...stampVersion(entity, entity, stamp), alive: {} };
}

function stampVersion<E extends Entity>(next: E, before: Entity | undefined, { dot, nowMs }: Stamp): E {
  const vv: VersionVector = withDot(before?.vv ?? {}, dot);
  return { ...next, vv, mtime: laterThan(before?.mtime ?? 0, nowMs) };
}

/** Clock time, or just after `seenMs` with the clock's milliseconds: cloned devices' texts differ only by time (conflict-copy.ts). */
function laterThan(seenMs: number, nowMs: number): number {
  return Math.min(nowMs > seenMs ? nowMs : seenMs + 1 + (nowMs % SECOND_MS), LAST_TIME_MS);
}
