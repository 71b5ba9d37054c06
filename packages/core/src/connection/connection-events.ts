/** What the spec's reconnection-required event says, by why the connection was lost. Pure. Spec B §3 "Reconnection-required event", B §8. */
import type { ConnectionEvent, LostReason, Obtained } from "./connection-service-types.ts";

const NO_HANDLE = "No refresh token available - reconnection required";

type Required = Extract<ConnectionEvent, { readonly kind: "reconnection-required" }>;

/** For the one who listens to the window; people read the sentences of web/src/text. */
const ERRORS = {
  revoked: "Refresh token expired (HTTP 403) - reconnection required",
  "grant-ended": "Refresh token expired (HTTP 403) - reconnection required",
  "scope-missing": "Google Drive authentication failed",
  "not-permitted": "Google Drive authentication failed",
} as const satisfies Record<LostReason, string>;

/** `hasHandle`: this device could ask for a renewal at all; a second tab may be notified of the loss before it was ever given the handle. */
export function toLostEvent(provider: string | undefined, why: LostReason, hasHandle: boolean): Required {
  const isUnasked = !hasHandle && (why === "revoked" || why === "grant-ended");
  return toRequired(provider, isUnasked ? NO_HANDLE : ERRORS[why], "permanent_auth_error");
}

/** The quick attempts are over; what the last one was answered, where anything answered. */
export function toUnreachableEvent(provider: string | undefined, { problem }: Extract<Obtained, { readonly kind: "later" }>): Required {
  const why = problem?.kind === "refused" ? ` (HTTP ${problem.status}): ${problem.code}` : "";
  return toRequired(provider, `Token refresh failed${why}`, "token_refresh_failed");
}

function toRequired(provider = "google", error: string, reason: Required["reason"]): Required {
  return { kind: "reconnection-required", provider, error, reason };
}
