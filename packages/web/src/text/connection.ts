/** Sentences about the drive: why it is lost, the ways back, another account, and the Cloud Storage panel. Spec A §8, B §2, B §8. */
import type { ConfigurationItem } from "@satchel/core/connection/check-configuration.ts";
import type { ConnectionProblem, LostReason, OutOfReach } from "@satchel/core/connection/connection-service-types.ts";
import type { Link } from "@satchel/core/connection/link.ts";

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

export const outOfReachText = {
  network: "There is no way to the server.",
  server: "The server does not answer.",
  drive: "The drive service does not answer.",
} as const satisfies Record<OutOfReach, string>;

export const connectionText = {
  expired: (drive: string) => `${drive} connection expired.`,
  safe: "Your notes are safe on this device and will upload when it is back.",
  unreachable: (drive: string) => `${drive} cannot be reached.`,
  tryingAgain: "It is tried again by itself.",
  resting: "It is tried again every five minutes.",
  stopped: "It is not tried again until you ask.",
  none: "No drive is connected. Notes stay on this device.",
  offline: "No internet connection.",
  quickReconnect: "Quick Reconnect",
  stopAutoRetry: "Stop Auto-Retry",

  connectTitle: "Connect to sync",
  connectSentence: "Your notes are only on this device.",
  connect: (drive: string) => `Connect ${drive}`,
  opening: "Opening sign-in…",
  notNow: "Not now",
  comingSoon: "Coming Soon",
  comingSoonSentence: "Google Drive is not available yet. Please try again later.",

  otherAccount: "This is another drive account than before.",
  folderGone: "Satchel's folder in your drive is gone, or was replaced.",
  untouched: "Sync has stopped. Nothing was changed in either place.",
  choose: "Choose…",
  otherAccountTitle: "Which drive should hold your notes?",
  otherAccountMessage: (former: string, now: string) =>
    `Your notes on this device were in the drive of ${former}. You are now connected as ${now}.`,
  formerUnknown: "another account",
  folderTitle: "Upload your notes into a new folder?",
  folderMessage:
    "If you moved the folder to the trash, you can take it out again in your drive and look once more. Otherwise Satchel makes a new folder and uploads everything that is on this device.",
  merge: (email: string) => `Use the drive of ${email}`,
  mergeSentence: (former: string) =>
    `Everything on this device is uploaded there and merged with the notes it already holds. The drive of ${former} stays as it is.`,
  stay: (email: string) => `Go back to ${email}`,
  upload: "Upload into a new folder",
  lookAgain: "Look again",
} as const;

export const cloudStorageText = {
  title: "Cloud Storage",
  status: "Connection",
  connected: "Connected",
  notConnected: "Not connected",
  connecting: "Connecting",
  managed: "Managed storage",
  managedSentence: "Your plan brings its own storage. There is nothing to connect.",
  lastSynced: (when: string) => `last in step ${when}`,
  waiting: (count: number) => (count === 1 ? "One change is only on this device." : `${count} changes are only on this device.`),
  reconnectHint: "Reconnect to sync again. Nothing on this device is lost meanwhile.",
  connect: "Connect",
  reconnect: "Reconnect",
  disconnect: "Disconnect",
  debug: "Debug",

  storage: "Storage",
  used: (used: string, total: string) => `${used} of ${total} used`,
  usedOnly: (used: string) => `${used} used`,
  available: (free: string) => `${free} available`,
  percent: (percent: number) => `${percent}\u00a0%`,
  usageLoading: "Loading…",
  usageFailed: "Unable to load storage information",
  usageAgain: "Try again",

  providers: "Providers",
  active: "Active",
  comingSoon: "Coming soon",
  providersSoon: ["Dropbox", "OneDrive"],

  info: "About your drive",
  infoPoints: [
    "Notes are stored as encrypted files that only you can open.",
    "You keep ownership: they lie in one folder of your own drive.",
    "Sync is automatic across all your devices.",
    "You can disconnect any time; the files stay where they are.",
  ],

  managedInfo: "About your storage",
  managedInfoPoints: [
    "Notes are stored as encrypted files that only you can open.",
    "They lie in storage that this server keeps for you, up to what your plan holds.",
    "Sync is automatic across all your devices.",
    "You can move them to a drive of your own any time, by changing to the Free plan.",
  ],

  guide: "First-time setup guide",
  guideSteps: [
    "Press Connect. Your drive's own sign-in page opens.",
    "Choose the account that should hold your notes.",
    "Leave the drive permission ticked. Satchel sees only the files it makes itself.",
    "You come back by yourself, and everything on this device is uploaded.",
  ],
  checklist: "Configuration",
  met: "in place",
  missing: "missing",

  debugTitle: "Connection details",
  provider: "Provider",
  token: "Token",
  scope: "Scope",
  there: "there",
  notThere: "not there",
  valid: "valid",
  invalid: "invalid or expired",
  noProvider: "No provider is connected. Press Connect.",
  noToken: "There is no token. Press Connect.",
  tokenInvalid: "The token is invalid or has expired. Press Reconnect.",
  allWell: "All is well.",
  debugFailed: "The server did not answer. Please try again.",

  disconnectTitle: (drive: string) => `Disconnect ${drive}?`,
  disconnectMessage:
    "Your notes stay on this device, and the files in your drive stay there. New changes are kept on this device until you connect again.",
  onlyHereMessage: (count: number) =>
    count === 1
      ? "One change has not reached your drive yet. It is only on this device."
      : `${count} changes have not reached your drive yet. They are only on this device.`,
  syncFirst: "Sync first, then disconnect",
  keepHere: "Disconnect, keep them here",
  stillOnlyHere: "They could not all be uploaded. Nothing was disconnected.",
  disconnectFailed: "Error disconnecting from cloud storage",
} as const;

export const configurationText = {
  "drive-configured": "A drive is set up on this server",
  "client-id": "Its client ID is of the right form",
  "secure-origin": "This page is served over https or from localhost",
  "signed-in": "You are signed in",
  permission: "The drive has given its permission",
} as const satisfies Record<ConfigurationItem, string>;

/** The Connect button of the panel. Spec B §8 "Toasts, cloud". */
export const connectFailedText = {
  "not-configured": "Google Drive is not available yet. Please try again later.",
  offline: "No internet connection detected...",
  "not-responding": "Google services are not responding...",
  unreachable: "Cannot reach Google services...",
  "not-signed-in": "No authentication token found. Please log in again.",
  "not-connected": "Not connected to cloud storage",
  refused: "Failed to connect to Google Drive",
  "no-code": "No authorization code received",
  "scope-missing": "Access to the drive was not granted. Please connect again and tick the drive permission.",
  "state-mismatch": "This sign-in was not started here, or took too long. Please connect again.",
  failed: "Failed to connect to cloud storage",
} as const satisfies Record<ConnectionProblem["kind"], string>;
