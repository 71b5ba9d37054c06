/** `SatchelKeys` in IndexedDB: the device's row under `device`, those it replaced under `former:<vaultId>`. */
import { KEYS_DATABASE as DB } from "@satchel/core/storage-keys.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DeviceRow, KeyStore } from "./key-rows.ts";

interface KeysSchema extends DBSchema {
  keys: { key: string; value: DeviceRow };
}

const CURRENT = "device";
const FORMER = "former:";

/** Opens at the first use, and again after another tab had to delete or upgrade the database. */
export function createIndexedKeyStore(): KeyStore {
  let opening: Promise<IDBPDatabase<KeysSchema>> | undefined;
  const close = (): void => {
    opening = undefined;
  };
  const database = (): Promise<IDBPDatabase<KeysSchema>> => {
    opening ??= openKeys(close);
    // A refused opening is not remembered: the person may allow storage and try again.
    opening.catch(close);
    return opening;
  };

  return {
    async read() {
      const transaction = (await database()).transaction(DB.keys);
      const current = await transaction.store.get(CURRENT);
      const former = await transaction.store.getAll(IDBKeyRange.bound(FORMER, `${FORMER}\uffff`));
      return { current, former };
    },
    async replace(current, former) {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      const writes = [transaction.store.put(current, CURRENT)];
      if (former !== undefined) writes.push(transaction.store.put(former, FORMER + former.vaultId));
      await Promise.all([...writes, transaction.done]);
    },
    async clear() {
      const transaction = (await database()).transaction(DB.keys, "readwrite", { durability: "strict" });
      await Promise.all([transaction.store.clear(), transaction.done]);
    },
  };
}

function openKeys(onClosed: () => void): Promise<IDBPDatabase<KeysSchema>> {
  return openDB<KeysSchema>(DB.name, DB.version, {
    upgrade(database) {
      database.createObjectStore(DB.keys);
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}
