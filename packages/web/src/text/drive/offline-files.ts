/** Text for keeping all attachments on this device. Decision 0005. */
import type { OfflineFilesState, OfflineHold } from "@satchel/core/library/attachments/offline-files-service.ts";
import { ATTACHMENT, OFFLINE_FILES } from "@satchel/core/model/limits/limits.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import type { StorageLabel } from "../storage-label.ts";

/** Attachments and originals of images. */
const files = (count: number): string => (count === 1 ? "1 file" : `${count.toLocaleString("en-GB")} files`);

const holdText = (storage: StorageLabel) =>
  ({
    metered: "Paused on a metered network.",
    "no-space": `Paused. Satchel keeps ${formatBytes(OFFLINE_FILES.leftFreeBytes)} free for your notes, so there's no space for more attachments. Downloads resume when there is.`,
    "out-of-reach": `Paused because your ${storage} can't be reached. Downloads resume with the next sync.`,
  }) satisfies Record<OfflineHold, string>;

export const offlineFilesText = {
  title: "Attachments on this device",
  sentence: (storage: StorageLabel) => `Your ${storage} keeps all of them. The latest ${formatBytes(ATTACHMENT.cacheMaxBytes)} stay here.`,
  keep: "Keep all attachments offline",
  count({ all, here, hereBytes, isPartial }: OfflineFilesState): string {
    if (all === 0) return isPartial ? "Counting…" : "Your notes have no attachments or images.";
    const size = formatBytes(hereBytes);
    if (isPartial) return `${files(here)} stored here so far (${size})`;
    if (here < all) return `${here.toLocaleString("en-GB")} of ${files(all)} stored here (${size})`;
    return all === 1 ? `1 file stored here (${size})` : `All ${files(all)} stored here (${size})`;
  },
  /** Describes what is missing, why it is paused, what is unavailable, and the free space. */
  details({ isOn, isFetching, hold, missingBytes, notToBeHad, freeBytes }: OfflineFilesState, storage: StorageLabel): readonly string[] {
    const space = freeBytes === undefined ? "" : ` This browser has ${formatBytes(freeBytes)} of free space.`;
    return [
      ...(missingBytes > 0 ? [`The rest need about ${formatBytes(missingBytes)}.${space}`] : []),
      ...(isOn && isFetching ? ["Downloading while you work. Turn this off to stop."] : []),
      ...(isOn && hold !== undefined ? [holdText(storage)[hold]] : []),
      ...(isOn && notToBeHad > 0
        ? [`${files(notToBeHad)} unavailable: not uploaded by another device yet, or unreadable. Satchel will check again.`]
        : []),
    ];
  },
} as const;
