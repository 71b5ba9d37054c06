/** Why a list has no rows. Spec A §2.9 "Empty state", A §8 "Lists and search". */
import type { StorageLabel } from "./storage-label.ts";

export const noRowsText = {
  noResults: "Nothing found",
  noResultsSentence: (term: string) => `No note contains “${term}”.`,
  noResultsInFolder: (term: string) => `No note in this folder contains “${term}”.`,
  lockedNotSearched: "Locked sensitive notes were not searched.",
  searchEverywhere: "Search all notes",
  searchFailed: "Failed to search notes",
  searchFailedSentence: "Your notes are all there. Try again, or reload the page.",
  notHere: "Your notes are not here yet",
  notHereSentence: (storage: StorageLabel) => `They could not be fetched from your ${storage}. It is tried again by itself.`,
  notHereNoSync: (storage: StorageLabel) => `They come from your ${storage} as soon as sync runs again.`,
  emptyFolder: "No notes here yet",
  emptyFolderSentence: (folder: string) => `New notes you create now go into “${folder}”.`,
} as const;
