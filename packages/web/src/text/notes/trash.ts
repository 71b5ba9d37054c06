/** Text of the trash. Confirmations before deleting are in questions.ts, as the spec has them. Decision 0025. */
import type { PreviewProblem } from "@satchel/core/library/trash/trash-service-types.ts";
import type { KeptDays } from "@satchel/core/model/entities/parsing/trash-choice.ts";
import { workspaceText } from "../workspace.ts";

const count = (value: number): string => value.toLocaleString("en-GB");

export const trashText = {
  title: "Trash",
  /** Explanation above the list. */
  help: "Restore deleted notes, or delete them forever. After the time you choose here, they're deleted automatically. Changes here apply to all your devices.",
  helpLocal: "Restore deleted notes, or delete them forever. After the time you choose here, they're deleted automatically.",
  empty: "The trash is empty",
  emptySentence: "Notes you delete will be kept here for a while.",
  noneFound: "No deleted notes match.",
  find: "Search the trash",
  kept: "Keep deleted notes",
  keptHint: "Applies to all your devices.",
  keptDays: (days: KeptDays) => (days === null ? "Until I delete them" : `${days} days`),
  list: "Deleted notes",
  select: (title: string) => `Select ${title}`,
  selectAll: "Select all",
  sensitive: "Sensitive note",
  sensitiveLocked: "Unlock the Sensitive folder to see this note. You can restore it without unlocking.",
  deleted: (when: string, device: string | undefined) => (device === undefined ? `Deleted ${when}` : `Deleted ${when} on ${device}`),
  thisDevice: "this device",
  inFolder: (name: string) => `in ${name}`,
  restore: "Restore",
  restoreMany: (value: number) => `Restore ${workspaceText.noteCount(value)}`,
  purge: "Delete forever",
  purgeMany: (value: number) => `Delete ${workspaceText.noteCount(value)} forever`,
  emptyTrash: "Empty trash",
  purgeTitle: (value: number) => (value === 1 ? "Delete this note forever?" : `Delete ${workspaceText.noteCount(value)} forever?`),
  purgeMessage: (value: number) =>
    value === 1
      ? "Its text is deleted on all your devices and can't be restored."
      : "Their text is deleted on all your devices and can't be restored.",
  restored: (value: number) => (value === 1 ? "Note restored." : `${workspaceText.noteCount(value)} restored.`),
  purged: (value: number) => (value === 1 ? "Note deleted forever." : `${workspaceText.noteCount(value)} deleted forever.`),
  working: { restore: "Restoring notes", purge: "Deleting notes" },
  workDone: (done: number, of: number) => `${count(done)} of ${count(of)}`,
  more: (value: number) => `Show ${count(value)} more`,
  back: "Back to the trash",
  backToNotes: "Back to notes",
  open: "Open note",
  unlock: "Unlock",
  choose: "Select a note to see its text.",
  failed: "Something went wrong. Nothing was lost. Try again.",
  preview: "Text of the deleted note",
} as const;

export const previewProblemText = {
  "not-found": "This note is no longer in the trash.",
  "sensitive-locked": trashText.sensitiveLocked,
  "storage-denied": "This browser doesn't allow Satchel to read this note.",
  "storage-full": "This note can't be read on this device.",
  "storage-broken": "This note can't be read on this device.",
  "other-library": "The notes on this device belong to another account.",
} as const satisfies Record<PreviewProblem["kind"], string>;
