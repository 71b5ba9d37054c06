/** What the spec's reconnection-required event says, by why the connection was lost. Pure. Spec B §3 "Reconnection-required event", B §8. */
import type { ConnectionEvent, LostReason } from "./connection-service-types.ts";

const NO_HANDLE = "No refresh token available - reconnection required";

type Required = Extract<ConnectionEvent, { readonly kind: "reconnection-required" }>;

/** For whoever listens to the window; people read the sentences of web/src/text. */
const ERRORS = {
  revoked: "Refresh token expired (HTTP 403) - reconnection required",
  "grant-ended": "Refresh token expired (HTTP 403) - reconnection required",
  "scope-missing": "Google Drive authentication failed",
  "not-permitted": "Google Drive authentication failed",
  unreachable: "Token refresh failed",
} as const satisfies Record<LostReason | "unreachable", string>;

/** `hasHandle`: this device could ask for a renewal at all; a second one may be told of the loss before it was ever given the means. */
export function toReconnectionEvent(provider: string | undefined, why: LostReason | "unreachable", hasHandle = true): Required {
  const isUnasked = !hasHandle && (why === "revoked" || why === "grant-ended");
  return {
    kind: "reconnection-required",
    provider: provider ?? "google",
    error: isUnasked ? NO_HANDLE : ERRORS[why],
    reason: why === "unreachable" ? "token_refresh_failed" : "permanent_auth_error",
  };
}
