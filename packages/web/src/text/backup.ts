/** Sentences of backup and restore. Spec B §2 "Backup and Restore", B §5, B §8; decisions §1. */

import { BACKUP } from "@satchel/core/model/limits.ts";
import type { BackupFileProblem, BackupProblem, BackupTotals } from "@satchel/core/ports/backup-archives.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import type { RestoreProblem, RestoreStep } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { StorageLabel } from "./storage-label.ts";

export const backupText = {
  title: "Backup and Restore",
  createTitle: "Create Backup",
  createSentence: "A zip with all your notes, folders and attachments, and pages that any browser opens without Satchel.",
  protect: "Protect it with a password",
  password: "Backup password",
  passwordHint: "Nobody can open the file without it, and nothing recovers it.",
  passwordMissing: "Password is required",
  inClear: "Without a password, anybody who has the file can read your notes. Sensitive notes stay locked either way.",
  create: "Create Backup",
  creating: "Creating backup…",
  checking: "Checking the backup…",
  again: "Create another",
  restoreTitle: "Restore from Backup",
  restoreSentence: "Adds what is missing here. Nothing that is here is changed or deleted.",
  choose: "Choose a .zip file",
  chosen: (name: string, megabytes: string) => `${name} (${megabytes} MB)`,
  restore: "Restore",
  open: "Open",
  sealed: "This backup is protected by a password.",
  wrongPassword: "This password does not open it. Please try again.",
  cancel: "Cancel",
  cancelled: "Nothing that was here before is changed by stopping. What was added stays, and restoring again adds the rest.",
  percent: (percent: number) => `${percent} %`,
  done: "Done",
  restoring: "Restoring a backup.",
  restored: "Restored",
  important: "Important Information",
  information: [
    "A backup holds your notes as they are now; later changes are not in it.",
    "Restoring merges: items that are already here are skipped, and deleted ones come back.",
    "Sensitive notes and their files stay sealed in the backup and open with their own password.",
    "Keep the file in a safe place, apart from this device.",
  ],
  missing: (count: number) =>
    count === 1
      ? "One attachment could not be loaded and is not in it."
      : `${count.toLocaleString()} attachments could not be loaded and are not in it.`,
} as const;

export const leftText = {
  sentence: "They are added with the password that their folder had when the backup was made.",
  under: "From then on the password of your own Sensitive folder opens both.",
  kept: "From then on the same password opens them here.",
  password: "Password of the backup’s Sensitive folder",
  own: "Password of your own Sensitive folder",
  leave: "Leave them out",
  add: "Add them",
  adding: "Adding…",
  failed: "The notes could not be added. Please try again.",
} as const;

export const exportText = {
  title: "Export as JSON",
  sentence:
    "One file with all your notes and folders, and a log of what was done with them, for other programs to read. Attachments are not in it, and Satchel does not restore from it: that is what a backup is for. Anybody who has the file can read it, except for sensitive notes, which stay sealed.",
  action: "Export as JSON",
  done: (fileName: string) => `Downloaded as "${fileName}"`,
} as const;

export function exportFailed(problem: StoreProblem): string {
  return `Export failed: ${problemText[problem.kind]}`;
}

export const deviceStorageText = {
  title: "Storage in this browser",
  promise: {
    kept: "This browser has promised to keep what Satchel stores here until you delete it.",
    "may-be-cleared": "This browser has not promised to keep what Satchel stores here, and may delete it when the disk is nearly full.",
    denied: "This browser does not let Satchel store anything. What you write is gone when the page closes.",
    unknown: "The browser is asked to keep what Satchel stores here when a note is made.",
  },
  ask: "Ask the browser to keep it",
  answer: {
    kept: "It has promised.",
    refused: "It said no. It says yes sooner to a page that is installed as an app, bookmarked, or visited often.",
    "cannot-be-asked": "This browser has no such promise to give.",
  },
  deletes: [
    "Clearing this site's data, or all browsing data, deletes it, promise or not.",
    "What is stored in a private window goes when the window closes.",
    "Some browsers delete what a page stored that was not visited for some weeks. Installing Satchel as an app prevents that in most.",
  ],
  meaning: {
    cloud: (storage: StorageLabel) =>
      `What has reached your ${storage} comes back the next time you sign in. What is marked as only on this device would be lost.`,
    local: () => "In local mode these are the only copies of your notes. A backup is the way to have another.",
  },
} as const;

export function backupDone(fileName: string, totals: BackupTotals): string {
  const sentence = `Backup created successfully! Downloaded as "${fileName}"`;
  return totals.missing.length === 0 ? sentence : `${sentence}. ${backupText.missing(totals.missing.length)}`;
}

export const restoreStepText = {
  validating: "Checking the file…",
  cleaning: "Cleaning up folders that stand twice…",
  adding: "Adding what is missing…",
  refreshing: "Refreshing…",
} as const satisfies Record<RestoreStep, string>;

export function backupFailed(problem: BackupProblem): string {
  return `Backup failed: ${problemText[problem.kind]}`;
}

export function cleaningFailed(problem: StoreProblem): string {
  return `Folder cleanup failed: ${problemText[problem.kind]}`;
}

export function restoreFailed(problem: RestoreProblem): string {
  if (problem.kind === "no-metadata") return "Restore failed: Invalid backup file: Missing metadata";
  if (problem.kind === "not-ours") return `Restore failed: Invalid backup file: Not a ${BACKUP.appName} backup`;
  return `Restore failed: ${problemText[problem.kind]}`;
}

const problemText = {
  "code-missing": "a part of Satchel could not be loaded. Check the connection, then try again.",
  "storage-denied": "this browser does not let Satchel store anything.",
  "storage-full": "there is no room left on this device. Free some space and try again.",
  "storage-broken": "what is stored on this device cannot be read.",
  "vault-locked": "your notes are locked. Open them and try again.",
  "other-library": "what is stored on this device belongs to another account.",
  "cannot-write": "the file could not be written.",
  "not-verified":
    "the file could not be read back after it was written, so it was not downloaded. Free some space on this device and try again.",
  "password-empty": "the password is missing.",
  "password-too-long": "the password is too long.",
  stopped: "it was stopped.",
  damaged: "the file is damaged.",
  "too-large": "the file unpacks to more than it says.",
  "no-zip": "Invalid backup file: this is no zip, or not all of it is there.",
  "no-metadata": "Invalid backup file: Missing metadata",
  "not-ours": `Invalid backup file: Not a ${BACKUP.appName} backup`,
  "other-version": "Invalid backup file: it was made by a later version of Satchel. Reload the page to get that version.",
  sealed: backupText.sealed,
  "wrong-password": backupText.wrongPassword,
} as const satisfies Record<BackupProblem["kind"] | BackupFileProblem["kind"] | RestoreProblem["kind"], string>;
