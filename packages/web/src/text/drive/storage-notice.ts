/** Notice that the browser has not promised to keep stored data. */
import type { StorageLabel } from "../storage-label.ts";

export const storageNoticeText = {
  account: (storage: StorageLabel) =>
    `This browser may delete your notes when disk space runs low. They're safe in your ${storage} once uploaded.`,
  local:
    "This browser may delete your notes when disk space runs low, and there's no other copy. Sign up, or keep a backup somewhere else.",
  backUp: "Back up",
} as const;
