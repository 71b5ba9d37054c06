/** What on this device, or in the drive, could not be read. */
import type { UnreadableRow } from "@satchel/core/ports/unreadable-rows.ts";
import type { StorageLabel } from "./storage-label.ts";

const items = (count: number): string => (count === 1 ? "1 item" : `${count.toLocaleString("en-GB")} items`);

export const unreadableRowsText = {
  files: (count: number, place: StorageLabel) =>
    count === 1
      ? `One file in your ${place} cannot be opened. It is left as it is.`
      : `${count.toLocaleString("en-GB")} files in your ${place} cannot be opened. They are left as they are.`,
  found: (count: number) => `${items(count)} on this device could not be read.`,
  notListed: (count: number) => `${count === 1 ? "It is" : "They are"} kept, but not among your notes.`,
  review: "Review…",
  title: "Could not be read",
  sentence:
    "The data stored for these items in this browser is damaged. Download what is left of an item before you remove it. What you keep stays as it is.",
  listFailed: "The list could not be loaded. Reload the page and try again.",
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
  confirmMessage: "What is left of it is deleted from this browser. This can't be undone.",
  confirm: "Remove",
  keep: "Keep",
  downloaded: (file: string) => `${file} downloaded.`,
  removed: (name: string) => `“${name}” removed.`,
  /** It became whole, or is gone: the list shows what is. */
  changed: (name: string) => `“${name}” has changed. Nothing was removed.`,
  failed: "That did not work. Reload the page and try again.",
} as const;
