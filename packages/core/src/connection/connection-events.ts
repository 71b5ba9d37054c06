/** Builds the spec's reconnection-required event from the reason for the loss. Pure. Spec B §3 "Reconnection-required event", B §8. */
import type { ConnectionEvent, LostReason, Obtained } from "./connection-service-types.ts";

const NO_HANDLE = "No refresh token available - reconnection required";

type Required = Extract<ConnectionEvent, { readonly kind: "reconnection-required" }>;

/** Texts for listeners on the window; users see the sentences of web/src/text. */
const ERRORS = {
  revoked: "Refresh token expired (HTTP 403) - reconnection required",
  "grant-ended": "Refresh token expired (HTTP 403) - reconnection required",
  "scope-missing": "Google Drive authentication failed",
  "not-permitted": "Google Drive authentication failed",
} as const satisfies Record<LostReason, string>;

/** `hasHandle`: this device can request renewals; a second tab may learn of the loss before it has the handle. */
export function toLostEvent(provider: string | undefined, why: LostReason, hasHandle: boolean): Required {
  const isUnasked = !hasHandle && (why === "revoked" || why === "grant-ended");
  return toRequired(provider, isUnasked ? NO_HANDLE : ERRORS[why], "permanent_auth_error");
}

/** Event after the quick attempts, with the last refusal if there was a response. */
export function toUnreachableEvent(provider: string | undefined, { problem }: Extract<Obtained, { readonly kind: "later" }>): Required {
  const why = problem?.kind === "refused" ? ` (HTTP ${problem.status}): ${problem.code}` : "";
  return toRequired(provider, `Token refresh failed${why}`, "token_refresh_failed");
}

function toRequired(provider = "google", error: string, reason: Required["reason"]): Required {
  return { kind: "reconnection-required", provider, error, reason };
}
