/**
 * Runs before a page opens its first database. A browser that ended while the disk was full leaves a damaged log (renew-log.ts) without a
 * trace: the mark for it is on the same disk and was not stored. So every start assumes a damaged log. Without space for a new log it opens
 * nothing, because writes behind the damage make Chromium delete all databases at the next start.
 *
 * This does not help if Chromium evicts the origin for lack of space, which it may do unless the storage is persistent (decision 0007). The
 * mark of library/index/database-mark-service.ts is stored elsewhere and reports that later.
 */
import { isDiskFull, isTooFullToStart } from "../../browser/device-disk.ts";
import { logCut, renewLog, rollLog } from "./renew-log.ts";

/** True for Chromium: only it keeps databases in such a log, and only it has this property. */
const isChromium = (): boolean => "userAgentData" in navigator;

/** Returns false if there is no space; a database that is opened anyway returns `storage-full`. */
export async function prepareDatabases(): Promise<boolean> {
  if (!isChromium()) return true;
  if (logCut.isKnown()) {
    if (await isDiskFull()) return false;
    await renewLog();
    return true;
  }
  if (await isTooFullToStart()) {
    logCut.remember();
    return false;
  }
  // First in the browser's queue; no one waits for it.
  void rollLog();
  return true;
}
