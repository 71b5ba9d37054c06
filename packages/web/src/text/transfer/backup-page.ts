/** Text of the readable pages in a backup. Separate from backup.ts, which loads with the panel. */
import type { ReadableLabels } from "@satchel/core/model/backup/readable.ts";

export const backupPageText: ReadableLabels = {
  heading: "Your Satchel notes",
  untitled: "Untitled Note",
  noFolder: "All Notes",
  lastModified: "last modified",
  backToIndex: "All notes",
};
