/** Reasons for an empty list. Spec A §2.9 "Empty state", A §8 "Lists and search". */
import type { StorageLabel } from "../storage-label.ts";

export const noRowsText = {
  removeFirstNotes: (count: number) => (count === 1 ? "Remove example note" : "Remove example notes"),
  noResults: "No results",
  /** The term is empty if the search has only filters. */
  noResultsSentence: (term: string) => (term === "" ? "No notes match these filters." : `No notes contain “${term}”.`),
  noResultsInFolder: (term: string) =>
    term === "" ? "No notes in this folder match these filters." : `No notes in this folder contain “${term}”.`,
  lockedNotSearched: "Locked sensitive notes weren't searched.",
  searchEverywhere: "Search all notes",
  searchFailed: "Failed to search notes",
  searchFailedSentence: "Your notes are safe. Try again, or reload the page.",
  notHere: "Your notes aren't here yet",
  notHereSentence: (storage: StorageLabel) => `They couldn't be downloaded from your ${storage}. Retrying automatically.`,
  notHereNoSync: (storage: StorageLabel) => `They'll be downloaded from your ${storage} when sync resumes.`,
  emptyFolder: "No notes here yet",
  emptyFolderSentence: (folder: string) => `New notes you create go into “${folder}”.`,
} as const;
