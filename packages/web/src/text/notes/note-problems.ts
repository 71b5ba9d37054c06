/** Reasons why a note could not be opened, kept or moved, for its page, dialogs and toasts. Spec A §4. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteAction } from "@satchel/core/workspace/notifications/messages.ts";

export const noteProblemText = {
  "storage-denied": "This browser doesn't allow Satchel to store data on this device. Copy your text before you leave this page.",
  "storage-full": "This device's disk is full. Your text is still here. Free up some space, then save again.",
  "storage-broken": undefined,
  "code-missing": "A part of Satchel couldn't be loaded. Your text is still here. Check your connection and save again.",
  "other-library": "The notes on this device belong to another account.",
  "not-found": "Note not found",
  "changed-elsewhere": "This note was changed elsewhere. Save again to merge both versions.",
  "title-missing": "Note title is required",
  "title-too-long": "Title must be less than 255 characters",
  "content-too-long": "Content exceeds limit and cannot be saved",
  "nothing-to-save": "Please provide either a title or content for your note.",
  "vault-locked": "Your notes are locked. Unlock them to continue.",
  "sensitive-locked": "Please authenticate to view sensitive content",
  "sensitive-damaged": "Failed to decrypt content",
  "files-out-of-reach": "The note wasn't moved because its files couldn't be downloaded. Check your connection and try again.",
} as const satisfies Record<NoteProblem["kind"], string | undefined>;

const FAILED: Readonly<Record<NoteAction, { readonly cloud: string; readonly local: string }>> = {
  create: { cloud: "Failed to create note. Please try again.", local: "Failed to create note locally. Please try again." },
  duplicate: { cloud: "Failed to create note", local: "Failed to create note" },
  save: { cloud: "Failed to update note. Please try again.", local: "Failed to update note locally. Please try again." },
  autosave: { cloud: "Failed to save note", local: "Failed to save note" },
  delete: { cloud: "Failed to delete note. Please try again.", local: "Failed to delete note" },
  restore: { cloud: "Failed to restore note. Please try again.", local: "Failed to restore note. Please try again." },
  load: { cloud: "Failed to load note", local: "Failed to load note" },
  move: { cloud: "Failed to move note. Please try again.", local: "Failed to update note" },
};

/** Actions with unsaved text in an editor. */
const WRITING: readonly NoteAction[] = ["create", "save", "autosave"];

export const diskFull = "This device's disk is full. Nothing was changed. Free up some space, then try again.";

type FailedAction = {
  readonly action: NoteAction;
  readonly problem: NoteProblem;
  readonly isLocal?: boolean;
  readonly isSensitive?: boolean;
};

/** Returns a specific sentence if the user can fix the problem, otherwise which action failed. */
export function noteProblemSentence({ action, problem, isLocal, isSensitive }: FailedAction): string {
  if ((action === "create" || action === "duplicate") && problem.kind === "sensitive-locked")
    return "Password required for sensitive folder operations";
  if (problem.kind === "storage-full" && !WRITING.includes(action)) return diskFull;
  const failed =
    isSensitive && action === "create" ? "Failed to create encrypted note. Please try again." : FAILED[action][isLocal ? "local" : "cloud"];
  return noteProblemText[problem.kind] ?? failed;
}
