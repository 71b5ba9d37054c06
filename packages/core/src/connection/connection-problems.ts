/**
 * Maps a refusal of the server to the state of the connection, by code and never by message. Pure. Spec B §4 "Cloud connection", B §8
 * "OAuth".
 */
import { type BackendProblem, isUnreachable } from "../ports/account/backend.ts";
import type { ConnectionProblem, LostReason, Obtained, OutOfReach } from "./connection-service-types.ts";

export function toConnectionProblem(problem: BackendProblem): ConnectionProblem {
  if (problem.kind === "offline") return { kind: "offline" };
  if (problem.kind === "refused") {
    if (problem.code === "drive-not-configured") return { kind: "not-configured" };
    if (problem.code === "scope-missing") return { kind: "scope-missing" };
    if (problem.code === "drive-not-connected" || lostReason(problem) !== undefined) return { kind: "not-connected" };
    if (problem.code === "not-signed-in" || problem.code === "session-ended" || problem.code === "session-revoked") {
      return { kind: "not-signed-in" };
    }
    if (!isUnreachable(problem)) return { kind: "failed", status: problem.status };
  }
  return { kind: "unreachable" };
}

/** Decides the connection after a failed renewal. `expired`: the user must reconnect. `gone`: there is none. `later`: retry. */
export function decideAfterRenewal(problem: BackendProblem): Exclude<Obtained, { readonly kind: "access" }> {
  const reason = lostReason(problem);
  if (reason !== undefined) return { kind: "expired", reason };
  if (problem.kind === "refused" && problem.code === "drive-not-connected") return { kind: "gone" };
  return { kind: "later", outOfReach: outOfReach(problem), problem };
}

function lostReason(problem: BackendProblem): LostReason | undefined {
  if (problem.kind !== "refused") return undefined;
  if (problem.code === "reconnection-needed") return "revoked";
  if (problem.code === "grant-ended") return "grant-ended";
  return problem.code === "scope-missing" ? "scope-missing" : undefined;
}

function outOfReach(problem: BackendProblem): OutOfReach {
  if (problem.kind === "offline") return "network";
  return problem.kind === "refused" && problem.code === "drive-unreachable" ? "drive" : "server";
}
