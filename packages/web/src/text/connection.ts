/** Sentences about the drive beside the list: why it is lost, the ways back, another account. Spec A §8, B §2. */
import type { LostReason, OutOfReach } from "@satchel/core/connection/connection-service-types.ts";
import type { Link } from "@satchel/core/connection/link.ts";
import type { Place } from "./place.ts";

export const linkWord = {
  connecting: "Connecting",
  connected: "Connected",
  disconnected: "Disconnected",
} as const satisfies Record<Link, string>;

/** Why only the person can help, each with what to do about it. */
export const lostText = {
  revoked: "Its permission was withdrawn, or was not used for a long time. Connect again to go on.",
  "grant-ended": "Its permission was given for a limited time, as services in testing do, and has run out. Connect again to go on.",
  "scope-missing": "The drive permission is missing. Connect again and leave the drive ticked.",
  "not-permitted": "The drive refuses Satchel its files. Connect again and leave the drive ticked.",
} as const satisfies Record<LostReason, string>;

export const outOfReachText = (place: Place) =>
  ({
    network: "There is no way to the server.",
    server: "The server does not answer.",
    drive: `The ${place} service does not answer.`,
  }) satisfies Record<OutOfReach, string>;

export const connectionText = {
  expired: (drive: string) => `${drive} connection expired.`,
  managed: "Managed storage",
  safe: "Your notes are safe on this device and will upload when it is back.",
  unreachable: (drive: string) => `${drive} cannot be reached.`,
  tryingAgain: "It is tried again by itself.",
  resting: "It is tried again every five minutes.",
  stopped: "It is not tried again until you ask.",
  none: (place: Place) => `No ${place} is connected. Notes stay on this device.`,
  offline: "No internet connection.",
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

  otherAccount: "This is another drive account than before.",
  folderGone: (place: Place) => `Satchel's folder in your ${place} is gone, or was replaced.`,
  untouched: "Sync has stopped. Nothing was changed in either place.",
  choose: "Choose…",
} as const;
