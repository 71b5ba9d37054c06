/** Sentences of the Sensitive folder: its password, its lock, moving in and out. Spec A §2.13, A §4, A §5, A §8 "Sensitive", B §4 "Sensitive display". */

import type { CodeMissing } from "@satchel/core/model/lazy-rule.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { SensitivePasswordProblem } from "@satchel/core/vault/sensitive/check-sensitive-password.ts";
import type { SensitiveFailure } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { accountProblemText } from "./account-problems.ts";
import { commonText } from "./labels.ts";
import type { StorageLabel } from "./storage-label.ts";
import { workspaceText } from "./workspace.ts";

const notes = (count: number): string => workspaceText.noteCount(count);
const files = (count: number): string => (count === 1 ? "one older file" : `${count.toLocaleString("en-GB")} older files`);

export const sensitiveText = {
  folder: "Sensitive folder",
  draft: "Sensitive draft",
  draftSentence: "Sealed until the Sensitive folder is unlocked.",

  password: "Password for the Sensitive folder",
  confirmPassword: "Confirm password",
  adoptSentence:
    "This vault has a Sensitive folder of its own. Choose a password for its notes; it can be the one of your Sensitive folder here.",
  adopt: "Bring it along",
  adoptLater: "Leave it locked",
  setUpFailed: "Failed to set up password. Please try again.",
  notSetUp: "No sensitive password set. Please set up sensitive folder access first.",

  setUpTitle: "Set up the Sensitive folder",
  setUpSentence:
    "Its notes are encrypted with AES-256 under a password of their own, beside your other lock. The folder locks again after two minutes without activity.",
  setUpRecovery: "Should you forget this password, your recovery key can set a new one.",
  setUpNoRecovery: "Nothing recovers this password. If you forget it, the notes in this folder stay locked for good.",
  choosePassword: "Password",
  setUp: "Set up password",
  settingUp: "Setting up…",
  lockedToEdit: "Please authenticate with sensitive folder to edit this note",
  noPassword: "Unable to decrypt note - please authenticate with sensitive folder",
  holds: (count: number) =>
    count === 0
      ? "No notes yet. What you put here is sealed with a password of its own."
      : `${notes(count)}, sealed with a password of ${count === 1 ? "its" : "their"} own. The folder locks again after two minutes without activity.`,
  unlockPassword: "Password",
  unlocking: "Unlocking…",
  refused: "Invalid password. Please try again.",
  unlockFailed: "Authentication failed. Please try again.",
  createRefused: "Invalid password - note creation failed",
  createSentence: "A new note in this folder is sealed with its password.",

  lock: "Lock",

  recover: "Use recovery key",
  recoverTitle: "Set a new password for the Sensitive folder",
  recoverByKey: "Your recovery key and the password you sign in with open the folder; then it gets a new password. No note is rewritten.",
  recoverByPassword: "The password you sign in with opens the folder; then it gets a new password. No note is rewritten.",
  withoutKey: "Without the key",
  withKey: "With the key",
  recoveryKey: "Recovery key",
  recoveryHint: "Nine groups of four, from your paper",
  accountPassword: "Account password",
  setNew: "Set new password",
  recoverFailed: "Failed to authenticate for sensitive folder",

  moveInTitle: "Move into the Sensitive folder",
  moveInSentence: (count: number, storage: StorageLabel) =>
    `${notes(count)} will be encrypted with the folder’s password, with pictures, files and history. Older versions go from your ${storage} within a day; Settings lists what is still there.`,
  moveInLocally: (count: number) => `${notes(count)} will be encrypted with the folder’s password, with pictures and files.`,
  moveOutTitle: "Move out of the Sensitive folder",
  moveOutSentence: (count: number) =>
    `${notes(count)} will be decrypted. From then on ${count === 1 ? "it needs" : "they need"} no second password.`,
  move: "Move",
  moving: "Moving…",
  moveCheckFailed: "Password validation failed. Please try again.",

  settingsSentence: "A second lock for the notes that need one.",
  stateNotSetUp: "It has no password yet.",
  stateLocked: "It is locked.",
  stateUnlocked: "It is unlocked.",
  changeTitle: "Change its password",
  changeSentence: "Only the lock gets a new key; no note is rewritten. Other devices ask for the new password from their next unlock on.",
  current: "Current password",
  sameAsCurrent: "Choose a password that differs from the current one",
  next: "New password",
  confirmNext: "Confirm new password",
  change: "Change password",
  changing: "Changing…",
  forgotTitle: "Forgot its password?",
  whenHidden: "Lock when the window is hidden",
  whenHiddenHint: "As soon as you turn to another tab, another window or another app. Unsaved text is sealed and comes back.",
  erasingTitle: (storage: StorageLabel) => `Older versions still in your ${storage}`,
  erasingSentence: (storage: StorageLabel) =>
    `From before these notes were moved in. They are encrypted, but not with the folder’s password, and are deleted for good as soon as the ${storage} allows.`,
  erasingLine: (count: number, when: string | undefined, storage: StorageLabel) =>
    `${files(count)}, ${when === undefined ? `waiting for the ${storage}’s next look` : `to be deleted after ${when}`}`,
} as const;

const sensitivePasswordText = {
  "password-missing": "Password is required",
  "password-too-short": "Password must be at least 8 characters long",
  "confirmation-missing": "Please confirm your password",
  "confirmation-differs": "Passwords do not match",
} as const satisfies Record<SensitivePasswordProblem, string>;

export const passwordMissing = sensitivePasswordText["password-missing"];

/** What a check found, as sentences at their fields. */
export function toSensitiveSentences<Values>(problems: { readonly [Name in keyof Values]?: SensitivePasswordProblem }): {
  readonly [Name in keyof Values]?: string;
} {
  const entries = Object.entries(problems) as [string, SensitivePasswordProblem][];
  return Object.fromEntries(entries.map(([name, problem]) => [name, sensitivePasswordText[problem]])) as {
    [Name in keyof Values]?: string;
  };
}

/** What the folder is opened for: a wrong password is told in that place's words. */
export type SensitivePurpose = "open" | "create";

/** Spec A §8: a refused password, a folder without one, too many tries; of all else nothing more than that it failed. */
export function unlockSentence(
  { kind }: SensitiveFailure | CodeMissing,
  otherwise: string,
  refused: string = sensitiveText.refused,
): string {
  if (kind === "sensitive-refused") return refused;
  if (kind === "code-missing") return commonText.notLoaded;
  if (kind === "not-set-up") return sensitiveText.notSetUp;
  if (kind === "keys-rolled-back") return accountProblemText[kind];
  return kind === "rate-limited" ? accountProblemText["rate-limited"] : otherwise;
}

const RECOVER_FIELDS: { readonly [Kind in AccountProblem["kind"]]?: "key" | "account" } = {
  "does-not-open": "key",
  "recovery-key-malformed": "key",
  "recovery-key-mistyped": "key",
  "recovery-key-older": "key",
  "wrong-password": "account",
};

/** What a way back found wrong, and at which field; none: with the whole of it. */
export function recoverProblem({ kind }: SensitiveFailure): { readonly field: "key" | "account" | undefined; readonly sentence: string } {
  const field = RECOVER_FIELDS[kind as AccountProblem["kind"]];
  if (field !== undefined) return { field, sentence: accountProblemText[kind as AccountProblem["kind"]] };
  return { field: undefined, sentence: unlockSentence({ kind } as SensitiveFailure, sensitiveText.recoverFailed) };
}
