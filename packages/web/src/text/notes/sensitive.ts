/**
 * Text of the Sensitive folder: password, lock, moving in and out. Spec A §2.13, A §4, A §5, A §8 "Sensitive", B §4 "Sensitive display".
 */

import type { CodeMissing } from "@satchel/core/model/lazy/lazy-module.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { SensitivePasswordProblem } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import type { ChangeElsewhere, SensitiveFailure } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { accountProblemText } from "../account/account-problems.ts";
import { commonText } from "../labels.ts";
import type { StorageLabel } from "../storage-label.ts";
import { workspaceText } from "../workspace.ts";

const notes = (count: number): string => workspaceText.noteCount(count);
const files = (count: number): string => (count === 1 ? "one older file" : `${count.toLocaleString("en-GB")} older files`);

export const sensitiveText = {
  folder: "Sensitive folder",
  draft: "Sensitive draft",
  draftSentence: "Encrypted until you unlock the Sensitive folder.",

  password: "Password for the Sensitive folder",
  confirmPassword: "Confirm password",
  adoptSentence:
    "This vault has its own Sensitive folder. Choose a password for its notes. You can use the same one as for your Sensitive folder here.",
  adopt: "Add it",
  adoptLater: "Keep it locked",
  setUpFailed: "Failed to set up password. Please try again.",
  notSetUp: "No sensitive password set. Please set up sensitive folder access first.",

  elsewhere: {
    "set-up": "The folder was already set up on another device or in another tab. Enter the password that was chosen there.",
    changed: "The folder's password was changed on another device or in another tab. Enter the new one.",
  } satisfies Record<ChangeElsewhere, string>,

  setUpTitle: "Set up the Sensitive folder",
  setUpSentence: "Encrypted with AES-256 under a password of its own. Locks after two minutes of inactivity.",
  setUpRecovery: "If you forget it, your recovery key sets a new one.",
  setUpNoRecovery: "This password can't be recovered. If you forget it, the notes in this folder stay locked forever.",
  choosePassword: "Password",
  setUp: "Set up password",
  settingUp: "Setting up…",
  lockedToEdit: "Please authenticate with sensitive folder to edit this note",
  noPassword: "Unable to decrypt note - please authenticate with sensitive folder",
  holds: (count: number) =>
    count === 0
      ? "No notes yet. Notes you add here are encrypted with a separate password."
      : `${notes(count)}, encrypted with a separate password. The folder locks after two minutes of inactivity.`,
  unlockPassword: "Password",
  unlocking: "Unlocking…",
  refused: "Invalid password. Please try again.",
  unlockFailed: "Authentication failed. Please try again.",
  createRefused: "Invalid password - note creation failed",
  createSentence: "New notes in this folder are encrypted with its password.",

  lock: "Lock",

  recover: "Use recovery key",
  recoverTitle: "Set a new password for the Sensitive folder",
  recoverByKey: "Use your recovery key and account password to set a new password for the folder. Your notes stay as they are.",
  recoverByPassword: "Use your account password to set a new password for the folder. Your notes stay as they are.",
  withoutKey: "Continue without the key",
  withKey: "Use the recovery key",
  recoveryKey: "Recovery key",
  recoveryHint: "Nine groups of four characters",
  accountPassword: "Account password",
  setNew: "Set new password",
  recoverFailed: "Failed to authenticate for sensitive folder",

  moveInTitle: "Move into the Sensitive folder",
  moveInSentence: (count: number, storage: StorageLabel) =>
    `${notes(count)} will be encrypted with the folder's password, including images, files, and history. Older versions are removed from your ${storage} within a day. Settings lists any that remain.`,
  moveInLocally: (count: number) => `${notes(count)} will be encrypted with the folder's password, including images and files.`,
  moveOutTitle: "Move out of the Sensitive folder",
  moveOutSentence: (count: number) =>
    `${notes(count)} will be decrypted. After that, ${count === 1 ? "it doesn't" : "they don't"} need a separate password.`,
  move: "Move",
  moving: "Moving…",
  moveCheckFailed: "Password validation failed. Please try again.",

  setUpOpen: "Set up password…",
  unlockOpen: "Unlock…",
  stateNotSetUp: "No password yet.",
  stateLocked: "Locked.",
  stateUnlocked: "Unlocked.",
  changeTitle: "Folder password",
  changeOpen: "Change password…",
  changeSentence: "Your notes stay as they are. Other devices ask for the new password the next time they unlock the folder.",
  current: "Current password",
  sameAsCurrent: "Choose a password that's different from the current one",
  next: "New password",
  confirmNext: "Confirm new password",
  change: "Change password",
  changing: "Changing…",
  whenHidden: "Lock when the window is hidden",
  whenHiddenHint: "Unsaved text comes back when you unlock.",
  erasingTitle: (storage: StorageLabel) => `Older versions still in your ${storage}`,
  erasingSentence: (storage: StorageLabel) =>
    `These versions are from before the notes were moved here. They're encrypted, but not with the folder's password, and are permanently deleted as soon as the ${storage} allows.`,
  erasingLine: (count: number, when: string | undefined) =>
    `${files(count)}, ${when === undefined ? "waiting for the next check" : `to be deleted after ${when}`}`,
} as const;

const sensitivePasswordText = {
  "password-missing": "Password is required",
  "password-too-short": "Password must be at least 8 characters long",
  "confirmation-missing": "Please confirm your password",
  "confirmation-differs": "Passwords do not match",
} as const satisfies Record<SensitivePasswordProblem, string>;

export const passwordMissing = sensitivePasswordText["password-missing"];

/** Converts a check's problems to messages by field. */
export function toSensitiveSentences<Values>(problems: { readonly [Name in keyof Values]?: SensitivePasswordProblem }): {
  readonly [Name in keyof Values]?: string;
} {
  const entries = Object.entries(problems) as [string, SensitivePasswordProblem][];
  return Object.fromEntries(entries.map(([name, problem]) => [name, sensitivePasswordText[problem]])) as {
    [Name in keyof Values]?: string;
  };
}

/** Purpose of unlocking; a wrong password gets the message of that context. */
export type SensitivePurpose = "open" | "create";

/** Returns a specific sentence for a wrong password, a folder without one, and too many attempts; otherwise `otherwise`. Spec A §8. */
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

/** Returns a recovery's problem and its field; `field` is undefined if the problem concerns the whole form. */
export function recoverProblem({ kind }: SensitiveFailure): { readonly field: "key" | "account" | undefined; readonly sentence: string } {
  const field = RECOVER_FIELDS[kind as AccountProblem["kind"]];
  if (field !== undefined) return { field, sentence: accountProblemText[kind as AccountProblem["kind"]] };
  return { field: undefined, sentence: unlockSentence({ kind } as SensitiveFailure, sensitiveText.recoverFailed) };
}
