/**
 * The record of an import that can be continued. Stored beside the mirror's data, so that both are deleted with their notes. Port:
 * core/ports/transfer/import-records.ts.
 */
import { TRANSFER_ROWS, TRANSFER_VERSION } from "@satchel/core/model/storage-keys.ts";
import type { ImportRecords, ImportTurns } from "@satchel/core/ports/transfer/import-records.ts";
import { parseImportRecord } from "@satchel/core/transfer/import/import-record.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { guarded } from "../indexed-db/databases/idb-problems.ts";

interface ImportSchema extends DBSchema {
  mirror: { key: string; value: unknown };
}

const RECORD = "import";

export function createImportRecords(databaseName: string): ImportRecords {
  const withRows = async <Value>(run: (database: IDBPDatabase<ImportSchema>) => Promise<Value>): Promise<Value> => {
    const database = await openDB<ImportSchema>(databaseName, TRANSFER_VERSION, {
      upgrade: (made) => void made.createObjectStore(TRANSFER_ROWS),
    });
    try {
      return await run(database);
    } finally {
      database.close();
    }
  };
  return {
    async load() {
      const read = await guarded(() => withRows((database) => database.get(TRANSFER_ROWS, RECORD)));
      return read.ok ? parseImportRecord(read.value) : undefined;
    },
    // Must be on disk before the first note, because otherwise that note would count as one that existed before.
    save: (record) =>
      guarded(() =>
        withRows(async (database) => {
          const transaction = database.transaction(TRANSFER_ROWS, "readwrite", { durability: "strict" });
          await Promise.all([transaction.store.put(record, RECORD), transaction.done]);
        }),
      ),
    async forget() {
      await guarded(() => withRows((database) => database.delete(TRANSFER_ROWS, RECORD)));
    },
  };
}

/** A Web Lock with the database's name, which the browser passes on when a tab closes or crashes. */
export function createImportTurns(databaseName: string): ImportTurns {
  return {
    run: (work) => navigator.locks.request(databaseName, work) as ReturnType<typeof work>,
    runIfFree: <Value>(work: () => Promise<Value>) =>
      navigator.locks.request(databaseName, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work())) as Promise<
        Value | undefined
      >,
  };
}
