/**
 * Chooses the message for a failed sync: by the number of failures, whether this device has ever synced completely, and whether it has
 * notes. Problems with a band of their own (the connection, another drive, a locked vault, a mass removal, the disk) are reported there.
 * Pure. Spec A §8 "Lists and search", B §4 "Startup and initial sync", B §8 "Sync toasts".
 */
import type { CycleProblem } from "../../sync/context/cycle-types.ts";

export type SyncNotice =
  | "initial-sync-slow"
  | "initial-sync-failed"
  | "initial-sync-incomplete"
  | "work-offline-offer"
  | "notes-load-failed"
  | "using-cached-notes";

export type SyncFailure = {
  readonly problem: CycleProblem["kind"];
  /** Number of consecutive failures, including this one. */
  readonly streak: number;
  /** True if this device has never completed a sync. */
  readonly isInitial: boolean;
  readonly noteCount: number;
};

const REPORTED_ELSEWHERE: ReadonlySet<CycleProblem["kind"]> = new Set<CycleProblem["kind"]>([
  "stopped",
  "access-expired",
  "not-connected",
  "scope-missing",
  "target-changed",
  "vault-locked",
  "mass-removal",
  "storage-full",
  "storage-denied",
  "storage-broken",
  "other-library",
]);
/** Number of failures after which working offline is offered. */
const OFFER_AT = 3;

export function decideSyncNotice({ problem, streak, isInitial, noteCount }: SyncFailure): SyncNotice | undefined {
  if (REPORTED_ELSEWHERE.has(problem)) return undefined;
  if (isInitial) return streak === OFFER_AT ? "work-offline-offer" : initialNotice(problem, streak, noteCount);
  // The dot already shows that there is no network, and local notes work without it.
  if (streak !== 1 || problem === "offline") return undefined;
  return noteCount > 0 ? "using-cached-notes" : "notes-load-failed";
}

function initialNotice(problem: CycleProblem["kind"], streak: number, noteCount: number): SyncNotice | undefined {
  if (streak !== 1) return undefined;
  if (noteCount > 0) return "initial-sync-incomplete";
  return problem === "timed-out" ? "initial-sync-slow" : "initial-sync-failed";
}
