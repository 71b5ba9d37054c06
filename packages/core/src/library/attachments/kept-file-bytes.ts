/** Whether the user keeps all attachments on this device, and how many bytes of them stay; from the choice as it is stored. Pure. */
import { ATTACHMENT } from "../../model/limits.ts";

export const KEEPS_ALL = "all";

export function keepsAllFiles(stored: string | undefined): boolean {
  return stored === KEEPS_ALL;
}

/** What `rowsToEvict` leaves on this device. */
export function keptFileBytes(stored: string | undefined): number {
  return keepsAllFiles(stored) ? Number.POSITIVE_INFINITY : ATTACHMENT.cacheMaxBytes;
}
