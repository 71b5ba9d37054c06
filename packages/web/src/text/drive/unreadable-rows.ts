/** Text about unreadable data on this device or in the drive. */
import type { UnreadableRow } from "@satchel/core/ports/device/unreadable-rows.ts";
import type { StorageLabel } from "../storage-label.ts";

const items = (count: number): string => (count === 1 ? "1 item" : `${count.toLocaleString("en-GB")} items`);

export const unreadableRowsText = {
  files: (count: number, storage: StorageLabel) =>
    count === 1
      ? `One file in your ${storage} can't be opened. It was left unchanged.`
      : `${count.toLocaleString("en-GB")} files in your ${storage} can't be opened. They were left unchanged.`,
  found: (count: number) => `${items(count)} on this device couldn't be read.`,
  notListed: (count: number) => `${count === 1 ? "It's" : "They're"} kept, but not listed with your notes.`,
  review: "Review…",
  title: "Unreadable items",
  sentence:
    "The data stored for these items in this browser is damaged. Before you remove an item, download what's left of it. Items you keep aren't changed.",
  listFailed: "The list couldn't be loaded. Reload the page and try again.",
  kinds: {
    note: "Note",
    folder: "Folder",
    draft: "Unsaved text",
    attachment: "Attachment",
    conflict: "Conflict record",
  } satisfies Record<UnreadableRow["kind"], string>,
  problem: ({ kind, problem }: Pick<UnreadableRow, "kind" | "problem">) => {
    if (problem === "damaged") return "Its data is damaged.";
    return kind === "attachment" ? "Its file is missing or damaged." : "Its text is missing or damaged.";
  },
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  remove: "Remove…",
  removeOf: (name: string) => `Remove ${name}`,
  fileName: (kind: UnreadableRow["kind"]) => `satchel-unreadable-${kind}.json`,
  confirmTitle: (name: string) => `Remove “${name}”?`,
  confirmMessage: "Everything left of it is deleted from this browser. This can't be undone.",
  confirm: "Remove",
  keep: "Keep",
  downloaded: (file: string) => `${file} downloaded.`,
  removed: (name: string) => `“${name}” removed.`,
  /** The row became readable or is gone; the list is up to date. */
  changed: (name: string) => `“${name}” has changed. Nothing was removed.`,
  failed: "Something went wrong. Reload the page and try again.",
} as const;
