/** Sentences of the screen that shows the library as it was on a day. Decision 0036. */
import type { PastNote, PastState } from "@satchel/core/library/history/past-service-types.ts";
import { workspaceText } from "./workspace.ts";

const count = (value: number): string => value.toLocaleString("en-GB");

export const pastText = {
  title: "My library as it was",
  help: "See your notes as they were at the end of a day. Nothing changes until you restore notes, and a restore can be undone.",
  day: "Day",
  band: (day: string) => `Your library as it was on ${day}. Read-only.`,
  today: "Back to today",
  list: (day: string) => `Notes on ${day}`,
  none: "No notes yet on this day",
  noneSentence: "Choose a later day.",
  notRead: "This day wasn’t read to its end.",
  again: "Read again",
  noDay: "Choose a day up to today.",
  changedOnly: "Only notes that changed since",
  noneChanged: "No note has changed since this day.",
  select: (title: string) => `Select ${title}`,
  selectAll: "Select all that changed",
  restore: (value: number) => (value === 0 ? "Restore selected" : `Restore ${workspaceText.noteCount(value)}`),
  restoreOne: "Restore this note",
  restored: (value: number) => `${workspaceText.noteCount(value)} restored to that day.`,
  failed: (value: number) => `${workspaceText.noteCount(value)} couldn’t be restored. Nothing of them was changed.`,
  undo: "Undo",
  undone: (value: number) => `Undone for ${workspaceText.noteCount(value)}.`,
  open: "Open note",
  since: { same: "Unchanged since", changed: "Changed since", deleted: "Deleted since" } satisfies Record<PastNote["since"], string>,
  written: (when: string, since: string) => `Written ${when} · ${since}`,
  inFolder: (name: string) => `in ${name}`,
  locked: (value: number) =>
    value === 1
      ? "1 note isn’t shown: unlock the Sensitive folder to see it."
      : `${count(value)} notes aren’t shown: unlock the Sensitive folder to see them.`,
  unlock: "Unlock",
  notFetched: (value: number) =>
    value === 1
      ? "1 file in your drive hasn’t been read on this device yet, so a note may be missing."
      : `${count(value)} files in your drive haven’t been read on this device yet, so notes may be missing.`,
  working: { read: "Reading this day", restore: "Restoring notes", undo: "Undoing" } satisfies Record<
    NonNullable<PastState["work"]>["kind"],
    string
  >,
  progress: (done: number, of: number) => `${count(done)} of ${count(of)}`,
  choose: "Select a note to see its text on that day.",
  text: "Text on that day",
  back: "Back to the notes of that day",
  unreadable: "This text can’t be shown on this device now.",
  more: (value: number) => `Show ${count(value)} more`,
  inSettings: "See your library as it was on another day",
} as const;
