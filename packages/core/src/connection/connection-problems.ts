/** What a refusal of our server means for the connection. By code, never by words. Pure. Spec B §4 "Cloud connection", B §8 "OAuth". */
import { type BackendProblem, isUnreachable } from "../ports/backend.ts";
import type { ConnectionProblem } from "./connection-service-types.ts";

export function toConnectionProblem(problem: BackendProblem): ConnectionProblem {
  if (problem.kind === "offline") return { kind: "offline" };
  if (problem.kind === "refused") {
    if (problem.code === "drive-not-configured") return { kind: "not-configured" };
    if (problem.code === "scope-missing") return { kind: "scope-missing" };
    if (problem.code === "not-signed-in" || problem.code === "session-ended" || problem.code === "session-revoked") {
      return { kind: "not-signed-in" };
    }
    if (!isUnreachable(problem)) return { kind: "failed", status: problem.status };
  }
  return { kind: "unreachable" };
}

/**
 * What a failed renewal makes of the connection. `expired`: only the person can help. `gone`: there is none any more.
 * `later`: nothing is known to be wrong with it.
 */
export function decideAfterRenewal(problem: BackendProblem): "expired" | "gone" | "later" {
  if (problem.kind !== "refused") return "later";
  if (problem.code === "reconnection-needed" || problem.code === "scope-missing") return "expired";
  return problem.code === "drive-not-connected" ? "gone" : "later";
}
