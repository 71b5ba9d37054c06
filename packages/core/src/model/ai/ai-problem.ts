/** All that can go wrong while an AI host is asked. Sentences are the web's (text/editor/ai.ts). Spec A §8 "Editor". */
export type AiProblem =
  /** No one is signed in. */
  | { readonly kind: "no-token" }
  /** No host is named, or the host refused. */
  | { readonly kind: "unavailable"; readonly status?: number }
  | { readonly kind: "busy" }
  /** More than our server hands on to the operator's host. */
  | { readonly kind: "too-long" }
  | { readonly kind: "offline" }
  | { readonly kind: "no-content" }
  | { readonly kind: "failed" };
