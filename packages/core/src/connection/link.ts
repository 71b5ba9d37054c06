/** The header's dot, from connection, last sync and network: a good token does not make a broken drive 'Connected'. Pure. A §2.8, B §4. */
import type { CycleProblem } from "../sync/context/cycle-types.ts";
import type { ConnectionState } from "./connection-service-types.ts";

export type LinkInput = {
  readonly connection: Pick<ConnectionState, "kind" | "reason">;
  readonly problem: Pick<CycleProblem, "kind"> | undefined;
  readonly isOnline: boolean;
  /** Sync is paused by the user ('Work Offline'). */
  readonly isPaused?: boolean;
};

/** Offline: this device has no network, and nothing is wrong with the drive. */
export type Link = "connecting" | "connected" | "disconnected" | "offline";

const OUT_OF_REACH: ReadonlySet<CycleProblem["kind"]> = new Set<CycleProblem["kind"]>([
  "offline",
  "timed-out",
  "answer-lost",
  "server-error",
  "access-expired",
  "not-connected",
  "scope-missing",
  "target-changed",
]);

export function decideLink({ connection, problem, isOnline, isPaused = false }: LinkInput): Link {
  if (!isOnline) return "offline";
  if (connection.kind === "connecting") return "connecting";
  if (connection.kind !== "connected" || isPaused) return "disconnected";
  return problem !== undefined && OUT_OF_REACH.has(problem.kind) ? "disconnected" : "connected";
}

/** How a note can leave this device: the way is open, closed for the moment, closed until the user connects again, or there is none. */
export type UploadAvailability = "open" | "closed" | "expired" | "none";

export function decideUploadAvailability(
  { kind }: Pick<ConnectionState, "kind">,
  isOnline: boolean,
  isSyncOff = false,
): UploadAvailability {
  if (kind === "none" || kind === "expired") return kind;
  // With a connection only the user stops it, to work offline.
  if (kind === "connected" && isSyncOff) return "closed";
  return isOnline && kind !== "disconnected" ? "open" : "closed";
}

/** Whether sync runs: also while the drive itself refuses, since only it can say that it takes us again. */
export function maySync({ kind, reason }: Pick<ConnectionState, "kind" | "reason">): boolean {
  return kind === "connected" || (kind === "expired" && reason === "not-permitted");
}

/** What a library does about the drive: syncs with it, waits until it can, or goes without one, as the server knows of none. */
export type SyncMode = "sync" | "wait" | "without";

export function decideSyncMode(state: Pick<ConnectionState, "kind" | "reason">): SyncMode {
  if (maySync(state)) return "sync";
  return state.kind === "none" ? "without" : "wait";
}

/** The Sync button, once it was pressed: ask for access first, open the drive's sign-in, or simply sync. Spec A §4 "Manual sync". */
export function decideManualSync({ kind, reason }: Pick<ConnectionState, "kind" | "reason">): "sync" | "try-access" | "sign-in" {
  if (maySync({ kind, ...(reason === undefined ? {} : { reason }) })) return reason === "not-permitted" ? "sign-in" : "sync";
  return kind === "disconnected" || kind === "connecting" ? "try-access" : "sign-in";
}

/** After a sync that did not complete: whether the connection is what failed (401, 'No cloud provider configured', TOKEN_EXPIRED). */
export function isConnectionLost(problem: Pick<CycleProblem, "kind"> | undefined): boolean {
  return problem?.kind === "access-expired" || problem?.kind === "not-connected" || problem?.kind === "scope-missing";
}

/** The place that was synced with says that the library has left it (decision 0010). */
export function hasMovedAway(problem: CycleProblem | undefined): boolean {
  return problem?.kind === "target-changed" && problem.what === "moved-away";
}
