/** Text of the screen that shows the library on an earlier day. Decision 0036. */
import type { PastNote, PastState, PastWork } from "@satchel/core/library/history/past-service-types.ts";
import { workspaceText } from "../workspace.ts";

const count = (value: number): string => value.toLocaleString("en-GB");

const textsOf = (notes: number): string =>
  notes === 1 ? "The text of 1 note on this day is" : `The texts of ${count(notes)} notes on this day are`;

export const pastText = {
  title: "Your library on another day",
  help: "See your notes as they were at the end of a day. Nothing changes until you restore notes, and a restore can be undone.",
  day: "Day",
  band: (day: string) => `Your library as it was on ${day}. Read-only.`,
  today: "Back to today",
  list: (day: string) => `Notes on ${day}`,
  none: "No notes yet on this day",
  noneSentence: "Choose a later day.",
  notRead: "This day couldn't be loaded completely.",
  again: "Try again",
  noDay: "Choose a day up to today.",
  changedOnly: "Only notes that changed since",
  noneChanged: "No note has changed since this day.",
  select: (title: string) => `Select ${title}`,
  selectAll: "Select all that changed",
  restore: (value: number) => (value === 0 ? "Restore selected" : `Restore ${workspaceText.noteCount(value)}`),
  restoreOne: "Restore this note",
  restored: (value: number) => `${workspaceText.noteCount(value)} restored to that day.`,
  failed: (value: number) => `${workspaceText.noteCount(value)} couldn't be restored. They weren't changed.`,
  undo: "Undo",
  undone: (value: number) => `Undone for ${workspaceText.noteCount(value)}.`,
  open: "Open note",
  since: { same: "Unchanged since", changed: "Changed since", deleted: "Deleted since" } satisfies Record<PastNote["since"], string>,
  written: (when: string, since: string) => `Written ${when} · ${since}`,
  inFolder: (name: string) => `in ${name}`,
  locked: (value: number) =>
    value === 1
      ? "1 note isn't shown: unlock the Sensitive folder to see it."
      : `${count(value)} notes aren't shown: unlock the Sensitive folder to see them.`,
  unlock: "Unlock",
  notFetched: (value: number) =>
    value === 1
      ? "1 file in your drive hasn't been read on this device yet, so a note may be missing."
      : `${count(value)} files in your drive haven't been read on this device yet, so notes may be missing.`,
  missing: {
    offline: (notes: number) => `You're offline. ${textsOf(notes)} in your drive and can be loaded once you're back online.`,
    incomplete: (notes: number) => `${textsOf(notes)} in your drive and couldn't be loaded.`,
    stopped: (notes: number) => `${textsOf(notes)} in your drive and not loaded yet.`,
  } satisfies Record<NonNullable<PastState["missing"]>, (notes: number) => string>,
  inDrive: "Text of this day is in your drive",
  inDriveSentence: "The text of this day is in your drive and hasn't been loaded on this device.",
  load: "Try again",
  working: {
    read: "Reading this day",
    fetch: "Loading texts from your drive",
    restore: "Restoring notes",
    undo: "Undoing",
  } satisfies Record<PastWork["kind"], string>,
  progress: (done: number, of: number) => `${count(done)} of ${count(of)}`,
  choose: "Select a note to see its text on that day.",
  text: "Text on that day",
  back: "Back to the notes of that day",
  unreadable: "This text can't be shown on this device now.",
  more: (value: number) => `Show ${count(value)} more`,
  inSettings: "Your library on another day",
} as const;
