/** Whether notes may still come that this device has never seen: until it was in step once, nobody here knows if there are any. Pure. */
import type { SyncState } from "../sync/sync-service-types.ts";

export type Coming = "awaited" | "failed";

export function findComing({ phase, lastCompleteAt, problem }: SyncState): Coming | undefined {
  if (phase === "off" || phase === "idle" || lastCompleteAt !== undefined) return undefined;
  return problem === undefined ? "awaited" : "failed";
}
