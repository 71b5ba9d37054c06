/** Sentences of the dashboard. Spec A §2.7. */
import type { StorageLabel } from "./storage-label.ts";

export const dashboardText = {
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  evening: (name: string) => `Good evening, ${name}`,
  welcome: "Welcome to your notes",
  inStep: "Everything is in step.",
  notHereYet: (storage: StorageLabel) => `Your notes have not come from your ${storage} yet.`,
  waiting: (count: number) => (count === 1 ? "One note is waiting to sync." : `${count} notes are waiting to sync.`),
  localOnly: "Your notes are on this device only.",
  noDrive: "No drive is connected.",
  changedToday: (count: number) =>
    count === 0 ? "" : count === 1 ? "One note changed today." : `${count.toLocaleString("en-GB")} notes changed today.`,
  createFirst: "Create Your First Note",
  create: "Create new note",
  browse: "Browse Notes",
  newNote: "New Note",
  newNoteHint: "Begin on a clean page",
  allNotes: "All Notes",
  allNotesHint: (notes: string, folders: string) => `${notes} in ${folders}`,
  allNotesPending: "Not here yet",
  notes: (count: number) => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`),
  folders: (count: number) => (count === 1 ? "1 folder" : `${count.toLocaleString("en-GB")} folders`),
  search: "Search",
  searchHint: "Find a note, offline too",
  statistics: "Statistics",
  recent: "Recent",
} as const;
