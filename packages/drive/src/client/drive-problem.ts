/** All that can go wrong when talking to a drive, as values; refusals and outcomes no one saw are different kinds. drive-contract §3. */
import { parseErrorReason } from "../wire/error-json.ts";

export type DriveProblem =
  | { readonly kind: "offline" }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  /** Sent, but no answer was seen: it may have taken effect. */
  | { readonly kind: "answer-lost" }
  | { readonly kind: "access-expired" }
  | { readonly kind: "scope-missing" }
  | { readonly kind: "throttled"; readonly retryAfterMs?: number }
  | { readonly kind: "server-error"; readonly status: number }
  | { readonly kind: "storage-full" }
  | { readonly kind: "not-found" }
  | { readonly kind: "id-in-use" }
  | { readonly kind: "cursor-invalid" }
  | { readonly kind: "rejected"; readonly status: number; readonly reason?: string }
  /** The caller's own signal. A write may have taken effect. */
  | { readonly kind: "cancelled" };

/** True when a write may have taken effect although no success was seen. */
export function isAmbiguous(problem: DriveProblem): boolean {
  return ["timed-out", "answer-lost", "server-error", "cancelled"].includes(problem.kind);
}

const THROTTLED: readonly string[] = ["userRateLimitExceeded", "rateLimitExceeded", "sharingRateLimitExceeded"];
const SCOPE_MISSING: readonly string[] = ["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"];

/** A refusal of the drive; bodies that are not JSON (some 4xx and 5xx come as HTML) leave the status to speak. */
export function toProblem(status: number, body: string, retryAfterMs: number | undefined): DriveProblem {
  const reason = parseErrorReason(body);
  const throttled = { kind: "throttled", ...(retryAfterMs !== undefined && { retryAfterMs }) } as const;
  if (status === 401) return { kind: "access-expired" };
  if (status === 429 || (status === 403 && reason !== undefined && THROTTLED.includes(reason))) return throttled;
  if (status === 403 && reason !== undefined && SCOPE_MISSING.includes(reason)) return { kind: "scope-missing" };
  if (status === 403 && reason === "storageQuotaExceeded") return { kind: "storage-full" };
  if (status === 404) return { kind: "not-found" };
  if (status === 409 && (reason === undefined || reason === "fileIdInUse")) return { kind: "id-in-use" };
  if (status >= 500 || status === 408) return { kind: "server-error", status };
  return { kind: "rejected", status, ...(reason !== undefined && { reason }) };
}

/** A changes token the drive does not take any more: everything has to be listed again. */
export function toCursorProblem(problem: DriveProblem): DriveProblem {
  const isGone = problem.kind === "not-found" || (problem.kind === "rejected" && (problem.status === 400 || problem.status === 410));
  return isGone ? { kind: "cursor-invalid" } : problem;
}
