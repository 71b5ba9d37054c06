/** Text about syncing: the Sync tab, the log, conflicting edits, notes trashed in the drive. Spec B §3, B §4, sync.md §7.3, §9. */

import type { Resolution } from "@satchel/core/model/entities/conflict.ts";
import type { LogEntry, LogKind } from "@satchel/core/model/entities/log-entry.ts";
import type { NeedsYouReason } from "@satchel/core/model/entities/note.ts";
import type { ConflictStrategy } from "@satchel/core/sync/conflicts/conflict-records.ts";
import type { ResolveProblem } from "@satchel/core/sync/conflicts/conflicts-service-types.ts";
import { commonText } from "../labels.ts";
import type { StorageLabel } from "../storage-label.ts";
import { waitingSentence } from "../workspace.ts";

const count = (value: number, one: string, many: string): string => (value === 1 ? `1 ${one}` : `${value.toLocaleString("en-GB")} ${many}`);
const notes = (value: number): string => count(value, "note", "notes");

export const syncText = {
  title: "Sync",
  withDevices: "Sync and devices",
  now: "Sync now",
  syncing: "Syncing…",
  lastComplete: (when: string) => `Last synced ${when}`,
  neverComplete: (storage: StorageLabel) => `Not synced with your ${storage} yet`,
  pending: (value: number, refusal: NeedsYouReason | undefined, storage: StorageLabel) =>
    value === 0 ? `Everything is in your ${storage}.` : waitingSentence(value, refusal, storage),

  waiting: "Waiting to upload",
  waitingMore: (value: number) => `and ${value.toLocaleString("en-GB")} more`,
  refusedNotes: (value: number) => `${notes(value)} couldn't be uploaded`,
  attempts: (value: number) => count(value, "attempt", "attempts"),
  tryAgain: "Try again",
  newNote: "new",
  deletion: "deletion",

  autoSync: "Sync automatically",
  autoSyncHint: "If off, only when you select Sync.",
  interval: "Check for changes",
  intervalHint: "Every 30 seconds while you use Satchel, unless this is more than 5 minutes.",
  every: (minutes: number) => (minutes === 60 ? "Every hour" : `Every ${count(minutes, "minute", "minutes")}`),
  strategy: "When a note is edited in two places",

  devices: "Devices",
  devicesFailed: "Can't load your other devices right now.",
  thisDevice: "This device",
  inStep: (when: string) => `Last synced ${when}`,
  notInStep: "Not synced yet",
  waitingHere: (value: number) => (value === 0 ? "nothing waiting" : count(value, "change waiting", "changes waiting")),
  noOthers: "No other devices yet",

  log: "Sync log",
  logSentence: "It contains no text of notes.",
  showLog: "Show sync log",
  logKind: "Show",
  logAll: "Everything",
  logFind: "Find by title",
  logEmpty: "Nothing yet",
  logEmptySentence: "Uploads and downloads will appear here.",
  logNoneFound: "No results",
  logFailed: "The log can't be read on this device.",
  more: (value: number) => `Show ${value.toLocaleString("en-GB")} more`,
  sealedNote: "Sensitive note",
  goneNote: "Deleted note",
  historyUnreadable: "some earlier versions can't be read, but the note itself is fine",
  untitledFolder: "Folder",
  fromDevice: (device: string) => `from ${device}`,
  anotherDevice: "another device",
  conflictsSentence: "Both versions are safe.",
  showConflicts: "Show",
  noConflicts: "No conflicts",
  noConflictsSentence: "When a note changes on two devices at once, both versions appear here.",
  all: (value: number) => `All (${value.toLocaleString("en-GB")})`,
  changedBoth: (device: string) => `changed here and on ${device}.`,
  clashed: "Both devices changed the same words, so both versions were kept: one in this note, the other in a separate note.",
  mergedByItself: "The changes were merged automatically. Nothing was left out.",
  onlyMarkup: "The text is the same. Only the formatting differs.",
  hereTitle: "This device",
  alike: (value: number) => count(value, "identical paragraph", "identical paragraphs"),
  absent: "Not in this version",
  sealedDifference: "This note is sensitive. Unlock the Sensitive folder to compare the versions.",
  mergeBoth: "Merge both",
  keepLocal: "Keep this device's",
  keepCloud: "Keep the other",
  createCopy: "Keep both as two notes",
  asMerged: "Keep the merged version",
  promise: "Whatever you choose, the other version is kept as a deleted copy that you can restore from here.",
  open: "Open note",
  kept: "Versions not chosen",
  keptHint: "A deleted copy. Restoring it creates a separate note.",
  restore: "Restore",
  restored: "Restored",
  needsAttention: "Needs your decision",

  removalTitle: (storage: StorageLabel) => `Notes trashed in your ${storage}`,
  removalMessage: (value: number, storage: StorageLabel) =>
    `${notes(value)} ${value === 1 ? "was" : "were"} moved to the trash in your ${storage}, outside of Satchel. Nothing has been deleted here.`,
  removalKeepSentence: (storage: StorageLabel) =>
    `If you keep them, they're uploaded to the ${storage} again. If you delete them, they're removed here and on your other devices; their text stays in the ${storage}'s soft-delete folder.`,
  removalKeep: "Keep the notes",
  removalAllow: "Delete them here too",
} as const;

/** Conflict strategies in Settings, Sync and devices. Spec B §4 "Resolutions". */
export const strategyText = {
  manual: {
    name: "Keep both and ask me",
    hint: "If both devices changed the same words, you decide.",
  },
  merge: { name: "Merge both", hint: "The note contains both versions, one below the other." },
  keep_local: { name: "Keep this device's", hint: "The other version is kept as a deleted copy." },
  keep_cloud: { name: "Keep the other", hint: "This device's version is kept as a deleted copy." },
  create_copy: { name: "Keep both as two notes", hint: "The other version becomes a separate note." },
} as const satisfies Record<ConflictStrategy, { readonly name: string; readonly hint: string }>;

export const resolutionText = {
  keep_local: "This device's version was kept",
  keep_cloud: "The other version was kept",
  merge: "Both versions are in the note",
  create_copy: "Each version is a separate note",
  "as-merged": "The merged version was kept",
} as const satisfies Record<Resolution["how"], string>;

export const resolveProblemText = {
  "code-missing": commonText.notLoaded,
  "not-found": "This note was deleted. Restore it first.",
  locked: "This note is sensitive. Unlock the Sensitive folder first, then decide.",
  "storage-denied": "This browser doesn't allow Satchel to store data on this device.",
  "storage-full": "This device's disk is full. Free up some space and try again.",
  "other-library": "The notes on this device belong to another account.",
  "storage-broken": "This browser's storage didn't respond as expected. Try again.",
} as const satisfies Record<ResolveProblem["kind"], string>;

export const logKindText = {
  uploaded: "Uploaded",
  received: "Downloaded",
  merged: "Merged",
  "kept-twice": "Kept both",
  deleted: "Deleted",
  failed: "Failed",
  cycle: "Sync",
} as const satisfies Record<LogKind, string>;

export function cycleSentence({ uploaded, received }: Extract<LogEntry, { readonly kind: "cycle" }>): string {
  const parts = [
    ...(uploaded > 0 ? [`${uploaded.toLocaleString("en-GB")} uploaded`] : []),
    ...(received > 0 ? [`${received.toLocaleString("en-GB")} downloaded`] : []),
  ];
  return parts.length === 0 ? "Up to date, nothing new" : `Up to date, ${parts.join(", ")}`;
}
