/** Looking for broken files in the drive. Spec B §2 "Google Drive Maintenance", B §8 "Cleanup". */
import type { MaintenanceProblem } from "@satchel/core/maintenance/maintenance-service-types.ts";

const files = (count: number): string => `${count} ${count === 1 ? "File" : "Files"}`;

export const maintenanceText = {
  title: (drive: string) => `${drive} Maintenance`,
  sentence: "Finds files in your drive that are empty or were left behind broken, and moves them to its trash.",
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
  toTrash: "Files are moved to the trash of your drive, not deleted permanently.",
  which: "Which files",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count} bytes`),
  scanning: (seen: number) => `Scanning… ${seen} ${seen === 1 ? "file" : "files"}`,
  cleaningUp: "Moving files to the trash",
  bringingBack: "Bringing files back",
  confirmTitle: (count: number) => `Clean up ${files(count).toLowerCase()}?`,
  confirmMessage: (count: number) =>
    count === 1
      ? "It is moved to the trash of your drive, not deleted permanently. You can bring it back."
      : "They are moved to the trash of your drive, not deleted permanently. You can bring them back.",
  notConnected: "Connect your drive first.",
} as const;

/** What follows 'Cleanup failed: '. */
export const maintenanceProblemText = {
  cancelled: "it was cancelled",
  offline: "you are offline",
  "timed-out": "the drive did not answer in time",
  "answer-lost": "the drive's answer was lost",
  "access-expired": "access to the drive has expired",
  "scope-missing": "the drive's permission is missing",
  throttled: "the drive is busy. Please try again later.",
  "server-error": "the drive has a problem. Please try again later.",
  "storage-full": "the drive is full",
  "not-found": "a file was not found",
  "id-in-use": "the drive refused",
  "cursor-invalid": "the drive refused",
  "target-changed": "the drive is another one now",
  "not-connected": "not connected to cloud storage",
  rejected: "the drive refused",
} as const satisfies Record<MaintenanceProblem["kind"], string>;
