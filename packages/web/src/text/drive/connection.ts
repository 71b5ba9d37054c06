/** Drive status beside the list, and why the connection was lost. For the bands see connection-notices.ts. Spec A §8, B §2. */
import type { LostReason, OutOfReach } from "@satchel/core/connection/connection-service-types.ts";
import type { Link } from "@satchel/core/connection/link.ts";
import type { StorageLabel } from "../storage-label.ts";

export const linkLabel = {
  connecting: "Connecting",
  connected: "Connected",
  disconnected: "Disconnected",
  offline: "Offline",
} as const satisfies Record<Link, string>;

/** Reasons for a lost connection that only the user can fix, with what to do. */
export const lostText = {
  revoked: "Access was revoked or expired after a long time without use. Reconnect to continue.",
  "grant-ended": "Access was granted for a limited time, as with apps in testing, and has expired. Reconnect to continue.",
  "scope-missing": "The drive permission is missing. Reconnect and keep the drive permission checked.",
  "not-permitted": "The drive denied access to Satchel's files. Reconnect and keep the drive permission checked.",
} as const satisfies Record<LostReason, string>;

export const outOfReachText = (storage: StorageLabel) =>
  ({
    network: "Can't reach the server.",
    server: "The server isn't responding.",
    drive: `The ${storage} service isn't responding.`,
  }) satisfies Record<OutOfReach, string>;

export const connectionText = {
  none: (storage: StorageLabel) => `No ${storage} connected. Notes stay on this device.`,
  offline: "Changes are kept on this device.",
} as const;
