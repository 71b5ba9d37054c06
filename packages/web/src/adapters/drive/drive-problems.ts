/** From the client's problems to the engine's. A cancelled request may have been sent, so it counts as unanswered. */
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import type { DriveProblem } from "@satchel/drive/client/drive-problem.ts";

export function toRemoteProblem(problem: DriveProblem): RemoteProblem {
  return problem.kind === "cancelled" ? { kind: "answer-lost" } : problem;
}
