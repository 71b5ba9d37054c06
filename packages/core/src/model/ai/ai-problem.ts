/** Failures of a request to an AI host. Sentences: text/editor/ai.ts in web. Spec A §8 "Editor". */
export type AiProblem =
  /** The user is not signed in. */
  | { readonly kind: "no-token" }
  /** No host is configured, or the host refused. */
  | { readonly kind: "unavailable"; readonly status?: number }
  | { readonly kind: "busy" }
  /** The prompt exceeds the server's limit for the operator's host. */
  | { readonly kind: "too-long" }
  | { readonly kind: "offline" }
  | { readonly kind: "no-content" }
  | { readonly kind: "failed" };
