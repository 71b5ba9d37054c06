/** Text of the Cloud Storage panel: connecting, disconnecting, usage and problems. Spec B §8. */
import type { ConfigurationItem } from "@satchel/core/connection/check-configuration.ts";
import type { ConnectionProblem } from "@satchel/core/connection/connection-service-types.ts";

export const cloudStorageText = {
  title: "Cloud Storage",
  status: "Connection",
  connected: "Connected",
  notConnected: "Not connected",
  connecting: "Connecting",
  managed: "Managed storage",
  managedSentence: "Storage is included in your plan",
  lastSynced: (when: string) => `last synced ${when}`,
  waiting: (count: number) => (count === 1 ? "One change is only on this device." : `${count} changes are only on this device.`),
  reconnectHint: "Reconnect to resume syncing. Nothing on this device is lost in the meantime.",
  connect: "Connect",
  reconnect: "Reconnect",
  disconnect: "Disconnect",
  debug: "Debug",

  storage: "Storage",
  used: (used: string, total: string) => `${used} of ${total} used`,
  usedOnly: (used: string) => `${used} used`,
  available: (free: string) => `${free} available`,
  percent: (percent: number) => (percent > 0 && percent < 1 ? "less than 1%" : `${percent}%`),
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
    "You own the files, in one folder of your drive.",
    "Sync is automatic across your devices.",
    "You can disconnect at any time; the files stay.",
  ],

  managedInfo: "About your storage",
  managedInfoPoints: [
    "Notes are stored as encrypted files that only you can open.",
    "They're kept in storage this server manages for you, up to your plan's limit.",
    "Sync is automatic across your devices.",
    "You can move them to your own drive at any time by changing to the Free plan.",
  ],

  guide: "First-time setup guide",
  guideSteps: [
    "Select Connect.",
    "Choose an account.",
    "Keep the permission checked. Satchel sees only its own files.",
    "Everything on this device is uploaded.",
  ],
  checklist: "Configuration",
  met: "ready",
  missing: "missing",

  debugTitle: "Connection details",
  provider: "Provider",
  token: "Token",
  scope: "Scope",
  there: "present",
  notThere: "missing",
  valid: "valid",
  invalid: "invalid or expired",
  noProvider: "No provider is connected. Select Connect.",
  noToken: "No token found. Select Connect.",
  tokenInvalid: "The token is invalid or has expired. Select Reconnect.",
  allWell: "Everything looks good.",
  debugFailed: "The server didn't respond. Please try again.",

  disconnectTitle: (drive: string) => `Disconnect ${drive}?`,
  disconnectMessage:
    "Your notes stay on this device, and your files stay in your drive. New changes are kept on this device until you reconnect.",
  onlyHereMessage: (count: number) =>
    count === 1
      ? "One change hasn't reached your drive yet. It's only on this device."
      : `${count} changes haven't reached your drive yet. They're only on this device.`,
  syncFirst: "Sync first, then disconnect",
  keepHere: "Disconnect and keep them here",
  stillOnlyHere: "Some changes couldn't be uploaded, so your drive is still connected.",
  disconnectFailed: "Error disconnecting from cloud storage",
} as const;

export const configurationText = {
  "drive-configured": "A drive is set up on this server",
  "client-id": "The client ID has a valid format",
  "secure-origin": "This page is served over HTTPS or from localhost",
  "signed-in": "You are signed in",
  permission: "The drive permission is granted",
} as const satisfies Record<ConfigurationItem, string>;

/** Failures of the panel's Connect button. Spec B §8 "Toasts, cloud". */
export const connectFailedText = {
  "not-configured": "Google Drive is not available yet. Please try again later.",
  offline: "No internet connection detected...",
  "not-responding": "Google services are not responding...",
  unreachable: "Cannot reach Google services...",
  "not-signed-in": "No authentication token found. Please log in again.",
  "not-connected": "Not connected to cloud storage",
  refused: "Failed to connect to Google Drive",
  "no-code": "No authorization code received",
  "scope-missing": "Drive access wasn't granted. Connect again and check the drive permission.",
  "state-mismatch": "This sign-in wasn't started here or took too long. Please connect again.",
  failed: "Failed to connect to cloud storage",
} as const satisfies Record<ConnectionProblem["kind"], string>;
