/** Text of the bands about the drive, loaded on demand: reconnecting, another account. Spec A §8, B §2. */
import type { StorageLabel } from "../storage-label.ts";

export const connectionNoticesText = {
  expired: (drive: string) => `${drive} connection expired.`,
  managed: "Managed storage",
  safe: "Your notes are safe on this device and will upload when it's back.",
  unreachable: (drive: string) => `${drive} is unavailable.`,
  tryingAgain: "Retrying automatically.",
  resting: "Retrying every five minutes.",
  stopped: "Automatic retry is off.",
  quickReconnect: "Quick Reconnect",
  stopAutoRetry: "Stop Auto-Retry",

  connectTitle: "Connect to sync",
  connectSentence: "Your notes are only on this device.",
  reconnectSentence: "Your changes stay on this device until you reconnect a drive.",
  connect: (drive: string) => `Connect ${drive}`,
  opening: "Opening sign-in…",
  notNow: "Not now",
  comingSoon: "Coming Soon",
  comingSoonSentence: "Google Drive is not available yet. Please try again later.",

  wentBack: (count: number, storage: StorageLabel) =>
    count === 1
      ? `1 item in your ${storage} is missing or older than what this device uploaded.`
      : `${count.toLocaleString("en-GB")} items in your ${storage} are missing or older than what this device uploaded.`,
  wentBackSentence:
    "Nothing is lost. This device is uploading its versions again. If you didn't restore your drive, check who has access to it.",

  missingApproved: (storage: StorageLabel) =>
    `Your ${storage} shows less than the device that approved this one has seen. Compare your notes there, and check who has access to it.`,

  otherAccount: "You're connected to a different drive account.",
  folderGone: (storage: StorageLabel) => `Satchel's folder in your ${storage} was deleted or replaced.`,
  untouched: "Sync is paused. Nothing was changed on either side.",
  choose: "Choose…",
} as const;
