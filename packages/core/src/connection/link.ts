/**
 * Decides the header's dot from connection, last sync and network: a valid token does not make a broken drive 'Connected'. Pure. A §2.8, B
 * §4.
 */
import type { CycleProblem } from "../sync/context/cycle-types.ts";
import type { ConnectionState } from "./connection-service-types.ts";

export type LinkInput = {
  readonly connection: Pick<ConnectionState, "kind" | "reason">;
  readonly problem: Pick<CycleProblem, "kind"> | undefined;
  readonly isOnline: boolean;
  /** The user has paused sync ('Work Offline'). */
  readonly isPaused?: boolean;
};

/** Offline: this device has no network, and the drive has no known problem. */
export type Link = "connecting" | "connected" | "disconnected" | "offline";

const OUT_OF_REACH: ReadonlySet<CycleProblem["kind"]> = new Set<CycleProblem["kind"]>([
  "offline",
  "timed-out",
  "answer-lost",
  "server-error",
  "access-expired",
  "not-connected",
  "scope-missing",
  "api-disabled",
  "policy-refused",
  "target-changed",
]);

export function decideLink({ connection, problem, isOnline, isPaused = false }: LinkInput): Link {
  if (!isOnline) return "offline";
  if (connection.kind === "connecting") return "connecting";
  if (connection.kind !== "connected" || isPaused) return "disconnected";
  return problem !== undefined && OUT_OF_REACH.has(problem.kind) ? "disconnected" : "connected";
}

/** How notes can leave this device: now, later, after a reconnect, or not at all. */
export type UploadAvailability = "open" | "closed" | "expired" | "none";

export function decideUploadAvailability(
  { kind }: Pick<ConnectionState, "kind">,
  isOnline: boolean,
  isSyncOff = false,
): UploadAvailability {
  if (kind === "none" || kind === "expired") return kind;
  // While connected, only the user pauses uploads, to work offline.
  if (kind === "connected" && isSyncOff) return "closed";
  return isOnline && kind !== "disconnected" ? "open" : "closed";
}

/** True if sync may run, also while the drive itself refuses, because only a sync can find out that it accepts again. */
export function maySync({ kind, reason }: Pick<ConnectionState, "kind" | "reason">): boolean {
  return kind === "connected" || (kind === "expired" && reason === "not-permitted");
}

/** Whether a library syncs with the drive, waits for it, or works without one because the server knows of none. */
export type SyncMode = "sync" | "wait" | "without";

export function decideSyncMode(state: Pick<ConnectionState, "kind" | "reason">): SyncMode {
  if (maySync(state)) return "sync";
  return state.kind === "none" ? "without" : "wait";
}

/** Decides what the Sync button does: request access first, open the drive's sign-in, or sync. Spec A §4 "Manual sync". */
export function decideManualSync({ kind, reason }: Pick<ConnectionState, "kind" | "reason">): "sync" | "try-access" | "sign-in" {
  if (maySync({ kind, ...(reason === undefined ? {} : { reason }) })) return reason === "not-permitted" ? "sign-in" : "sync";
  return kind === "disconnected" || kind === "connecting" ? "try-access" : "sign-in";
}

/** True if a failed sync was caused by the connection (401, 'No cloud provider configured', TOKEN_EXPIRED). */
export function isConnectionLost(problem: Pick<CycleProblem, "kind"> | undefined): boolean {
  return problem?.kind === "access-expired" || problem?.kind === "not-connected" || problem?.kind === "scope-missing";
}

/** True if the synced storage says that the library has moved (decision 0010). */
export function hasMovedAway(problem: CycleProblem | undefined): boolean {
  return problem?.kind === "target-changed" && problem.what === "moved-away";
}
