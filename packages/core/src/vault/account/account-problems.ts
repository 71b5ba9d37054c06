/**
 * Maps a server's refusal to a problem of signing in or registering: by code, and by message only if there is no code. Pure. Spec A §8
 * "Login".
 */
import { type BackendProblem, isUnreachable } from "../../ports/account/backend.ts";
import type { AccountProblem } from "./account-service-types.ts";
import { isInvalidCredentials } from "./check-credentials.ts";

export function toAccountProblem(problem: BackendProblem): AccountProblem {
  if (problem.kind === "malformed" && isForeignRefusal(problem)) return { kind: "foreign-refusal", message: problem.message };
  if (problem.kind !== "refused" || isUnreachable(problem)) return { kind: "unreachable" };
  switch (problem.code) {
    case "invalid-credentials":
    case "account-disabled":
    case "email-malformed":
    case "email-taken":
    case "registration-closed":
    case "invitation-needed":
    case "invitation-invalid":
    case "plan-not-offered":
    case "wrong-password":
    case "step-waits":
    case "verify-email":
      return { kind: problem.code };
    case "conflict":
    case "vault-exists":
      return { kind: "changed-meanwhile" };
    case "onboarding-over":
      return { kind: "setup-over" };
    case "password-too-short":
    case "password-too-long":
    case "password-too-weak":
      return { kind: "password-refused" };
    case "rate-limited":
    case "busy":
      return { kind: "rate-limited", ...(problem.retryAfterMs === undefined ? {} : { retryAfterMs: problem.retryAfterMs }) };
    default:
      return { kind: "unexpected" };
  }
}

/** Spec A §5: 401, or a 400 about the credentials. No other problem means that the password was wrong. */
export function isWrongPassword(problem: BackendProblem): boolean {
  if (problem.kind === "malformed")
    return problem.status === 401 || (problem.status === 400 && isInvalidCredentials(problem.message ?? ""));
  return problem.kind === "refused" && problem.code === "invalid-credentials";
}

type Malformed = Extract<BackendProblem, { readonly kind: "malformed" }>;

/** True for a response in our format with a sentence; anything else comes from something in between, such as a proxy. */
function isForeignRefusal(problem: Malformed): problem is Malformed & { readonly message: string } {
  return problem.status >= 400 && problem.status < 500 && problem.message !== undefined;
}

/** True if the call may have taken effect without a visible response, so that a repeat may be refused for that reason. */
export function isAnswerLost(problem: BackendProblem): boolean {
  return problem.kind !== "refused" || problem.status >= 500;
}
