/** Why the drive does not take something, for the user. Pure. sync.md §5 "No edit is rolled back". */

import type { NeedsYouReason, UploadFailure } from "../../model/entities/note.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Attempt } from "../../ports/device/local-store.ts";

/** Refused for certain: tried again with back-off, and a few of many at a time, until one of them is taken. */
export function isHeldBack(attempt: Attempt | undefined): boolean {
  return attempt !== undefined && (attempt.parked || attempt.problem === "storage-full");
}

/** Whether it is the drive that has to change its mind; what has no sealed form waits for another edit. */
export function isRefusedByDrive(attempt: Attempt): boolean {
  return isHeldBack(attempt) && attempt.problem !== "unsealable" && attempt.problem !== "too-large";
}

/** Milliseconds until the drive may be asked again; the drive does not say when it would accept it. */
export function dueAgainInMs({ count, atMs }: Pick<Attempt, "count" | "atMs">, nowMs: number): number {
  const pauseMs = Math.min(SYNC.refusedMaxMs, SYNC.refusedFirstMs * 2 ** Math.min(count - 1, 10));
  // A clock that was put back must not hold it up.
  return nowMs < atMs ? 0 : Math.max(0, atMs + pauseMs - nowMs);
}

/** The one that more of the library waits for. */
export function isMoreSerious(reason: NeedsYouReason, other: NeedsYouReason | undefined): boolean {
  return other === undefined || SERIOUSNESS.indexOf(reason) > SERIOUSNESS.indexOf(other);
}

/** From what concerns one note to what concerns all. */
const SERIOUSNESS: readonly NeedsYouReason[] = ["locked", "damaged", "unsealable", "too-large", "refused", "storage-full", "not-permitted"];

/** Undefined: nothing is wrong with it, and it is tried again by itself. */
export function refusalOf(attempt: Attempt | undefined): NeedsYouReason | undefined {
  if (attempt === undefined) return undefined;
  if (attempt.problem === "storage-full") return "storage-full";
  if (attempt.problem === "scope-missing") return "not-permitted";
  if (attempt.problem === "unsealable" || attempt.problem === "too-large") return attempt.problem;
  return attempt.parked ? "refused" : undefined;
}

/** Why the last try to send it failed, where it is tried again without being asked. */
export function uploadFailureOf(attempt: Attempt | undefined): UploadFailure | undefined {
  return attempt === undefined ? undefined : UPLOAD_FAILURES[attempt.problem];
}

const UPLOAD_FAILURES: { readonly [problem: string]: UploadFailure | undefined } = {
  "server-error": "server-error",
  throttled: "server-error",
  "timed-out": "timed-out",
  "answer-lost": "timed-out",
  "access-expired": "access-expired",
  "not-connected": "access-expired",
} satisfies { readonly [Kind in RemoteProblem["kind"]]?: UploadFailure };
