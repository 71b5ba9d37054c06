/** Sentences of keeping all attachments on this device. Issue 10. */
import type { OfflineFilesState, OfflineHold } from "@satchel/core/library/attachments/offline-files-service.ts";
import { formatBytes } from "@satchel/core/model/format/bytes.ts";
import { ATTACHMENT, OFFLINE_FILES } from "@satchel/core/model/limits.ts";
import type { StorageLabel } from "./storage-label.ts";

const files = (count: number): string => (count === 1 ? "1 attachment" : `${count.toLocaleString("en-GB")} attachments`);

const holdText = (storage: StorageLabel) =>
  ({
    metered: "It waits for a network that is not metered.",
    "no-room": `It has paused: ${formatBytes(OFFLINE_FILES.leftFreeBytes)} stay free for your notes, and there is not more. It goes on when there is room.`,
    "out-of-reach": `It has paused: your ${storage} cannot be reached. It goes on with the next sync.`,
  }) satisfies Record<OfflineHold, string>;

export const offlineFilesText = {
  title: "Attachments on this device",
  sentence: (storage: StorageLabel) =>
    `Attachments are downloaded when you open them. Those you used last stay on this device, up to ${formatBytes(ATTACHMENT.cacheMaxBytes)}. Your ${storage} keeps all of them.`,
  keep: "Keep all attachments offline",
  count({ all, here, hereBytes }: OfflineFilesState): string {
    if (all === 0) return "Your notes have no attachments.";
    if (here === all)
      return all === 1
        ? `It is on this device (${formatBytes(hereBytes)}).`
        : `All ${files(all)} are on this device (${formatBytes(hereBytes)}).`;
    return `${here.toLocaleString("en-GB")} of ${files(all)} ${here === 1 ? "is" : "are"} on this device (${formatBytes(hereBytes)}).`;
  },
  /** What is to come, what it waits for, what cannot come, and how much room there is. */
  details({ isOn, isFetching, hold, missingBytes, notToBeHad, freeBytes }: OfflineFilesState, storage: StorageLabel): readonly string[] {
    const space = freeBytes === undefined ? "" : ` This browser has room for ${formatBytes(freeBytes)}.`;
    return [
      ...(missingBytes > 0 ? [`The others take about ${formatBytes(missingBytes)}.${space}`] : []),
      ...(isOn && isFetching ? ["They are fetched while you work. Turn it off to stop."] : []),
      ...(isOn && hold !== undefined ? [holdText(storage)[hold]] : []),
      ...(isOn && notToBeHad > 0
        ? [
            `${files(notToBeHad)} cannot be had: not sent by another device yet, or not readable. ${notToBeHad === 1 ? "It is" : "They are"} looked for again.`,
          ]
        : []),
    ];
  },
} as const;
