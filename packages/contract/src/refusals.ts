/**
 * Every refusal of the server: code, HTTP status, and a sentence for clients without their own (the app's are in web/src/text). A §8, B §8.
 */
import * as z from "zod/mini";
import { waitMs } from "./numbers.ts";

type RefusalKind = { readonly status: number; readonly message: string };

export const REFUSALS = {
  "bad-request": { status: 400, message: "The request is not as expected." },
  "email-malformed": { status: 400, message: "Please enter a valid email address." },
  "password-too-short": { status: 400, message: "Password must be at least 8 characters." },
  "password-too-long": { status: 400, message: "The password is too long." },
  "password-too-weak": {
    status: 400,
    message: "Password must contain at least one uppercase letter, one lowercase letter, and one number.",
  },
  "oauth-invalid-grant": { status: 400, message: "The drive did not accept the authorization code. Please connect again." },
  "oauth-redirect-mismatch": { status: 400, message: "The return address is not the configured one." },
  "invalid-credentials": { status: 401, message: "Invalid email or password." },
  "sensitive-refused": { status: 401, message: "Invalid password. Please try again." },
  "not-signed-in": { status: 401, message: "Please sign in." },
  "session-ended": { status: 401, message: "Your session has ended. Please sign in again." },
  "account-disabled": { status: 403, message: "This account was disabled by the operator of this server." },
  "session-revoked": { status: 401, message: "This session was ended from another device." },
  "session-limited": { status: 403, message: "Choose a new password first." },
  "files-need-plan": {
    status: 403,
    message: "On this plan files are kept in your own drive. Choose a plan with managed storage to keep them here.",
  },
  "registration-closed": { status: 403, message: "This server takes no new accounts." },
  "invitation-needed": { status: 403, message: "This server takes new accounts by invitation. Please enter your invitation code." },
  "invitation-invalid": { status: 403, message: "This invitation code is not valid, or was used already." },
  "plan-not-offered": { status: 403, message: "This server does not offer this plan. Ask whoever runs it." },
  forbidden: { status: 403, message: "This is not allowed." },
  "wrong-password": { status: 403, message: "The current password is wrong." },
  "wrong-proof": { status: 403, message: "The proof of the vault key is wrong." },
  "scope-missing": { status: 403, message: "Access to the drive was not granted. Please connect again and tick the drive permission." },
  "reconnection-needed": { status: 403, message: "The drive connection has expired. Please reconnect." },
  "grant-ended": { status: 403, message: "The drive had given its permission for a limited time. Please reconnect." },
  "not-found": { status: 404, message: "Not found." },
  "sensitive-not-set-up": { status: 404, message: "No sensitive password set. Please set up sensitive folder access first." },
  "library-missing": { status: 404, message: "Nothing is kept here yet. Sync once, then send the file again." },
  "drive-not-connected": { status: 404, message: "No cloud provider configured." },
  "method-not-allowed": { status: 405, message: "This method is not allowed here." },
  "email-taken": { status: 409, message: "An account with this email already exists." },
  "verify-email": { status: 403, message: "Almost done: open the link in the email we sent you, then sign in." },
  "step-waits": { status: 409, message: "This takes effect in 72 hours, unless it is canceled. An email about it was sent." },
  conflict: { status: 409, message: "It was changed meanwhile. Read it again and repeat." },
  "sensitive-exists": { status: 409, message: "The sensitive folder has a password already." },
  "onboarding-over": { status: 409, message: "The setup was complete already. Another plan can be chosen in the settings." },
  "plan-too-small": { status: 409, message: "Your notes need more room than this plan has." },
  "vault-missing": { status: 409, message: "This account has no vault yet. Sign in once, then move your notes." },
  "vault-exists": { status: 409, message: "This account has a vault already." },
  "app-too-old": {
    status: 410,
    message: "This page is too old to approve devices safely. Reload it, on both devices, and start again.",
  },
  "too-large": { status: 413, message: "The request is too large." },
  "unsupported-media-type": { status: 415, message: "Send JSON." },
  "rate-limited": { status: 429, message: "Too many attempts. Please wait a moment and try again." },
  busy: { status: 429, message: "The server is busy. Please try again in a moment." },
  unexpected: { status: 500, message: "Something went wrong on our side." },
  "drive-not-configured": { status: 501, message: "Google Drive is not available yet. Please try again later." },
  "ai-not-configured": { status: 501, message: "This server has no AI host." },
  "ai-unavailable": { status: 502, message: "The AI host did not answer. Please try again." },
  "drive-unreachable": { status: 502, message: "The drive service did not answer. Please try again." },
  unavailable: { status: 503, message: "Sorry, the application is under maintenance right now." },
  "disk-full": { status: 503, message: "The server's disk is full. Please try again later, or tell whoever runs it." },
  "storage-full": { status: 507, message: "There is no room left on this plan." },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof REFUSALS;

/** Codes that any route may return; they are not listed with each. */
export const ANYWHERE = [
  "bad-request",
  "too-large",
  "unsupported-media-type",
  "method-not-allowed",
  "not-found",
  "not-signed-in",
  "session-ended",
  "session-revoked",
  "session-limited",
  "rate-limited",
  "busy",
  "unexpected",
  "unavailable",
  "disk-full",
] as const satisfies readonly RefusalCode[];

/** Wire form of every refusal. `error` repeats the code because the spec's clients read that field (B §7). */
export const refusalBody = z.object({
  code: z.string(),
  message: z.string(),
  /** Dotted name of the wrong body field: `keys.document.rec`. */
  field: z.optional(z.string()),
  retryAfterMs: z.optional(waitMs),
  error: z.optional(z.string()),
  needsReconnection: z.optional(z.boolean()),
});
export type RefusalBody = z.infer<typeof refusalBody>;

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}
