/** The connection to the drive as one state, the most serious that holds. Pure. Spec A §2.8 "connection dot", B §4. */
import type { ConnectionState, LostReason, OutOfReach } from "../../connection/connection-service-types.ts";
import type { NeedsYouReason } from "../../model/entities/note.ts";
import type { CycleProblem } from "../../sync/context/cycle-types.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import type { StatusMessage } from "./messages.ts";

export type DriveStatus =
  | { readonly kind: "offline" }
  /** No drive was ever connected. */
  | { readonly kind: "none" }
  | { readonly kind: "connecting" }
  /** Only the user can reconnect. */
  | { readonly kind: "lost"; readonly reason: LostReason }
  | { readonly kind: "out-of-reach"; readonly who: OutOfReach }
  | { readonly kind: "paused" }
  /** The last cycle did not complete. */
  | { readonly kind: "problem"; readonly problem: CycleProblem["kind"] }
  /** Cycles complete, but the drive refuses pending changes. */
  | { readonly kind: "refused"; readonly reason: NeedsYouReason }
  | { readonly kind: "fine" };

export type DriveStatusInput = {
  readonly connection: Pick<ConnectionState, "kind" | "reason" | "retry">;
  readonly sync: Pick<SyncState, "phase" | "problem" | "pendingCount" | "refusal">;
  readonly isOnline: boolean;
};

export function decideDriveStatus({ connection, sync, isOnline }: DriveStatusInput): DriveStatus {
  const { kind, reason, retry } = connection;
  if (!isOnline) return { kind: "offline" };
  if (kind === "none" || kind === "connecting") return { kind };
  if (kind === "expired") return { kind: "lost", reason: reason ?? "revoked" };
  if (kind === "disconnected") return { kind: "out-of-reach", who: retry?.outOfReach ?? "drive" };
  if (sync.phase === "off") return { kind: "paused" };
  if (sync.problem !== undefined) return { kind: "problem", problem: sync.problem.kind };
  return sync.pendingCount > 0 && sync.refusal !== undefined ? { kind: "refused", reason: sync.refusal } : { kind: "fine" };
}

/** `failed`: retried automatically. `out-of-reach`: no sync runs, without a connection or because the user paused it. */
export type PendingNotesState = "awaited" | "failed" | "out-of-reach";

/** Returns whether unknown notes may still arrive: until the first complete sync. `autoSync`: it starts automatically. Pure. */
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

/** Message at the end of a sync that the user requested; "completed" only if nothing is pending. Pure. Spec A §4 "Manual sync". */
export function decideSyncAnswer(isComplete: boolean, { pendingCount, refusal }: SyncState): StatusMessage {
  if (!isComplete) return { id: "sync-failed" };
  return pendingCount === 0 ? { id: "sync-completed" } : { id: "changes-wait", count: pendingCount, reason: refusal };
}
