/** Every failure between a client and a drive. A refusal and an unknown outcome are different kinds. drive-contract §3. */
export type DriveProblem =
  | { readonly kind: "offline" }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  /** The request was sent, but no response arrived: it may have taken effect. */
  | { readonly kind: "answer-lost" }
  | { readonly kind: "access-expired" }
  | { readonly kind: "scope-missing" }
  /** The operator's Google project lacks the Drive API. Every request fails until the operator turns it on. */
  | { readonly kind: "api-disabled" }
  /** The administrator of the user's organization does not allow the app. */
  | { readonly kind: "policy-refused" }
  | { readonly kind: "throttled"; readonly retryAfterMs?: number }
  | { readonly kind: "server-error"; readonly status: number }
  | { readonly kind: "storage-full" }
  | { readonly kind: "not-found" }
  | { readonly kind: "id-in-use" }
  | { readonly kind: "cursor-invalid" }
  /** A response that is too long, of another shape, or part of a listing without end. Never of a write. */
  | { readonly kind: "unusable-response" }
  | { readonly kind: "rejected"; readonly status: number; readonly reason?: string };

/** Kinds after which a write may have taken effect although no success was seen. */
export const AMBIGUOUS_KINDS: ReadonlySet<string> = new Set(["timed-out", "answer-lost", "server-error", "cancelled"]);
