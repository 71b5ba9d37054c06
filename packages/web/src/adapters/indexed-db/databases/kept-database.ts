/**
 * Deletes our databases, and implements `SatchelKept` in IndexedDB: sealed rows of revoked sessions, by vault. It outlives that session's
 * cache and keys. Port: core/ports/device/kept-store.ts.
 */

import { SIGN_OUT } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { KEPT_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { KeptRow, KeptStore } from "@satchel/core/ports/device/kept-store.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import { guarded } from "./idb-problems.ts";
import { logCut, openAgain } from "./renew-log.ts";

interface KeptSchema extends DBSchema {
  kept: { key: [string, string, string]; value: KeptRow };
}

export function createKeptStore(): KeptStore & { eraseEmpty(): Promise<boolean> } {
  const withStore = async <Value>(run: (database: IDBPDatabase<KeptSchema>) => Promise<Value>): Promise<Value> => {
    const open = () =>
      openDB<KeptSchema>(DB.name, DB.version, {
        upgrade: (made) => void made.createObjectStore(DB.kept, { keyPath: ["vaultId", "kind", "id"] }),
      });
    const database = await (logCut.isKnown() ? openAgain(open) : open());
    try {
      return await run(database);
    } finally {
      database.close();
    }
  };
  return {
    put: (rows) =>
      guarded(() =>
        withStore(async (database) => {
          const transaction = database.transaction(DB.kept, "readwrite", { durability: "strict" });
          await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done]);
        }),
      ),
    list: (vaultId) => guarded(() => withStore((database) => database.getAll(DB.kept, IDBKeyRange.bound([vaultId], [vaultId, "\uffff"])))),
    remove: (rows) =>
      guarded(() =>
        withStore(async (database) => {
          const transaction = database.transaction(DB.kept, "readwrite", { durability: "strict" });
          const gone = rows.map(({ vaultId, kind, id }) => transaction.store.delete([vaultId, kind, id]));
          await Promise.all([...gone, transaction.done]);
        }),
      ),
    /** Returns false if it still holds work, which waits for a sign-in with its keys. */
    async eraseEmpty() {
      const counted = await guarded(() => withStore((database) => database.count(DB.kept)));
      if (!counted.ok || counted.value > 0) return false;
      return (await guarded(() => deleteDB(DB.name))).ok;
    },
  };
}

/**
 * Deletes a database with up to three tries, with growing pauses for other tabs to close it. No further try once `isOver`. Spec B §4
 * "Logout".
 */
export async function eraseDatabase(
  name: string,
  timers: Timers,
  isOver: () => boolean = () => false,
): Promise<Result<void, StoreProblem>> {
  let last: Result<void, StoreProblem> = failed({ kind: "storage-broken", detail: "blocked" });
  for (let attempt = 1; attempt <= SIGN_OUT.databaseTries && !isOver(); attempt += 1) {
    last = await Promise.race([guarded(() => deleteDB(name)), blockedAfter(attempt * SIGN_OUT.databaseTryMs, timers)]);
    if (last.ok) return ok(undefined);
  }
  return last;
}

function blockedAfter(delayMs: number, timers: Timers): Promise<Result<void, StoreProblem>> {
  return new Promise((resolve) => timers.after(delayMs, () => resolve(failed({ kind: "storage-broken", detail: "blocked" }))));
}
