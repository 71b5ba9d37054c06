/** Files looked up recently: a folder is looked up for everything made in it. All writes pass through the store, so it knows what to forget. */
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
  // By the id alone, which is cheaper to look for than one with the account in it: the caller has to own the file.
  const kept = createRecentlyUsed<Owned>(KEPT, () => 1);
  return {
    get: (accountId, fileId) => {
      const found = kept.get(fileId);
      return found?.accountId === accountId ? found.file : undefined;
    },
    keep: (accountId, file) => {
      // A copy made here: V8 learns where long-lived objects are made, and rows that are read once would otherwise be laid among them.
      kept.set(file.id, { accountId, file: { ...file } });
      return file;
    },
    forget: ({ puts, removes }) => {
      for (const { id } of puts) kept.delete(id);
      for (const id of removes) kept.delete(id);
    },
  };
}
