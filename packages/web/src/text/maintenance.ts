/** Looking for broken and duplicate files in the drive. Spec B §2 "Google Drive Maintenance", B §8 "Cleanup". */
import { formatBytes } from "@satchel/core/model/format/bytes.ts";
import type { MaintenanceProblem } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { StorageLabel } from "./storage-label.ts";

const duplicates = (count: number): string => `${count} ${count === 1 ? "Duplicate" : "Duplicates"}`;
const files = (count: number): string => `${count} ${count === 1 ? "File" : "Files"}`;

export const maintenanceText = {
  title: (storage: StorageLabel, drive: string) => `${storage === "storage" ? "Storage" : drive} Maintenance`,
  sentence: (storage: StorageLabel) =>
    `Finds files in your ${storage} that are empty or broken, and duplicates of attachments, and moves them to its trash.`,
  clearCaches: "Clear all caches…",
  clearCachesHint: (storage: StorageLabel) =>
    `Signs you out and empties what Satchel keeps in this browser, in case something is stuck. Nothing in your ${storage} changes.`,
  scan: "Scan Files",
  cleanUp: (count: number) => `Clean Up ${files(count)}`,
  bringBack: (count: number) => `Bring Back ${files(count)}`,
  cancel: "Cancel",
  totalFiles: "Total Files",
  suspiciousFiles: "Suspicious Files",
  deletedNoteFiles: "Deleted Note Files",
  emptyFiles: "Empty Files",
  trashedFiles: "In the Trash",
  warning: (count: number) =>
    count === 1
      ? "A file looks broken. It holds no note that Satchel can open."
      : `${count} files look broken. They hold no notes that Satchel can open.`,
  needed: (count: number) =>
    count === 1
      ? "One file has an odd name, but Satchel needs it. It stays."
      : `${count} files have odd names, but Satchel needs them. They stay.`,
  toTrash: (storage: StorageLabel) => `Files are moved to the trash of your ${storage}, not deleted permanently.`,
  which: "Which files",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count} bytes`),
  scanning: (seen: number) => `Scanning… ${seen} ${seen === 1 ? "file" : "files"}`,
  cleaningUp: "Moving files to the trash",
  bringingBack: "Bringing files back",
  confirmTitle: (count: number) => `Clean up ${files(count).toLowerCase()}?`,
  confirmMessage: (count: number, storage: StorageLabel) =>
    count === 1
      ? `It is moved to the trash of your ${storage}, not deleted permanently. You can bring it back.`
      : `They are moved to the trash of your ${storage}, not deleted permanently. You can bring them back.`,
  duplicates: (count: number, bytes: number) =>
    count === 1
      ? `One attachment file is a duplicate or a damaged copy (${formatBytes(bytes)}). A readable copy stays.`
      : `${count} attachment files are duplicates or damaged copies (${formatBytes(bytes)}). A readable copy of each attachment stays.`,
  moveDuplicates: (count: number) => `Move ${duplicates(count)} to Trash`,
  confirmDuplicatesTitle: (count: number) => `Move ${duplicates(count).toLowerCase()} to the trash?`,
  confirmDuplicatesMessage: (count: number, storage: StorageLabel) =>
    count === 1
      ? `A readable copy of the attachment stays in your ${storage}. You can bring the duplicate back.`
      : `A readable copy of each attachment stays in your ${storage}. You can bring the duplicates back.`,
  movedDuplicates: (count: number, storage: StorageLabel) =>
    count === 0
      ? `Nothing was moved, because the files in your ${storage} have changed. Scan again.`
      : `Moved ${duplicates(count).toLowerCase()} to the trash of your ${storage}.`,
  notConnected: (storage: StorageLabel) => (storage === "drive" ? "Connect your drive first." : "Your storage cannot be reached just now."),
} as const;

/** What follows 'Cleanup failed: '. */
export const maintenanceProblemText = (storage: StorageLabel) =>
  ({
    cancelled: "it was cancelled",
    offline: "you are offline",
    "timed-out": `the ${storage} did not answer in time`,
    "answer-lost": `the ${storage}'s answer was lost`,
    "access-expired": `access to the ${storage} has expired`,
    "scope-missing": `the ${storage}'s permission is missing`,
    throttled: `the ${storage} is busy. Please try again later.`,
    "server-error": `the ${storage} has a problem. Please try again later.`,
    "storage-full": `the ${storage} is full`,
    "not-found": "a file was not found",
    "id-in-use": `the ${storage} refused`,
    "cursor-invalid": `the ${storage} refused`,
    "target-changed": `the ${storage} is another one now`,
    "not-connected": "not connected to cloud storage",
    rejected: `the ${storage} refused`,
  }) satisfies Record<MaintenanceProblem["kind"], string>;
