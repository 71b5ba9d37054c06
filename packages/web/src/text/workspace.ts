/** Text of the workspace's frame: sidebar, list, tabs, header, banners. Spec A §2.8–2.10, B §2. */

import type { NeedsYouReason, NoteSync, UploadFailure } from "@satchel/core/model/entities/note.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { Theme } from "@satchel/core/workspace/theme/theme-service.ts";
import type { StorageLabel } from "./storage-label.ts";

export const workspaceText = {
  navigation: "Main",
  skipToNote: "Skip to content",
  dashboard: "Dashboard",
  notes: "Notes",
  search: "Search",
  folders: "Folders",
  allNotes: "All Notes",
  newFolder: "New Folder",
  seePlans: "See plans",
  statistics: "Note statistics",
  account: "Account",
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
  closeSidebar: "Close sidebar",
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
  pinned: "Pinned",
  pinnedOnTop: "Pinned on top",
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
  emptySentence: "Write your first note. It's encrypted before it leaves this device.",
  emptySentenceLocal: "Write your first note. It stays in this browser.",
  createNote: "Create Note",
  import: "Import",
  yesterday: "Yesterday",
  today: "today",
  untitled: "Untitled Note",

  openTabs: "Open notes",
  openNote: "Note",
  allTabs: (count: number) => `All ${count} open notes`,
  closeTab: (title: string) => `Close ${title}`,
  unsaved: "unsaved changes",
  showList: "Show notes list",
  hideList: "Hide notes list",
  more: "More",
  backToList: "Back to list",

  sync: "Sync",
  changesWait: (count: number) => `${count === 1 ? "1 change" : `${count.toLocaleString("en-GB")} changes`} waiting on this device.`,
  syncing: "Syncing",
  progress: (done: string, total: string) => `${done} of ${total}`,
  noneOpen: "No notes open",
  noneOpenSentence: "Choose a note from the list, or create a new one.",
  noneSelected: "No Note Selected",
  noneSelectedSentence: "Open one of the tabs below, or go back to the list.",

  drive: "Drive",
  notShown: "This note can't be shown",
  notShownSentence: "Its content is safe. Reload the page, or create a backup in Settings.",
  later: "Later",
  settings: "Settings",
} as const;

/** Number of shown notes, and of hidden sensitive ones: "33 notes + 1 sensitive". */
export function withHidden(counted: string, hidden: number): string {
  return hidden === 0 ? counted : `${counted} + ${hidden.toLocaleString("en-GB")} sensitive`;
}

export const themeText = { light: "Light", dark: "Dark", amoled: "Black" } as const satisfies Record<Theme, string>;

/** The four sync states of decision 0005. */
export const syncLabel = (storage: StorageLabel) =>
  ({
    saving: "Saving",
    "on-this-device": "On this device",
    "in-your-drive": `In your ${storage}`,
    "needs-you": "Needs attention",
  }) satisfies Record<NoteSync["kind"], string>;

export const needsYouText = (storage: StorageLabel) =>
  ({
    "storage-full": `Your ${storage} is full.`,
    "not-permitted": `Your ${storage} didn't allow it.`,
    refused: `Your ${storage} rejected it.`,
    unsealable: "It can't be encrypted. Copy its text into a new note.",
    "too-large": "It's too large to encrypt. Split it into several notes.",
    damaged: `The file in your ${storage} is damaged.`,
    locked: "It's locked.",
  }) satisfies Record<NeedsYouReason, string>;

export const uploadFailedText = (storage: StorageLabel) =>
  ({
    "server-error": `Your ${storage} is temporarily unavailable. Retrying automatically.`,
    "timed-out": `Your ${storage} didn't respond in time. Retrying automatically.`,
    "access-expired": `Reconnect to your ${storage} to sync it.`,
  }) satisfies Record<UploadFailure, string>;

/** Number of waiting changes, with the reason if known. */
export function waitingSentence(count: number, reason: NeedsYouReason | undefined, storage: StorageLabel): string {
  const why = reason === undefined ? "" : ` ${needsYouText(storage)[reason]}`;
  return workspaceText.changesWait(count) + why;
}

/** Reasons why the last sync did not complete, shown behind the connection dot. */
export const syncProblemText = (storage: StorageLabel) =>
  ({
    offline: "No internet connection.",
    "timed-out": `Your ${storage} didn't respond in time.`,
    "answer-lost": `The connection to your ${storage} was interrupted.`,
    "access-expired": `The connection to your ${storage} has expired.`,
    "scope-missing": "Drive access wasn't granted. Reconnect and check the drive permission.",
    "api-disabled": "Google Drive is not enabled for this server. Tell its operator.",
    "policy-refused": "Your organization blocks this app. Ask its administrator.",
    throttled: `Your ${storage} is busy. Retrying automatically.`,
    "server-error": `Your ${storage} has a problem. Retrying automatically.`,
    "storage-full": `Your ${storage} is full.`,
    "not-found": `A file is missing in your ${storage}.`,
    "id-in-use": "Another device synced first. Retrying automatically.",
    "cursor-invalid": `Re-syncing from the ${storage}.`,
    "target-changed": `Your ${storage} or its folder has changed. Sync is paused.`,
    "not-connected": `No ${storage} connected.`,
    rejected: `Your ${storage} rejected a request.`,
    "unusable-response": `Your ${storage} sent a response that Satchel can't use. Retrying automatically.`,
    "mass-removal": `Many notes were moved to the trash in your ${storage}. Sync is paused until you decide what to do.`,
    stopped: "Sync is paused.",
    "vault-locked": "Your notes are locked.",
    "storage-denied": "This browser doesn't allow Satchel to store data on this device.",
    "other-library": "The notes on this device belong to another account.",
    "storage-broken": "This browser's storage didn't respond as expected.",
  }) satisfies Record<NonNullable<SyncState["problem"]>["kind"], string>;
