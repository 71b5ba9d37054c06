/** Whether notes may still come that this device has never seen: until its first complete sync, this device cannot know. Pure. */
import type { ConnectionState } from "../../connection/connection-service-types.ts";
import type { SyncState } from "../../sync/sync-service-types.ts";

/** `failed`: they are tried for again by themselves. `out-of-reach`: no sync runs, for want of a connection or because the user paused it. */
export type PendingNotesState = "awaited" | "failed" | "out-of-reach";

/** `autoSync`: the first sync starts automatically, and not only on request. */
export function findPendingNotes(
  { phase, lastCompleteAt, problem }: SyncState,
  kind: ConnectionState["kind"],
  autoSync: boolean,
): PendingNotesState | undefined {
  if (lastCompleteAt !== undefined) return undefined;
  if (phase === "idle") return autoSync ? "awaited" : "out-of-reach";
  if (phase !== "off") return problem === undefined ? "awaited" : "failed";
  if (kind === "none") return undefined;
  return kind === "connecting" ? "awaited" : "out-of-reach";
}
