/** What is said of refusals to someone who is signed in: the offline mode that the sign-in page speaks of is where they are. Spec B §5 "Change password". */
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import { accountSentence } from "./account-problems.ts";

const UNREACHABLE = "Can't reach the server. Check your connection and try again.";

export function securitySentence(problem: AccountProblem): string {
  return problem.kind === "unreachable" ? UNREACHABLE : accountSentence(problem);
}
