/** Text of the page for a library that cannot be opened. */
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";

export const libraryFailedText = {
  title: "Your notes can't be opened here",
  localTitle: "Failed to load local data",
} as const;

export const libraryProblemText = {
  "storage-denied":
    "This browser doesn't allow Satchel to store data on this device. Allow site data for this page, or leave the private window, and reload.",
  "storage-full": "This device's disk is full. Free up some space and try again.",
  "other-library": "The notes on this device belong to another account and weren't opened. Sign in with that account to see them.",
  "storage-broken": "This browser's storage didn't respond as expected. Synced notes are safe.",
  damaged: "Some of your notes in this browser can't be read anymore. Synced notes are safe. Reload the page to try again.",
  "not-loaded": "A part of Satchel couldn't be loaded. Check your connection and try again. Your notes on this device haven't changed.",
} as const satisfies Record<StoreProblem["kind"] | "damaged" | "not-loaded", string>;

/** Shown while the database for the unsaved text is failing. */
export const heldText = "Your unsaved text is only on this page. Try again before you close or reload it.";

/** Text about unreadable data, before the user deletes it. */
export const damagedText = {
  saved: (count: number) => (count === 0 ? "" : count === 1 ? "One unsynced change was saved." : `${count} unsynced changes were saved.`),
  lose: "Starting fresh deletes the damaged copy and downloads your synced notes again. Anything only in the damaged part is lost.",
  startAfresh: "Start fresh from synced notes",
} as const;
