/** Confirmations about notes: deleting them, and leaving unsaved text. Spec A §5. */
import type { KeptDays } from "@satchel/core/model/entities/parsing/trash-choice.ts";

export const questionsText = {
  deleteTitle: "Delete note",
  deleteMessage: (title: string) => `Are you sure you want to delete "${title || "this note"}"? This action cannot be undone.`,
  deleteManyTitle: (count: number) => `Delete ${count.toLocaleString("en-GB")} notes`,
  deleteManyMessage: (count: number) =>
    `Are you sure you want to delete ${count.toLocaleString("en-GB")} notes? This action cannot be undone.`,
  /** Follows the specification's sentence: how long the trash keeps what is deleted now. */
  restorable: (count: number, days: KeptDays) =>
    `You can restore ${count === 1 ? "it" : "them"} from the trash ${days === null ? `until you delete ${count === 1 ? "it" : "them"} there` : `for ${days} days`}.`,
  unsavedTitle: "Unsaved changes",
  unsavedMessage: "You have unsaved changes. Are you sure you want to leave? Your changes will be lost.",
  unsavedBecause: (why: string) => `${why} You have unsaved changes. Are you sure you want to leave? Your changes will be lost.`,
  keepEditing: "Keep editing",
  discard: "Discard changes",
  saveAndLeave: "Save",
} as const;
