/** Words about the drive beside the list, and why it is lost. Those of the bands are connection-notices.ts. Spec A §8, B §2. */
import type { LostReason, OutOfReach } from "@satchel/core/connection/connection-service-types.ts";
import type { Link } from "@satchel/core/connection/link.ts";
import type { StorageLabel } from "./storage-label.ts";

export const linkLabel = {
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

export const outOfReachText = (storage: StorageLabel) =>
  ({
    network: "There is no way to the server.",
    server: "The server does not answer.",
    drive: `The ${storage} service does not answer.`,
  }) satisfies Record<OutOfReach, string>;

export const connectionText = {
  none: (storage: StorageLabel) => `No ${storage} is connected. Notes stay on this device.`,
  offline: "No internet connection.",
} as const;
