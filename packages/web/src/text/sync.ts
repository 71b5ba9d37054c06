/** Sentences of syncing as a person sees it: the Sync tab, the log, notes edited in two places, notes trashed in the drive. Spec B §3, B §4, sync.md §7.3, §9. */

import type { Resolution } from "@satchel/core/model/entities/conflict.ts";
import type { LogEntry, LogKind } from "@satchel/core/model/entities/log-entry.ts";
import type { NeedsYouReason } from "@satchel/core/model/entities/note.ts";
import type { ConflictStrategy } from "@satchel/core/sync/conflicts/by-strategy.ts";
import type { ResolveProblem } from "@satchel/core/sync/conflicts/conflicts-service-types.ts";
import { commonText } from "./labels.ts";
import type { StorageLabel } from "./storage-label.ts";
import { waitingSentence } from "./workspace.ts";

const count = (value: number, one: string, many: string): string => (value === 1 ? `1 ${one}` : `${value.toLocaleString("en-GB")} ${many}`);
const notes = (value: number): string => count(value, "note", "notes");

export const syncText = {
  title: "Sync",
  now: "Sync now",
  syncing: "Syncing…",
  lastComplete: (when: string) => `Last complete sync ${when}`,
  neverComplete: (storage: StorageLabel) => `Not in step with your ${storage} yet`,
  pending: (value: number, refusal: NeedsYouReason | undefined, storage: StorageLabel) =>
    value === 0 ? `Everything is in your ${storage}.` : waitingSentence(value, refusal, storage),

  waiting: "Waiting to be sent",
  waitingMore: (value: number) => `and ${value.toLocaleString("en-GB")} more`,
  attempts: (value: number) => count(value, "attempt", "attempts"),
  tryAgain: "Try again",
  newNote: "new",
  deletion: "deletion",

  autoSync: "Sync by itself",
  autoSyncHint: "Otherwise only when you press Sync.",
  interval: "Look for changes every",
  intervalHint: "With the page in front, Satchel looks every 30 seconds unless you choose more than 5 minutes.",
  minutes: (value: number) => (value === 60 ? "hour" : count(value, "minute", "minutes")),
  strategy: "When a note was edited in two places",

  devices: "Devices",
  devicesSentence: "When each of your devices was last in step, by its own word.",
  devicesFailed: "The other devices could not be asked for just now.",
  thisDevice: "This device",
  inStep: (when: string) => `In step ${when}`,
  notInStep: "Not in step yet",
  waitingHere: (value: number) => (value === 0 ? "nothing waits" : count(value, "change waits", "changes wait")),
  noOthers: "No other device has said anything yet.",

  log: "Sync log",
  logSentence: "What syncing did on this device. It holds no text of your notes.",
  showLog: "Show sync log",
  logKind: "Show",
  logAll: "Everything",
  logFind: "Find by title",
  logEmpty: "Nothing yet",
  logEmptySentence: "As soon as something is sent or received, it is told here.",
  logNoneFound: "Nothing found",
  logFailed: "The log cannot be read on this device.",
  more: (value: number) => `Show ${value.toLocaleString("en-GB")} more`,
  sealedNote: "Sensitive note",
  goneNote: "A note that is gone",
  untitledFolder: "Folder",
  fromDevice: (device: string) => `from ${device}`,
  anotherDevice: "another device",
  conflictsSentence: "Notes that changed here and elsewhere at the same time. Both texts are safe.",
  showConflicts: "Show",
  noConflicts: "Nothing to decide",
  noConflictsSentence: "When a note changes on two devices at once, both texts are shown here.",
  all: (value: number) => `All (${value.toLocaleString("en-GB")})`,
  changedBoth: (device: string) => `changed here and on ${device}.`,
  clashed: "Both wrote over the same words, so both texts were kept: one in the note, the other in a note beside it.",
  mergedByItself: "The two were merged by themselves. Nothing was left out.",
  onlyMarkup: "The words are the same; only formatting differs.",
  hereTitle: "This device",
  thereTitle: (device: string) => device,
  alike: (value: number) => count(value, "paragraph alike", "paragraphs alike"),
  absent: "Not in this text",
  sealedDifference: "This note is sensitive. Unlock its folder to compare the two texts.",
  mergeBoth: "Merge both",
  keepLocal: "Keep this device’s",
  keepCloud: "Keep the other",
  createCopy: "Keep both as two notes",
  asMerged: "Keep as merged",
  promise: "Whatever you choose, the other text stays as a deleted copy that you can bring back from here.",
  open: "Open note",
  kept: "What was not chosen",
  keptHint: "A deleted copy. Restoring makes it a note of its own.",
  restore: "Restore",
  restored: "Restored",
  needsAttention: "Waits for you",

  removalTitle: (storage: StorageLabel) => `Notes trashed in your ${storage}`,
  removalMessage: (value: number, storage: StorageLabel) =>
    `Somebody moved ${notes(value)} to the trash ${storage === "drive" ? "in the pages of your drive" : "of your storage"}, not in Satchel. Nothing has been deleted here.`,
  removalKeepSentence: (storage: StorageLabel) =>
    `Keeping sends them to the ${storage} again. Deleting takes them away here and on your other devices too; their texts stay in the ${storage}’s soft-delete folder.`,
  removalKeep: "Keep the notes",
  removalAllow: "Delete them here too",
} as const;

/** Settings → Sync. Spec B §4 "Resolutions". */
export const strategyText = {
  manual: {
    name: "Keep both and ask me",
    hint: "What merges is merged. Where both wrote over the same words, both texts stay and you decide.",
  },
  merge: { name: "Merge both", hint: "The two texts stand one under the other in the note." },
  keep_local: { name: "Keep this device’s", hint: "The other text stays as a deleted copy." },
  keep_cloud: { name: "Keep the other", hint: "This device’s text stays as a deleted copy." },
  create_copy: { name: "Keep both as two notes", hint: "The other text becomes a note of its own." },
} as const satisfies Record<ConflictStrategy, { readonly name: string; readonly hint: string }>;

export const resolutionText = {
  keep_local: "This device’s text was kept",
  keep_cloud: "The other text was kept",
  merge: "Both texts are in the note",
  create_copy: "Both texts are notes of their own",
  "as-merged": "Kept as merged",
} as const satisfies Record<Resolution["how"], string>;

export const resolveProblemText = {
  "code-missing": commonText.notLoaded,
  "not-found": "This note is deleted. Restore it first.",
  locked: "This note is sensitive. Unlock its folder first, then decide.",
  "storage-denied": "This browser does not let Satchel keep anything on this device.",
  "storage-full": "This device’s disk is full. Free some space and try again.",
  "other-library": "The notes on this device belong to another account.",
  "storage-broken": "The storage of this browser did not answer as it should. Try again.",
} as const satisfies Record<ResolveProblem["kind"], string>;

export const logKindText = {
  uploaded: "Uploaded",
  received: "Received",
  merged: "Merged",
  "kept-twice": "Kept twice",
  deleted: "Deleted",
  failed: "Failed",
  cycle: "Sync",
} as const satisfies Record<LogKind, string>;

export function cycleSentence({ uploaded, received }: Extract<LogEntry, { readonly kind: "cycle" }>): string {
  const parts = [
    ...(uploaded > 0 ? [`${uploaded.toLocaleString("en-GB")} sent`] : []),
    ...(received > 0 ? [`${received.toLocaleString("en-GB")} received`] : []),
  ];
  return parts.length === 0 ? "In step, nothing new" : `In step, ${parts.join(", ")}`;
}
