/** From the client's problems to the engine's. A cancelled request may have been sent, so it counts as unanswered. */

import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ClientProblem } from "@satchel/drive/client/drive-problem.ts";

export function toRemoteProblem(problem: ClientProblem): RemoteProblem {
  return problem.kind === "cancelled" ? { kind: "answer-lost" } : problem;
}

/** An answer of the client as the engine takes it: its value converted, or its problem. */
export function mapAnswer<From, To>(answer: Result<From, ClientProblem>, map: (value: From) => To): Result<To, RemoteProblem> {
  return answer.ok ? ok(map(answer.value)) : failed(toRemoteProblem(answer.problem));
}
