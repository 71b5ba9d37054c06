/** Text about syncing in the list, its notices and a note's page; for the dialogs see sync.ts. Spec B §4, sync.md §7.3. */

import type { StorageLabel } from "../storage-label.ts";
import { workspaceText } from "../workspace.ts";

export const syncNoticesText = {
  conflicts: "Edited in two places",
  conflictsOpen: (value: number) =>
    value === 1
      ? "One note was edited in two places. Both versions are safe."
      : `${workspaceText.noteCount(value)} were edited in two places. All versions are safe.`,
  look: "Compare…",
  later: "Later",
  removal: (value: number, storage: StorageLabel) =>
    `${workspaceText.noteCount(value)} ${value === 1 ? "was" : "were"} moved to the trash in your ${storage}. Sync is paused until you decide what to do.`,
  removalChoose: "Choose…",
  changedElsewhere: "Updated on another device. Saving merges both versions.",
  mergeNow: "Merge now",
} as const;
