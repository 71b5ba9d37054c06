/**
 * `SatchelKeys` in IndexedDB: the device's row under `device`, replaced ones under `former:<vaultId>`, sensitive sessions under
 * `session:<name>:<sid>`.
 */
import { KEYS_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { openAgain } from "../../indexed-db/databases/renew-log.ts";
import type { DeviceRow, KeyStore, SessionRow } from "./key-rows.ts";

interface KeysSchema extends DBSchema {
  keys: { key: string; value: DeviceRow | SessionRow };
}

const CURRENT = "device";
const FORMER = "former:";
const SESSION = "session:";
const sessionKeyOf = ({ name, sid }: SessionRow): string => `${SESSION}${name}:${sid}`;
const startingWith = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Opens the database at the first use, and again after another tab had to delete or upgrade it. */
export function createIndexedKeyStore(): KeyStore {
  let opening: Promise<IDBPDatabase<KeysSchema>> | undefined;
  let isLost = false;
  const close = (): void => {
    opening = undefined;
  };
  const lose = (): void => {
    isLost = true;
    close();
  };
  const database = (): Promise<IDBPDatabase<KeysSchema>> => {
    const open = () => openKeys(close, lose);
    opening ??= isLost ? openAgain(open) : open();
    // A refused opening is not cached, because the user may allow storage and try again.
    opening.catch(close);
    return opening;
  };

  return {
    async read() {
      const transaction = (await database()).transaction(DB.keys);
      const current = (await transaction.store.get(CURRENT)) as DeviceRow | undefined;
      const former = (await transaction.store.getAll(startingWith(FORMER))) as DeviceRow[];
      return { current, former };
    },
    async replace(current, former) {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      const writes = [transaction.store.put(current, CURRENT)];
      if (former !== undefined) writes.push(transaction.store.put(former, FORMER + former.vaultId));
      await Promise.all([...writes, transaction.done]);
    },
    readSessions: async (name) => (await (await database()).getAll(DB.keys, startingWith(`${SESSION}${name}:`))) as SessionRow[],
    async addSessions(rows) {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      await Promise.all([...rows.map((row) => transaction.store.put(row, sessionKeyOf(row))), transaction.done]);
    },
    async replaceSessions(rows) {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      const found = await Promise.all(rows.map((row) => transaction.store.getKey(sessionKeyOf(row))));
      const isThere = found.every((key) => key !== undefined);
      const writes = isThere ? rows.map((row) => transaction.store.put(row, sessionKeyOf(row))) : [];
      await Promise.all([...writes, transaction.done]);
      return isThere;
    },
    async forgetSessions(isOver) {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      const rows = (await transaction.store.getAll(startingWith(SESSION))) as SessionRow[];
      const gone = rows.filter(isOver).map((row) => transaction.store.delete(sessionKeyOf(row)));
      await Promise.all([...gone, transaction.done]);
    },
    async clear() {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      await Promise.all([transaction.store.clear(), transaction.done]);
    },
  };
}

/** `onLost`: the browser closed the database. */
function openKeys(onClosed: () => void, onLost: () => void): Promise<IDBPDatabase<KeysSchema>> {
  return openDB<KeysSchema>(DB.name, DB.version, {
    upgrade(database) {
      database.createObjectStore(DB.keys);
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onLost,
  });
}
