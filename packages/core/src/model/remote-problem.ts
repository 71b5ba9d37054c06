/** All that can go wrong between us and the drive. Adapters return these and never throw them. */
export type RemoteProblem =
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
  /** `account`, `folder`: only the user can say where the notes belong. `moved-away`: the known place says that the library has left. */
  | { readonly kind: "target-changed"; readonly what: "account" | "folder" | "moved-away" }
  | { readonly kind: "not-connected" }
  | { readonly kind: "rejected"; readonly status: number; readonly reason?: string };

/** True when a write may have taken effect although no success was seen. */
export function isAmbiguous(problem: RemoteProblem): boolean {
  return problem.kind === "timed-out" || problem.kind === "answer-lost" || problem.kind === "server-error";
}

/** True when nothing of this cycle can go on: the connection itself is at fault, not one file. */
export function stopsCycle(problem: RemoteProblem): boolean {
  return ["offline", "access-expired", "scope-missing", "not-connected", "target-changed", "throttled"].includes(problem.kind);
}
