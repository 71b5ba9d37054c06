/** Text of backup and restore. Spec B §2 "Backup and Restore", B §5, B §8; decision 0001. */

import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { BackupFileProblem, BackupProblem, BackupTotals } from "@satchel/core/ports/transfer/backup-archives.ts";
import type { RestoreProblem, RestoreStep } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { StorageLabel } from "../storage-label.ts";

export const backupText = {
  noZip: "Invalid backup file: this isn't a zip file, or it's incomplete.",
  title: "Backup and Restore",
  createTitle: "Create Backup",
  createSentence: "All notes, folders, and attachments, with pages that any browser opens.",
  protect: "Protect it with a password",
  withHistory: "Include version history",
  historyCounting: "Counting versions…",
  historyUnknown: "How much that adds couldn't be counted.",
  historySize: (versions: number, chars: number) =>
    versions === 0
      ? "There are no earlier versions on this device."
      : `Adds ${versions === 1 ? "1 earlier version" : `${versions.toLocaleString("en-GB")} earlier versions`}, about ${formatBytes(chars)} before compression.`,
  password: "Backup password",
  passwordHint: "The file can't be opened without it, and it can't be recovered.",
  passwordMissing: "Password is required",
  inClear: "Without one, anyone can read all but sensitive notes.",
  create: "Create Backup",
  creating: "Creating backup…",
  checking: "Checking the backup…",
  again: "Create another",
  restoreTitle: "Restore from Backup",
  restoreSentence: "Adds what's missing and changes nothing else.",
  choose: "Choose a .zip file",
  chosen: (name: string, megabytes: string) => `${name} (${megabytes} MB)`,
  restore: "Restore",
  open: "Open",
  sealed: "This backup is password-protected.",
  wrongPassword: "That password didn't work. Please try again.",
  cancel: "Cancel",
  cancelled: "Stopping doesn't change anything that was here before. Items already added stay, and restoring again adds the rest.",
  percent: (percent: number) => `${percent}%`,
  done: "Done",
  restoring: "Restoring a backup…",
  restored: "Restored",
  important: "Important Information",
  information: [
    "A backup doesn't contain later changes.",
    "Deleted items come back.",
    "Sensitive notes need their own password.",
    "Keep the file away from this device.",
  ],
  missing: (count: number) =>
    count === 1
      ? "One attachment couldn't be loaded and isn't included."
      : `${count.toLocaleString()} attachments couldn't be loaded and aren't included.`,
} as const;

export const leftText = {
  sentence: "To add them, enter the password their folder had when the backup was made.",
  under: "After that, the password for your own Sensitive folder unlocks both.",
  kept: "After that, the same password unlocks them here.",
  password: "Password for the backup's Sensitive folder",
  own: "Password for your own Sensitive folder",
  leave: "Leave them out",
  add: "Add them",
  adding: "Adding…",
  failed: "The notes couldn't be added. Please try again.",
} as const;

export const exportText = {
  title: "Export as JSON",
  sentence:
    "Notes, folders, and a change log for other programs, without attachments. Satchel can't restore it. Anyone can read all but sensitive notes.",
  action: "Export as JSON",
  done: (fileName: string) => `Downloaded as "${fileName}"`,
} as const;

export function exportFailed(problem: StoreProblem): string {
  return `Export failed: ${problemText[problem.kind]}`;
}

export const deviceStorageText = {
  title: "Storage in this browser",
  promise: {
    kept: "Storage is persistent. This browser keeps your data until you delete it.",
    "may-be-cleared": "Storage isn't persistent. This browser may delete your data when the disk is nearly full.",
    denied: "This browser doesn't allow Satchel to store data. What you write is lost when you close the page.",
    unknown: "Satchel requests persistent storage when you create a note.",
  },
  ask: "Request persistent storage",
  answer: {
    kept: "Storage is now persistent.",
    refused: "The browser declined. It's more likely to agree if Satchel is installed as an app, bookmarked, or visited often.",
    "cannot-be-asked": "This browser doesn't support persistent storage.",
  },
  deletes: [
    "Clearing this site's data deletes it.",
    "Closing a private window deletes it.",
    "Some browsers delete it after weeks without a visit.",
  ],
  meaning: {
    cloud: (storage: StorageLabel) => `Notes marked “On this device” would be lost; the others are in your ${storage}.`,
    local: () => "These are the only copies of your notes. Create a backup.",
  },
} as const;

export function backupDone(fileName: string, totals: BackupTotals): string {
  const sentence = `Backup created successfully! Downloaded as "${fileName}"`;
  return totals.missing.length === 0 ? sentence : `${sentence}. ${backupText.missing(totals.missing.length)}`;
}

export const restoreStepText = {
  validating: "Checking the file…",
  cleaning: "Cleaning up duplicate folders…",
  adding: "Adding missing items…",
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
  "code-missing": "a part of Satchel couldn't be loaded. Check your connection and try again.",
  "storage-denied": "this browser doesn't allow Satchel to store data.",
  "storage-full": "there's no space left on this device. Free up some space and try again.",
  "storage-broken": "the data stored on this device can't be read.",
  "vault-locked": "your notes are locked. Unlock them and try again.",
  "other-library": "the data stored on this device belongs to another account.",
  "cannot-write": "the file couldn't be written.",
  "not-verified":
    "the file couldn't be verified after it was written, so it wasn't downloaded. Free up some space on this device and try again.",
  "password-empty": "the password is missing.",
  "password-too-long": "the password is too long.",
  stopped: "it was canceled.",
  damaged: "the file is damaged.",
  "too-large": "the file unpacks to more data than it declares.",
  "no-zip": backupText.noZip,
  "no-metadata": "Invalid backup file: Missing metadata",
  "not-ours": `Invalid backup file: Not a ${BACKUP.appName} backup`,
  "other-version": "Invalid backup file: it was created by a newer version of Satchel. Reload the page to update.",
  sealed: backupText.sealed,
  "wrong-password": backupText.wrongPassword,
} as const satisfies Record<BackupProblem["kind"] | BackupFileProblem["kind"] | RestoreProblem["kind"], string>;
