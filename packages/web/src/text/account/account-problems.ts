/** Messages for refusals of the account service. features/auth maps them to fields. Spec A §8 "Login", "Register and forgot password". */
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";

export const accountProblemText = {
  "invalid-credentials": "Invalid email or password. If you forgot your password, you can reset it now.",
  "account-disabled": "This account was disabled by the operator of this server. Your notes on this device are kept.",
  "email-malformed": "Please enter a valid email address",
  "email-taken": "An account with this email already exists. Sign in instead?",
  "registration-closed": "This server doesn't accept new accounts.",
  "invitation-needed": "Enter your invitation code",
  "invitation-invalid": "This invitation code isn't valid or has already been used",
  "plan-not-offered": "Not available on this server",
  "password-refused": "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  "rate-limited": "Too many attempts. Please wait a moment and try again.",
  unreachable: "Sorry, the application is under maintenance right now. You can use the offline mode for now.",
  "kdf-refused": "The server requested your password in an unsafe way, so nothing was sent. Please try again later.",
  "other-account": "Notes from another account are still on this device. Sign in with that account first, or delete them.",
  "keys-rolled-back":
    "The server sent outdated or altered keys, so Satchel rejected them. If the server was restored from a backup, sign out and sign in again.",
  "verify-email": "Open the link we emailed you, then sign in.",
  "step-waits":
    "Request accepted. It takes effect in 72 hours unless you cancel it from the email we sent. With your recovery key or a signed-in device, you don't have to wait.",
  "wrong-password": "The current password is incorrect.",
  "does-not-open": "This doesn't unlock your notes.",
  "recovery-key-malformed": "A recovery key has nine groups of four characters.",
  "recovery-key-mistyped": "There's a typo in this recovery key. Compare it with the copy you saved.",
  "recovery-key-older": "This recovery key was replaced by a newer one.",
  "groups-wrong": "These groups don't match your key. Check them and try again.",
  "changed-meanwhile": "Your keys were just changed on another device. Please try again.",
  "begin-again": "This took too long or was interrupted. Please start again.",
  "nothing-found": "No notes were found that this can unlock.",
  "storage-denied": "This browser doesn't allow Satchel to store data on this device. Allow site data for this page and try again.",
  "setup-over": "It was already completed. You can change your plan in Settings.",
  "drive-not-erased": "Your drive couldn't be erased, so nothing was deleted. Reconnect it and try again, or leave your files there.",
  "foreign-refusal": "An unexpected error occurred. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const satisfies Record<AccountProblem["kind"], string>;

export const loginFailed = "Login failed";

/** Text around the time until the next allowed attempt. */
export const retryText = {
  wait: "Too many attempts. Try again in",
  over: "You can try again now.",
  mailed: "If you forgot your password, reset it. The password we email you works right away.",
} as const;

/** Returns the message for a problem. A foreign server's refusal is shown in that server's own words. */
export function accountSentence(problem: AccountProblem): string {
  return problem.kind === "foreign-refusal" ? problem.message : accountProblemText[problem.kind];
}

const UNREACHABLE = "Can't reach the server. Check your connection and try again.";

/** Returns the message for a signed-in user: leaves out the offline mode that the sign-in page suggests. Spec B §5 "Change password". */
export function securitySentence(problem: AccountProblem): string {
  return problem.kind === "unreachable" ? UNREACHABLE : accountSentence(problem);
}
