/**
 * Keeps what the databases hold after a write that the disk had no space for. Chromium keeps all databases of an origin in one LevelDB.
 *
 * Measured, with Chromium 156 and a profile on a file system of 160 MB: after such a write the browser is killed, and started twice with space
 * again. At the first start every note is there, at the second the origin has no database left; with `rollLog` at the first start it keeps
 * them all (e2e/full-disk-restart.test.ts), and the profile has a new log of 46 bytes. With `renewLog` in the page that saw the refusal, two
 * pages with plain databases kept 20 of 20 rows in 8 of 8 rounds.
 *
 * Supposed, from how LevelDB works: the write leaves half a record at the end of the log. The next opening reads up to it and goes on writing
 * behind it; the one after that takes the log for corrupt, and Chromium deletes what is corrupt. Both functions make LevelDB store what it has
 * in memory and begin a new log: one because a database is deleted, the other because more is written than it keeps there (4 MB).
 */
import { SCRATCH_DATABASE as DB, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { deleteDB, openDB } from "idb";
import { isDiskFull } from "../../browser/device-disk.ts";
import { browserPreferences } from "../../browser/preferences.ts";

/** The browser keeps a value larger than 64 KB in a file of its own, outside of the log. */
const ROW_BYTES = 32 * 1024;
const ROWS = 160;
const IS_CUT = "1";

/** Of use to the next start, too. A worker has no local storage: the page it belongs to remembers. */
export const logCut = {
  isKnown: (): boolean => browserPreferences.read(LOCAL_KEYS.logCut) !== undefined,
  remember: (): void => browserPreferences.write(LOCAL_KEYS.logCut, IS_CUT),
};

/**
 * The same for a log that is not known to be damaged: a few milliseconds instead of a tenth of a second. Once a database has been deleted,
 * Chromium stores what it has read and begins a new log, however little that is.
 */
export async function rollLog(): Promise<void> {
  try {
    (await openScratch()).close();
    await deleteDB(DB.name);
  } catch {
    // No space, or no databases at all: opening one reports that.
  }
}

/** To be called while a database that is to be kept is open. True: nothing of the former log is left. */
export async function renewLog(): Promise<boolean> {
  try {
    const database = await openScratch();
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
    // There was no space, and the browser has closed the databases: what opens them next renews the log.
    return false;
  }
}

const openScratch = () => openDB(DB.name, DB.version, { upgrade: (made) => void made.createObjectStore(DB.rows) });

/** Opens a database that the browser closed; throws `QuotaExceededError` while there is no space to renew the log. */
export async function openAgain<Database>(open: () => Promise<Database>): Promise<Database> {
  if (await isDiskFull()) throw new DOMException("the disk is full", "QuotaExceededError");
  const database = await open();
  await renewLog();
  return database;
}
