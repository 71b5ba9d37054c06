/** Sentences of the workspace's frame: sidebar, list, tabs, header, banners. Spec A §2.8–2.10, B §2. */

import type { NeedsYouReason, NoteSync, UploadFailure } from "@satchel/core/model/entities/note.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import type { SyncState } from "@satchel/core/sync/sync-service-types.ts";
import type { Theme } from "@satchel/core/workspace/theme/theme.ts";
import type { StorageLabel } from "./storage-label.ts";

export const workspaceText = {
  navigation: "Main",
  dashboard: "Dashboard",
  notes: "Notes",
  search: "Search",
  folders: "Folders",
  allNotes: "All Notes",
  newFolder: "New Folder",
  seePlans: "See plans",
  statistics: "Note statistics",
  statNotes: "Notes",
  statWaiting: "Waiting to sync",
  statFolders: "Folders",
  none: "–",
  theme: "Theme",
  signOut: "Sign Out",
  localMode: "Local mode",
  signUpToSync: "Sign Up to Sync",
  signUpHint: "Backup your local notes",
  clearLocal: "Sign out and Delete Notes",
  showSidebar: "Show sidebar",
  hideSidebar: "Hide sidebar",
  menu: "Menu",

  searchNotes: "Search notes",
  clearSearch: "Clear search",
  results: (count: string, term: string) => `${count} for “${term}”`,
  noteCount: (count: number) => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`),
  newNote: "New Note",
  new: "New",
  moreTypes: "More note types",
  loadMore: (remaining: string) => `Load More (${remaining} remaining)`,
  sortBy: "Sort by",
  sorts: { modified: "Last modified", created: "Date created", title: "Title" },
  selected: (count: string) => `${count} selected`,
  endSelection: "End selection",
  noteMenu: "Note",
  list: "Notes list",
  noteRows: "Notes",
  folderTabs: "Folders",
  scrollLeft: "Scroll folders left",
  scrollRight: "Scroll folders right",
  resizeList: "Width of the notes list",
  emptyTitle: "Welcome to Notes",
  emptySentence: "Write the first one; it is encrypted before it leaves this device.",
  emptySentenceLocal: "Write the first one. It stays in this browser.",
  createNote: "Create Note",
  yesterday: "Yesterday",
  today: "today",
  untitled: "Untitled Note",

  openTabs: "Open notes",
  openNote: "Note",
  closeTab: (title: string) => `Close ${title}`,
  unsaved: "unsaved changes",
  showList: "Show notes list",
  hideList: "Hide notes list",
  more: "More",
  backToList: "Back to the list",

  sync: "Sync",
  changesWait: (count: number) => `${count === 1 ? "1 change waits" : `${count.toLocaleString("en-GB")} changes wait`} on this device.`,
  syncing: "Syncing",
  progress: (done: string, total: string) => `${done} of ${total}`,
  noneOpen: "No notes open",
  noneOpenSentence: "Pick one from the list, or begin a new one.",
  noneSelected: "No Note Selected",
  noneSelectedSentence: "Open one of the tabs below, or go back to the list.",

  drive: "Drive",
  notShown: "This note can't be shown",
  notShownSentence: "Its content is kept. Reload the page, or make a backup in Settings.",
  updateReady: "A new version of Satchel is ready.",
  updateNow: "Reload",
  later: "Later",
  settings: "Settings",
  libraryFailed: "Your notes cannot be opened here",
  localFailed: "Failed to load local data",

  noteTypes: ["Handwriting Note", "Voice Note", "Item List", "Photo Note", "Spreadsheet Note"],
} as const;

export const themeText = { light: "Light", dark: "Dark", amoled: "Black" } as const satisfies Record<Theme, string>;

/** The four words of decisions §5. */
export const syncLabel = (storage: StorageLabel) =>
  ({
    saving: "Saving",
    "on-this-device": "On this device",
    "in-your-drive": `In your ${storage}`,
    "needs-you": "Needs you",
  }) satisfies Record<NoteSync["kind"], string>;

export const needsYouText = (storage: StorageLabel) =>
  ({
    "storage-full": `Your ${storage} is full.`,
    "not-permitted": `Your ${storage} does not permit it.`,
    refused: `Your ${storage} refused it.`,
    unsealable: "It can't be encrypted. Copy its text into a new note.",
    "too-large": "It is too large to be encrypted. Split it into several notes.",
    damaged: `The file in your ${storage} is damaged.`,
    locked: "It is locked.",
  }) satisfies Record<NeedsYouReason, string>;

export const uploadFailedText = (storage: StorageLabel) =>
  ({
    "server-error": `Your ${storage} is temporarily unavailable. Satchel keeps trying.`,
    "timed-out": `Your ${storage} did not answer in time. Satchel keeps trying.`,
    "access-expired": `Reconnect to your ${storage} to sync it.`,
  }) satisfies Record<UploadFailure, string>;

/** What waits, and why if that is known. */
export function waitingSentence(count: number, reason: NeedsYouReason | undefined, storage: StorageLabel): string {
  const why = reason === undefined ? "" : ` ${needsYouText(storage)[reason]}`;
  return workspaceText.changesWait(count) + why;
}

/** Why the last sync did not complete, behind the connection dot. */
export const syncProblemText = (storage: StorageLabel) =>
  ({
    offline: "No internet connection.",
    "timed-out": `The ${storage} did not answer in time.`,
    "answer-lost": `The ${storage}'s answer was lost on the way.`,
    "access-expired": `The connection to your ${storage} has expired.`,
    "scope-missing": "The drive permission was not granted. Connect again and tick it.",
    throttled: `The ${storage} asks to slow down. Sync goes on by itself.`,
    "server-error": `The ${storage} has a problem. Sync goes on by itself.`,
    "storage-full": `Your ${storage} is full.`,
    "not-found": `A file is missing in your ${storage}.`,
    "id-in-use": "Another device was faster. Sync goes on by itself.",
    "cursor-invalid": `The ${storage} wants to be read anew. Sync goes on by itself.`,
    "target-changed": `This is another ${storage} or another folder than before. Sync has stopped and nothing was changed.`,
    "not-connected": `No ${storage} is connected.`,
    rejected: `The ${storage} refused a request.`,
    "mass-removal": `Many notes were moved to the trash in your ${storage}. Sync waits until you say whether they go here as well.`,
    stopped: "Sync is paused.",
    "vault-locked": "Your notes are locked.",
    "storage-denied": "This browser does not let Satchel keep anything on this device.",
    "other-library": "The notes on this device belong to another account.",
    "storage-broken": "The storage of this browser did not answer as it should.",
  }) satisfies Record<NonNullable<SyncState["problem"]>["kind"], string>;

export const libraryProblemText = {
  "storage-denied":
    "This browser does not let Satchel keep anything on this device. Allow site data for this page, or leave the private window, and reload.",
  "storage-full": "This device’s disk is full. Free some space and try again.",
  "other-library":
    "The notes on this device belong to another account. They are neither read nor touched. Sign in with that account to reach them.",
  "storage-broken": "The storage of this browser did not answer as it should. What was synced is safe.",
  damaged: "A part of what this browser keeps of your notes does not read any more. What was synced is safe. Reload the page to try again.",
  "not-loaded": "A part of Satchel could not be loaded. Check your connection and try again; your notes on this device are untouched.",
} as const satisfies Record<StoreProblem["kind"] | "damaged" | "not-loaded", string>;

/** While the database that it belongs into is at fault. */
export const heldText = "What you typed and have not saved is held in this page only: try again before you close or reload it.";

/** Of what does not read any more, before a person gives it up. */
export const damagedText = {
  saved: (count: number) =>
    count === 0 ? "" : count === 1 ? "One change that was only here is saved." : `${count} changes that were only here are saved.`,
  lose: "Starting afresh deletes the broken copy and fetches what was synced again. What was only in the broken part is lost then.",
  startAfresh: "Start afresh from what was synced",
} as const;
