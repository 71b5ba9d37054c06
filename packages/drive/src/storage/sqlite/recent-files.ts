/**
 * Caches recently read files, because a folder is looked up for everything created in it. All writes pass through the store, so it knows
 * which entries to drop.
 */
import type { FileRecord } from "../../records/file-record.ts";
import type { Commit } from "../metadata-store.ts";
import { createRecentlyUsed } from "../recently-used.ts";

const KEPT = 4000;

export type RecentFiles = {
  get(accountId: string, fileId: string): FileRecord | undefined;
  keep(accountId: string, file: FileRecord): FileRecord;
  forget(commit: Commit): void;
};

type Owned = { readonly accountId: string; readonly file: FileRecord };

export function createRecentFiles(): RecentFiles {
  // Keyed by the id alone, which is cheaper than a key with the account. The caller's account must match the file's.
  const kept = createRecentlyUsed<Owned>(KEPT, () => 1);
  return {
    get: (accountId, fileId) => {
      const found = kept.get(fileId);
      return found?.accountId === accountId ? found.file : undefined;
    },
    keep: (accountId, file) => {
      // Copied here because V8 learns which code allocates long-lived objects; otherwise it would place rows that are read only once beside
      // them.
      kept.set(file.id, { accountId, file: { ...file } });
      return file;
    },
    forget: ({ puts, removes }) => {
      for (const { id } of puts) kept.delete(id);
      for (const id of removes) kept.delete(id);
    },
  };
}
