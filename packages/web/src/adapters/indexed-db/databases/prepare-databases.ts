/**
 * Before a page opens its first database. A browser that ended while the disk was full leaves a damaged log (renew-log.ts), and nothing that
 * says so: the mark of it is on the same disk, and was not kept. So every start takes the log for damaged. It opens nothing where there is
 * no space to begin a new one, because what is written behind the damage meanwhile makes Chromium delete all databases at the next start.
 *
 * It does not help where Chromium evicts the origin for want of space, which it does with all that sites store unless the storage is persistent
 * (decision 0007). The mark of library/index/database-mark-service.ts is elsewhere and says so later.
 */
import { isDiskFull, isTooFullToStart } from "../../browser/device-disk.ts";
import { logCut, renewLog, rollLog } from "./renew-log.ts";

/** Only Chromium keeps databases in such a log, and only it has this. */
const isChromium = (): boolean => "userAgentData" in navigator;

/** False: there is no space; a database that is opened all the same answers `storage-full`. */
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
  // Before all others in the browser's queue; no one waits for it.
  void rollLog();
  return true;
}
