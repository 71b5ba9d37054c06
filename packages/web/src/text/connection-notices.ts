/** Sentences of the bands about the drive, which come late: the ways back, another account. Spec A §8, B §2. */
import type { StorageLabel } from "./storage-label.ts";

export const connectionNoticesText = {
  expired: (drive: string) => `${drive} connection expired.`,
  managed: "Managed storage",
  safe: "Your notes are safe on this device and will upload when it is back.",
  unreachable: (drive: string) => `${drive} cannot be reached.`,
  tryingAgain: "It is tried again by itself.",
  resting: "It is tried again every five minutes.",
  stopped: "It is not tried again until you ask.",
  quickReconnect: "Quick Reconnect",
  stopAutoRetry: "Stop Auto-Retry",

  connectTitle: "Connect to sync",
  connectSentence: "Your notes are only on this device.",
  reconnectSentence: "What you write stays on this device until a drive is connected again.",
  connect: (drive: string) => `Connect ${drive}`,
  opening: "Opening sign-in…",
  notNow: "Not now",
  comingSoon: "Coming Soon",
  comingSoonSentence: "Google Drive is not available yet. Please try again later.",

  wentBack: (count: number, storage: StorageLabel) =>
    count === 1
      ? `1 item in your ${storage} was older than what this device had uploaded, or missing.`
      : `${count.toLocaleString("en-GB")} items in your ${storage} were older than what this device had uploaded, or missing.`,
  wentBackSentence:
    "Nothing is lost here: this device uploads its own versions again. If you didn't restore your drive, check who has access to it.",

  otherAccount: "This is another drive account than before.",
  folderGone: (storage: StorageLabel) => `Satchel's folder in your ${storage} is gone, or was replaced.`,
  untouched: "Sync has stopped. Nothing was changed in either place.",
  choose: "Choose…",
} as const;
