/** Text of the dashboard. Spec A §2.7. */
import type { StorageLabel } from "../storage-label.ts";

export const dashboardText = {
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  evening: (name: string) => `Good evening, ${name}`,
  welcome: "Welcome to your notes",
  inStep: "Up to date.",
  notHereYet: (storage: StorageLabel) => `Your notes haven't been downloaded from your ${storage} yet.`,
  /** Some notes have arrived, but the first sync never finished. */
  arriving: (storage: StorageLabel) => `Your first sync with your ${storage} isn't complete yet.`,
  waiting: (count: number) => (count === 1 ? "One note is waiting to sync." : `${count} notes are waiting to sync.`),
  localOnly: "Your notes are only on this device.",
  noDrive: "No drive connected.",
  changedToday: (count: number) =>
    count === 0 ? "" : count === 1 ? "One note changed today." : `${count.toLocaleString("en-GB")} notes changed today.`,
  createFirst: "Create Your First Note",
  create: "Create new note",
  browse: "Browse Notes",
  newNote: "New Note",
  newNoteHint: "Start with a blank page",
  allNotes: "All Notes",
  allNotesHint: (notes: string, folders: string) => `${notes} in ${folders}`,
  allNotesPending: "Not downloaded yet",
  notes: (count: number) => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`),
  folders: (count: number) => (count === 1 ? "1 folder" : `${count.toLocaleString("en-GB")} folders`),
  search: "Search",
  searchHint: "Find a note, even offline",
  statistics: "Statistics",
  recent: "Recent",
} as const;
