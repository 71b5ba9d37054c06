/** That the browser has not promised to keep what is stored. */
import type { StorageLabel } from "./storage-label.ts";

export const storageNoticeText = {
  account: (place: StorageLabel) => `This browser may clear your notes when space runs low. They are safe in your ${place} once uploaded.`,
  local:
    "This browser may clear your notes when space runs low, and there is no copy elsewhere. Sign up, or keep a backup on another disk.",
  backUp: "Back up",
} as const;
