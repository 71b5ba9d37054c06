/** What is said when the account service refuses. Which field a refusal belongs to is features/auth's. Spec A §8 "Login", "Register and forgot password". */
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";

export const accountProblemText = {
  "invalid-credentials": "Invalid email or password. If you forgot your password, you can reset it now.",
  "email-malformed": "Please enter a valid email address",
  "email-taken": "An account with this email already exists. Sign in instead?",
  "registration-closed": "This server doesn't accept new accounts.",
  "invitation-needed": "Enter your invitation code",
  "invitation-invalid": "This invitation code isn't valid or has already been used",
  "plan-not-offered": "Not available on this server",
  "password-refused": "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  "rate-limited": "Too many attempts. Please wait a moment and try again.",
  unreachable: "Sorry, the application is under maintenance right now. You can use the offline mode for now.",
  "kdf-refused": "The server asked for your password in a way that is not safe. Nothing was sent. Please try again later.",
  "other-account": "Notes of another account are still on this device. Sign in with that account first, or delete them.",
  "keys-rolled-back":
    "The server sent older or changed keys. They were refused. If it was restored from a backup, sign out and sign in again.",
  "verify-email": "Open the link we mailed you, then sign in.",
  "step-waits":
    "Accepted. This takes effect in 72 hours, unless you cancel it: see our email. With your recovery key or a signed-in device you don't have to wait.",
  "wrong-password": "The current password is wrong.",
  "does-not-open": "This does not open your notes.",
  "recovery-key-malformed": "A recovery key has nine groups of four characters.",
  "recovery-key-mistyped": "There is a typing mistake in this recovery key. Please compare it with your paper.",
  "recovery-key-older": "This is an older recovery key. Another one took its place.",
  "groups-wrong": "These are not the groups of your key. Please look again.",
  "changed-meanwhile": "Your keys were changed on another device just now. Please try again.",
  "begin-again": "This took too long or was interrupted. Please begin again.",
  "nothing-found": "Nothing that was found opens with this.",
  "storage-denied": "This browser does not let Satchel keep anything on this device. Allow site data for this page and try again.",
  "setup-over": "It was complete already, with the plan you have. Another plan can be chosen in Settings.",
  "drive-not-erased": "Your drive could not be erased, so nothing was deleted. Reconnect it and try again, or leave your files there.",
  "said-otherwise": "An unexpected error occurred. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const satisfies Record<AccountProblem["kind"], string>;

export const loginFailed = "Login failed";

/** Around the time that is left until another attempt counts. */
export const retryText = {
  wait: "Too many attempts. Try again in",
  over: "You can try again now.",
  mailed: "If you forgot your password, reset it: the password we mail you works right away.",
} as const;

/** What is said of a refusal: the words of a server that is not ours are its own. */
export function accountSentence(problem: AccountProblem): string {
  return problem.kind === "said-otherwise" ? problem.message : accountProblemText[problem.kind];
}
