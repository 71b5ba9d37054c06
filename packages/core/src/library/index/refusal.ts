/** Reasons why the drive refuses something, for the user. Pure. sync.md §5 "No edit is rolled back". */

import type { NeedsYouReason, UploadFailure } from "../../model/entities/note.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Attempt } from "../../ports/device/local-store.ts";

/** True for a refusal that is retried with backoff, a few at a time until one is accepted. */
export function isHeldBack(attempt: Attempt | undefined): boolean {
  return attempt !== undefined && (attempt.parked || attempt.problem === "storage-full");
}

/** True if the drive refused; a record without a sealed form waits for another edit instead. */
export function isRefusedByDrive(attempt: Attempt): boolean {
  return isHeldBack(attempt) && attempt.problem !== "unsealable" && attempt.problem !== "too-large";
}

/** Milliseconds until the next attempt; the drive does not say when it will accept. */
export function dueAgainInMs({ count, atMs }: Pick<Attempt, "count" | "atMs">, nowMs: number): number {
  const pauseMs = Math.min(SYNC.refusedMaxMs, SYNC.refusedFirstMs * 2 ** Math.min(count - 1, 10));
  // A clock that was set back must not delay the attempt.
  return nowMs < atMs ? 0 : Math.max(0, atMs + pauseMs - nowMs);
}

/** True if `reason` concerns more of the library than `other`. */
export function isMoreSerious(reason: NeedsYouReason, other: NeedsYouReason | undefined): boolean {
  return other === undefined || SERIOUSNESS.indexOf(reason) > SERIOUSNESS.indexOf(other);
}

/** From reasons for a single note to those for the whole library. */
const SERIOUSNESS: readonly NeedsYouReason[] = ["locked", "damaged", "unsealable", "too-large", "refused", "storage-full", "not-permitted"];

/** Returns undefined if the entity itself is fine and is retried automatically. */
export function refusalOf(attempt: Attempt | undefined): NeedsYouReason | undefined {
  if (attempt === undefined) return undefined;
  if (attempt.problem === "storage-full") return "storage-full";
  if (attempt.problem === "scope-missing" || attempt.problem === "policy-refused") return "not-permitted";
  if (attempt.problem === "unsealable" || attempt.problem === "too-large") return attempt.problem;
  return attempt.parked ? "refused" : undefined;
}

/** Returns the reason of the last failed upload that is retried automatically. */
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
