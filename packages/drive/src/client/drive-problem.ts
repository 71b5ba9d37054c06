/** Answers and failures of the network as problems. drive-contract §3. */
import type { DriveProblem } from "@satchel/contract/drive-problem.ts";
import { parseErrorReason } from "../wire/error-json.ts";

/** `cancelled`: the caller's own signal. A write may have taken effect. */
export type ClientProblem = DriveProblem | { readonly kind: "cancelled" };

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
export function toCursorProblem(problem: ClientProblem): ClientProblem {
  const isGone = problem.kind === "not-found" || (problem.kind === "rejected" && (problem.status === 400 || problem.status === 410));
  return isGone ? { kind: "cursor-invalid" } : problem;
}
