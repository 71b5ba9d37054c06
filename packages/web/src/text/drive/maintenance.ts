/** Text for finding broken and duplicate files in the drive. Spec B §2 "Google Drive Maintenance", B §8 "Cleanup". */
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import type { MaintenanceProblem } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { StorageLabel } from "../storage-label.ts";

const duplicates = (count: number): string => `${count} ${count === 1 ? "Duplicate" : "Duplicates"}`;
const files = (count: number): string => `${count} ${count === 1 ? "File" : "Files"}`;

export const maintenanceText = {
  title: (storage: StorageLabel, drive: string) => `${storage === "storage" ? "Storage" : drive} Maintenance`,
  sentence: (storage: StorageLabel) => `Moves empty, broken, and duplicate files to your ${storage}'s trash.`,
  clearCaches: "Clear all caches…",
  clearCachesHint: (storage: StorageLabel) => `Signs you out. Nothing in your ${storage} changes.`,
  scan: "Scan Files",
  cleanUp: (count: number) => `Clean Up ${files(count)}`,
  bringBack: (count: number) => `Restore ${files(count)}`,
  cancel: "Cancel",
  totalFiles: "Total Files",
  suspiciousFiles: "Suspicious Files",
  deletedNoteFiles: "Deleted Note Files",
  emptyFiles: "Empty Files",
  trashedFiles: "In the Trash",
  warning: (count: number) =>
    count === 1
      ? "One file looks broken. It doesn't contain a note that Satchel can open."
      : `${count} files look broken. They don't contain notes that Satchel can open.`,
  needed: (count: number) =>
    count === 1
      ? "One file has an unusual name, but Satchel needs it, so it stays."
      : `${count} files have unusual names, but Satchel needs them, so they stay.`,
  toTrash: (storage: StorageLabel) => `Files are moved to the trash of your ${storage}, not deleted permanently.`,
  which: "Which files",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count} bytes`),
  scanning: (seen: number) => `Scanning… ${seen} ${seen === 1 ? "file" : "files"}`,
  cleaningUp: "Moving files to the trash",
  bringingBack: "Restoring files",
  confirmTitle: (count: number) => `Clean up ${files(count).toLowerCase()}?`,
  confirmMessage: (count: number, storage: StorageLabel) =>
    count === 1
      ? `It's moved to the trash of your ${storage}, not deleted permanently. You can restore it.`
      : `They're moved to the trash of your ${storage}, not deleted permanently. You can restore them.`,
  duplicates: (count: number, bytes: number) =>
    count === 1
      ? `One attachment file is a duplicate or a damaged copy (${formatBytes(bytes)}). A readable copy stays.`
      : `${count} attachment files are duplicates or damaged copies (${formatBytes(bytes)}). A readable copy of each attachment stays.`,
  moveDuplicates: (count: number) => `Move ${duplicates(count)} to Trash`,
  confirmDuplicatesTitle: (count: number) => `Move ${duplicates(count).toLowerCase()} to the trash?`,
  confirmDuplicatesMessage: (count: number, storage: StorageLabel) =>
    count === 1
      ? `A readable copy of the attachment stays in your ${storage}. You can restore the duplicate.`
      : `A readable copy of each attachment stays in your ${storage}. You can restore the duplicates.`,
  movedDuplicates: (count: number, storage: StorageLabel) =>
    count === 0
      ? `Nothing was moved because the files in your ${storage} have changed. Scan again.`
      : `Moved ${duplicates(count).toLowerCase()} to the trash of your ${storage}.`,
  notConnected: (storage: StorageLabel) => (storage === "drive" ? "Connect your drive first." : "Your storage is unavailable right now."),
} as const;

/** Reasons that follow 'Cleanup failed: '. */
export const maintenanceProblemText = (storage: StorageLabel) =>
  ({
    cancelled: "it was canceled",
    offline: "you're offline",
    "timed-out": `the ${storage} didn't respond in time`,
    "answer-lost": `the connection to the ${storage} was interrupted`,
    "access-expired": `access to the ${storage} has expired`,
    "scope-missing": `permission for the ${storage} is missing`,
    "api-disabled": "this server isn't set up for Google Drive",
    "policy-refused": "your organization doesn't allow it",
    throttled: `the ${storage} is busy. Please try again later.`,
    "server-error": `the ${storage} has a problem. Please try again later.`,
    "storage-full": `the ${storage} is full`,
    "not-found": "a file was not found",
    "id-in-use": `the ${storage} rejected the request`,
    "cursor-invalid": `the ${storage} rejected the request`,
    "target-changed": `the ${storage} has changed`,
    "not-connected": "not connected to cloud storage",
    rejected: `the ${storage} rejected the request`,
    "unusable-response": `the ${storage} sent a response that Satchel can't use`,
  }) satisfies Record<MaintenanceProblem["kind"], string>;

const filesInDrive = (count: number): string => (count === 1 ? "1 file" : `${count.toLocaleString("en-GB")} files`);
const notes = (count: number): string => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`);

/** Text about files in the drive that Satchel did not write. Decision 0017. */
export const unsealedFilesText = {
  found: (count: number, storage: StorageLabel) =>
    count === 1
      ? `1 file in your ${storage} wasn't written by Satchel.`
      : `${filesInDrive(count)} in your ${storage} weren't written by Satchel.`,
  notTaken: (count: number) => `${count === 1 ? "It isn't" : "They aren't"} part of your notes.`,
  review: "Review…",
  title: "Files not written by Satchel",
  sentence: (storage: StorageLabel) =>
    `They aren't encrypted, so anyone with access to your ${storage} could have written them. Satchel doesn't add them to your notes unless you import them.`,
  which: "Which files",
  file: (id: string) => `${id}.json`,
  folder: "folder, can't be imported",
  import: "Import as new notes…",
  confirmTitle: (count: number) => `Import ${notes(count)}?`,
  confirmMessage: (folder: string, storage: StorageLabel) =>
    `They become new, encrypted notes in the folder “${folder}”, marked as imported. Your own notes don't change, and the files in your ${storage} stay as they are. Import only what you recognize.`,
  confirm: "Import",
  done: (count: number) => `${notes(count)} imported.`,
  left: (count: number) => (count === 0 ? "" : ` ${filesInDrive(count)} couldn't be imported.`),
  failed: "Import failed. Check your connection and try again.",
} as const;
