/** Text of a note's version history. Decision 0027. */
import type { HistoryProblem } from "@satchel/core/library/history/history-service-types.ts";

const words = (value: number): string => (value === 1 ? "1 word" : `${value.toLocaleString("en-GB")} words`);

export const historyText = {
  title: "Version history",
  open: "Version history",
  help: "Every change you make is kept. Restoring a version keeps the one it replaces, so you can always go back.",
  current: "Current version",
  merged: "Merged from several devices",
  thisDevice: "This device",
  otherDevice: "Another device",
  first: "First version",
  only: "This is the only version so far. Earlier versions appear here as you edit.",
  added: (value: number) => `${words(value)} added`,
  removed: (value: number) => `${words(value)} removed`,
  sameText: "No words changed",
  showChanges: "Show changes",
  text: "Text of this version",
  restore: "Restore this version",
  copy: "Copy as new note",
  copyTitle: (title: string) => `${title} (copy)`,
  restored: "Version restored.",
  undo: "Undo",
  undone: "Undone. The note is back to how it was.",
  copied: "Copied as a new note.",
  openCopy: "Open note",
  more: (value: number) => `Show ${value.toLocaleString("en-GB")} more`,
  inDrive: "Earlier versions in your drive",
  load: (value: number) => (value === 1 ? "Load 1 earlier version" : `Load ${value.toLocaleString("en-GB")} earlier versions`),
  range: (from: string, to: string) => `${from} – ${to}`,
  lookInOthers: (files: number) =>
    files === 1 ? "Look in 1 more file in your drive" : `Look in ${files.toLocaleString("en-GB")} more files in your drive`,
  fetching: (done: number, total: number) => `Loading from your drive… ${done} of ${total}`,
  notFetched: {
    offline: "You're offline. Versions in your drive can be loaded once you're back online.",
    incomplete: "Some versions couldn't be loaded from your drive. Try again.",
  } satisfies Record<"offline" | "incomplete", string>,
  failed: "Something went wrong. The note hasn't changed. Try again.",
  back: "Back to the versions",
  backToNote: "Back to the note",
  close: "Close version history",
  unlock: "Unlock",
} as const;

/** Sync log entry for a file that holds versions of many notes. */
export const historyFileText = {
  name: "Earlier versions",
  unreadable: "a file in your drive can't be read, but the versions on this device are fine",
} as const;

export const historyProblemText = {
  "not-found": "This version is no longer on this device.",
  "sensitive-locked": "Unlock the Sensitive folder to see this note's versions.",
  "storage-denied": "This browser doesn't allow Satchel to read this note's versions.",
  "storage-full": "The versions can't be read on this device.",
  "storage-broken": "The versions can't be read on this device.",
  "other-library": "The notes on this device belong to another account.",
} as const satisfies Record<HistoryProblem["kind"], string>;
