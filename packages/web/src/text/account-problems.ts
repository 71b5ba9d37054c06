/** What is said when the account service refuses. Which field a refusal belongs to is features/auth's. Spec A §8 "Login", "Register and forgot password". */
import type { AccountProblem } from "@satchel/core/account/account-service-types.ts";

export const accountProblemText = {
  "invalid-credentials": "Invalid email or password. If you forgot your password, you can reset it now.",
  "email-malformed": "Please enter a valid email address",
  "email-taken": "An account with this email already exists. Sign in instead?",
  "password-refused": "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  "rate-limited": "Too many attempts. Please wait a moment and try again.",
  unreachable: "Sorry, the application is under maintenance right now. You can use the offline mode for now.",
  "kdf-refused": "The server asked for your password in a way that is not safe. Nothing was sent. Please try again later.",
  "other-account": "Notes of another account are still on this device. Sign in with that account first, or delete them.",
  "not-available-yet": "This is not available yet. Please try again later.",
  "storage-denied": "This browser does not let Satchel keep anything on this device. Allow site data for this page and try again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const satisfies Record<AccountProblem["kind"], string>;
