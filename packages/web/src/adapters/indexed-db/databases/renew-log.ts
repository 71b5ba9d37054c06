/**
 * Protects the databases after a write for which the disk had no space. Chromium keeps all databases of an origin in one LevelDB.
 *
 * Measured with Chromium 156 and a profile on a file system of 160 MB: after such a write the browser is killed, and started twice with
 * space again. At the first start every note is there; at the second the origin has no databases. With `rollLog` at the first start all
 * stay (e2e/full-disk-restart.test.ts), and the profile has a new log of 46 bytes. With `renewLog` in the page that saw the refusal, two
 * pages with plain databases kept 20 of 20 rows in 8 of 8 rounds.
 *
 * Assumed from how LevelDB works: the write leaves half a record at the end of the log. The next opening reads up to it and appends behind
 * it; the one after that takes the log for corrupt, and Chromium deletes it. Both functions make LevelDB store its memory and begin a new
 * log: `rollLog` by deleting a database, `renewLog` by writing more than LevelDB holds in memory (4 MB).
 */
import { SCRATCH_DATABASE as DB, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { deleteDB, openDB } from "idb";
import { isDiskFull } from "../../browser/device-disk.ts";
import { browserPreferences } from "../../browser/preferences.ts";

/** Bytes per row; the browser stores values over 64 KB in separate files, outside the log. */
const ROW_BYTES = 32 * 1024;
const ROWS = 160;
const IS_CUT = "1";

/** Remembers a damaged log for the next start, too. A worker has no local storage, so its page remembers. */
export const logCut = {
  isKnown: (): boolean => browserPreferences.read(LOCAL_KEYS.logCut) !== undefined,
  remember: (): void => browserPreferences.write(LOCAL_KEYS.logCut, IS_CUT),
};

/**
 * Begins a new log if no damage is known: takes milliseconds instead of a tenth of a second. Deleting a database makes Chromium store what
 * it has read and begin a new log, however small.
 */
export async function rollLog(): Promise<void> {
  try {
    (await openScratch()).close();
    await deleteDB(DB.name);
  } catch {
    // No space, or no databases at all; the next opening reports that.
  }
}

/** Must be called while a database that will be kept is open. Returns true if nothing of the former log remains. */
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
    // There was no space, and the browser closed the databases: the next opening renews the log.
    return false;
  }
}

const openScratch = () => openDB(DB.name, DB.version, { upgrade: (made) => void made.createObjectStore(DB.rows) });

/** Reopens a database that the browser closed; throws `QuotaExceededError` while there is no space to renew the log. */
export async function openAgain<Database>(open: () => Promise<Database>): Promise<Database> {
  if (await isDiskFull()) throw new DOMException("the disk is full", "QuotaExceededError");
  const database = await open();
  await renewLog();
  return database;
}
