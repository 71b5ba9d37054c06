/** Images on other websites: loaded when the user asks, one request each, and kept from then on like an image that was pasted. Decision 0032. */
import type { ImageProblem } from "./image-compression.ts";

/** How long its website may be silent, how long its address may be, and how many are asked for at once. */
export const REMOTE_IMAGE = { silentMs: 20_000, addressMaxChars: 4096, atOnce: 4 } as const;

/** Why an image on another website could not be loaded. A browser does not say whether a site cannot be reached or may not be read. */
export type RemoteImageProblem =
  | { readonly kind: "offline" }
  | { readonly kind: "unreadable-site" }
  | { readonly kind: "site-refused"; readonly status: number }
  | { readonly kind: "no-answer" }
  | { readonly kind: "canceled" }
  | { readonly kind: "not-loaded" }
  | ImageProblem;
