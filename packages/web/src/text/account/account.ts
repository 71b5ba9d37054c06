/** Text for signing in, registering and requesting a new password. Spec A §2.2–2.4, A §5, A §8 "Login". */
import type { SessionOver } from "@satchel/core/vault/account/account-service-types.ts";
import type { CredentialProblem, PasswordRule, ProblemsOf } from "@satchel/core/vault/account/check-credentials.ts";

export const accountText = {
  email: "Email",
  password: "Password",

  loginTitle: "Sign in to your notes",
  loginSentence: "Your notes are encrypted on this device before they're uploaded.",
  signIn: "Sign In",
  signingIn: "Opening your notes…",
  forgotPassword: "Forgot password?",
  choice: { label: "Account", createAccount: "Create account", signIn: "Sign in" },
  useLocally: "Use Locally (No Account Required)",

  currentPassword: "Current Password",
  newPassword: "New Password",
  confirmNewPassword: "Confirm New Password",
  rules: "Your password needs",
  ruleMet: "(met)",
  ruleOpen: "(not met yet)",

  forgotTitle: "Reset your password",
  forgotSentence: "Enter your email and we'll send you a new password. Sign in with it, then choose your own.",
  sendPassword: "Send new password",
  checkEmailTitle: "Check your email",
  checkEmailSentence: (email: string) => `A new password was sent to ${email}. It may take a minute to arrive.`,
  keysStay: "Your notes stay locked until you unlock them with your old password, your recovery key, or a device that's still signed in.",
  backToLogin: "Back to Login",
  tryAnotherEmail: "Try Another Email",

  failedTitle: "Sign in failed",
  failedSentence: "Invalid email or password. If you forgot your password, you can reset it now.",
  tryAgain: "Try again",
  resetPassword: "Reset password",

  otherTitle: "Notes from another account are on this device",
  otherSentence: (email: string) =>
    `They belong to ${email}, and some may not be uploaded yet. Sign in with that account to upload or back them up, or delete them from this device.`,
  otherDiscard: "Delete them and sign in",
  otherKeep: "Keep them",

  maintenanceTitle: "We'll be right back",
  maintenanceSentence: "Sorry, the application is under maintenance right now. You can use the offline mode for now.",
  useOfflineMode: "Use Offline Mode",

  localTitle: "Use Satchel on this device only?",
  localSentence: "Without an account, your notes are stored only in this browser.",
  localRisks: [
    ["Browser-only storage", "Clearing this site's data deletes your notes."],
    ["No backup", "If this device is lost or breaks, so are your notes."],
    ["Single device", "Your notes won't be on your phone or another computer."],
    ["No sync", "Nothing is uploaded until you sign up."],
  ],
  localConfirm: "I Understand - Use Local Mode",

  pitchTitle: "Your notes, in your own drive. Only you can read them.",
  benefitsTitle: "What an account gives you",
} as const;

export const credentialText = {
  "email-missing": "Email is required",
  "email-malformed": "Please enter a valid email address",
  "password-missing": "Password is required",
  "password-too-short": "Password must be at least 8 characters",
  "password-too-long": "Password is too long",
  "password-too-weak": "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  "current-missing": "Current password is required",
  "new-missing": "New password is required",
  "new-same": "Choose a password that's different from your current one",
  "new-confirmation-missing": "Please confirm your new password",
  "confirmation-missing": "Please confirm your password",
  "confirmation-differs": "Passwords do not match",
  "terms-not-accepted": "You must accept the terms and conditions",
} as const satisfies Record<CredentialProblem, string>;

export const sessionOverText = {
  "session-ended": "Your session has ended. Everything is still on this device. Sign in to continue.",
  "session-revoked": "This device was signed out from another one. Unsynced changes are kept here, encrypted, until you sign in again.",
} as const satisfies Record<SessionOver, string>;

export const passwordRuleText = {
  length: "at least 8 characters",
  uppercase: "an uppercase letter",
  lowercase: "a lowercase letter",
  digit: "a number",
} as const satisfies Record<PasswordRule["name"], string>;

/** Converts a check's problems to messages by field. */
export function toSentences<Values>(problems: ProblemsOf<Values>): { readonly [Name in keyof Values]?: string } {
  const entries = Object.entries(problems) as [string, keyof typeof credentialText][];
  return Object.fromEntries(entries.map(([name, problem]) => [name, credentialText[problem]])) as { [Name in keyof Values]?: string };
}
