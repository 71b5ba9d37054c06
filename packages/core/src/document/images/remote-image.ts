/** Images on other websites: loaded on the user's request, one request each, and then stored like a pasted image. Decision 0032. */
import type { ImageProblem } from "./image-compression.ts";

/** `silentMs`: timeout without data. `atOnce`: parallel requests. */
export const REMOTE_IMAGE = { silentMs: 20_000, addressMaxChars: 4096, atOnce: 4 } as const;

/**
 * Reasons why an image on another website could not be loaded. A browser does not distinguish an unreachable site from one that forbids
 * reading.
 */
export type RemoteImageProblem =
  | { readonly kind: "offline" }
  | { readonly kind: "unreadable-site" }
  | { readonly kind: "site-refused"; readonly status: number }
  | { readonly kind: "no-answer" }
  | { readonly kind: "canceled" }
  | { readonly kind: "not-loaded" }
  | ImageProblem;
