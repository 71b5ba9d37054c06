/** What the list, its notices and a note's page say of syncing; the dialogs behind them have sync.ts. Spec B §4, sync.md §7.3. */

import type { StorageLabel } from "./storage-label.ts";
import { workspaceText } from "./workspace.ts";

export const syncNoticesText = {
  conflicts: "Edited in two places",
  conflictsOpen: (value: number) =>
    value === 1
      ? "One note was edited in two places. Both texts are safe."
      : `${workspaceText.noteCount(value)} were edited in two places. All texts are safe.`,
  look: "Compare…",
  later: "Later",
  removal: (value: number, storage: StorageLabel) =>
    `${workspaceText.noteCount(value)} went to the trash in your ${storage} itself. Sync has stopped until you say what is meant.`,
  removalChoose: "Choose…",
  changedElsewhere: "Updated on another device. Saving merges both versions.",
  mergeNow: "Merge now",
} as const;
