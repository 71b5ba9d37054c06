/** Words of the pages in a backup that any browser opens. They are known before someone asks for a backup; its sentences come with its panel. */
import type { ReadableLabels } from "@satchel/core/model/backup/readable.ts";

export const backupPageText: ReadableLabels = {
  heading: "Your Satchel notes",
  untitled: "Untitled Note",
  noFolder: "All Notes",
  lastModified: "last modified",
  backToIndex: "All notes",
};
