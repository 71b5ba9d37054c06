/** Sentences of the Cloud Storage panel: connecting, disconnecting, what is used, and what is wrong. Spec B §8. */
import type { ConfigurationItem } from "@satchel/core/connection/check-configuration.ts";
import type { ConnectionProblem } from "@satchel/core/connection/connection-service-types.ts";

export const cloudStorageText = {
  title: "Cloud Storage",
  status: "Connection",
  connected: "Connected",
  notConnected: "Not connected",
  connecting: "Connecting",
  managed: "Managed storage",
  managedSentence: "Your plan brings its own storage. There is nothing to connect.",
  lastSynced: (when: string) => `last synced ${when}`,
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
