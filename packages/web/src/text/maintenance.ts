/** Looking for broken and duplicate files in the drive. Spec B §2 "Google Drive Maintenance", B §8 "Cleanup". */
import { formatBytes } from "@satchel/core/model/format/bytes.ts";
import type { MaintenanceProblem } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { Place } from "./place.ts";

const duplicates = (count: number): string => `${count} ${count === 1 ? "Duplicate" : "Duplicates"}`;
const files = (count: number): string => `${count} ${count === 1 ? "File" : "Files"}`;

export const maintenanceText = {
  title: (place: Place, drive: string) => `${place === "storage" ? "Storage" : drive} Maintenance`,
  sentence: (place: Place) =>
    `Finds files in your ${place} that are empty or broken, and duplicates of attachments, and moves them to its trash.`,
  clearCaches: "Clear all caches…",
  clearCachesHint: (place: Place) =>
    `Signs you out and empties what Satchel keeps in this browser, in case something is stuck. Nothing in your ${place} changes.`,
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
  toTrash: (place: Place) => `Files are moved to the trash of your ${place}, not deleted permanently.`,
  which: "Which files",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count} bytes`),
  scanning: (seen: number) => `Scanning… ${seen} ${seen === 1 ? "file" : "files"}`,
  cleaningUp: "Moving files to the trash",
  bringingBack: "Bringing files back",
  confirmTitle: (count: number) => `Clean up ${files(count).toLowerCase()}?`,
  confirmMessage: (count: number, place: Place) =>
    count === 1
      ? `It is moved to the trash of your ${place}, not deleted permanently. You can bring it back.`
      : `They are moved to the trash of your ${place}, not deleted permanently. You can bring them back.`,
  duplicates: (count: number, bytes: number) =>
    count === 1
      ? `One attachment file is a duplicate or a damaged copy (${formatBytes(bytes)}). A readable copy stays.`
      : `${count} attachment files are duplicates or damaged copies (${formatBytes(bytes)}). A readable copy of each attachment stays.`,
  moveDuplicates: (count: number) => `Move ${duplicates(count)} to Trash`,
  confirmDuplicatesTitle: (count: number) => `Move ${duplicates(count).toLowerCase()} to the trash?`,
  confirmDuplicatesMessage: (count: number, place: Place) =>
    count === 1
      ? `A readable copy of the attachment stays in your ${place}. You can bring the duplicate back.`
      : `A readable copy of each attachment stays in your ${place}. You can bring the duplicates back.`,
  movedDuplicates: (count: number, place: Place) =>
    count === 0
      ? `Nothing was moved, because the files in your ${place} have changed. Scan again.`
      : `Moved ${duplicates(count).toLowerCase()} to the trash of your ${place}.`,
  notConnected: (place: Place) => (place === "drive" ? "Connect your drive first." : "Your storage cannot be reached just now."),
} as const;

/** What follows 'Cleanup failed: '. */
export const maintenanceProblemText = (place: Place) =>
  ({
    cancelled: "it was cancelled",
    offline: "you are offline",
    "timed-out": `the ${place} did not answer in time`,
    "answer-lost": `the ${place}'s answer was lost`,
    "access-expired": `access to the ${place} has expired`,
    "scope-missing": `the ${place}'s permission is missing`,
    throttled: `the ${place} is busy. Please try again later.`,
    "server-error": `the ${place} has a problem. Please try again later.`,
    "storage-full": `the ${place} is full`,
    "not-found": "a file was not found",
    "id-in-use": `the ${place} refused`,
    "cursor-invalid": `the ${place} refused`,
    "target-changed": `the ${place} is another one now`,
    "not-connected": "not connected to cloud storage",
    rejected: `the ${place} refused`,
  }) satisfies Record<MaintenanceProblem["kind"], string>;
