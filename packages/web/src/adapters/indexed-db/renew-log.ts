/**
 * Keeps what the databases hold after a write that the disk had no room for. Chromium keeps all databases of an origin in one LevelDB. Such a
 * write leaves half a record at the end of its log; the next opening goes on writing behind it, and the one after that takes the log for
 * corrupt and deletes every database of the origin. More than LevelDB holds in memory (4 MB) written before they are closed again makes it
 * store all it has read and begin a new log, without the half record.
 */
import { SCRATCH_DATABASE as DB, LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import { deleteDB, openDB } from "idb";
import { isDiskFull } from "../browser/disk-room.ts";
import { browserPreferences } from "../browser/preferences.ts";

/** The browser keeps a value larger than 64 KB in a file of its own, outside of the log. */
const ROW_BYTES = 32 * 1024;
const ROWS = 160;
const IS_CUT = "1";

/** Of use to the next start, too. A worker has no local storage: the page it belongs to remembers. */
export const logCut = {
  isKnown: (): boolean => browserPreferences.read(LOCAL_KEYS.logCut) !== undefined,
  remember: (): void => browserPreferences.write(LOCAL_KEYS.logCut, IS_CUT),
};

/** To be called while a database that is to be kept is open. True: nothing of the former log is left. */
export async function renewLog(): Promise<boolean> {
  try {
    const database = await openDB(DB.name, DB.version, { upgrade: (made) => void made.createObjectStore(DB.rows) });
    try {
      const transaction = database.transaction(DB.rows, "readwrite", { durability: "strict" });
      const rows = Array.from({ length: ROWS }, (_, key) => transaction.store.put(new Uint8Array(ROW_BYTES), key));
      await Promise.all([...rows, transaction.done]);
    } finally {
      database.close();
    }
    await deleteDB(DB.name);
    browserPreferences.write(LOCAL_KEYS.logCut, undefined);
    return true;
  } catch {
    // There was no room, and the browser has closed the databases: what opens them next renews the log.
    return false;
  }
}

/** Opens a database that the browser closed; throws `QuotaExceededError` while there is no room to renew the log. */
export async function openAgain<Database>(open: () => Promise<Database>): Promise<Database> {
  if (await isDiskFull()) throw new DOMException("the disk is full", "QuotaExceededError");
  const database = await open();
  await renewLog();
  return database;
}
