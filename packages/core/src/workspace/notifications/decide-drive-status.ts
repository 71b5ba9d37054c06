/**
 * How it is between this device and the drive, as one state: of several that hold at once the most serious one. The header says it in a
 * sentence. Pure. Spec A §2.8 "connection dot", B §4.
 */
import type { ConnectionState, LostReason, OutOfReach } from "../../connection/connection-service-types.ts";
import type { NeedsYouReason } from "../../model/entities/note.ts";
import type { CycleProblem } from "../../sync/context/cycle-types.ts";
import type { SyncState } from "../../sync/sync-service-types.ts";

export type DriveStatus =
  | { readonly kind: "offline" }
  /** No drive was ever connected. */
  | { readonly kind: "none" }
  | { readonly kind: "connecting" }
  /** Only the user can connect again. */
  | { readonly kind: "lost"; readonly reason: LostReason }
  | { readonly kind: "out-of-reach"; readonly who: OutOfReach }
  | { readonly kind: "paused" }
  /** The last cycle did not complete. */
  | { readonly kind: "problem"; readonly problem: CycleProblem["kind"] }
  /** Cycles complete, and the drive does not take what waits. */
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
