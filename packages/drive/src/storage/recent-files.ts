/** Files looked up lately: a folder is looked up for everything made in it. All writes pass through the store, so it knows what to forget. */
import type { FileRecord } from "./file-record.ts";
import type { Commit } from "./metadata-store.ts";
import { createRecentlyUsed } from "./recently-used.ts";

const KEPT = 4000;

export type RecentFiles = {
  get(accountId: string, fileId: string): FileRecord | undefined;
  keep(accountId: string, file: FileRecord): FileRecord;
  forget(accountId: string, commit: Commit): void;
};

export function createRecentFiles(): RecentFiles {
  const files = createRecentlyUsed<FileRecord>(KEPT);
  // With its length in front no account's name can reach into another's.
  const toKey = (accountId: string, fileId: string) => `${accountId.length} ${accountId} ${fileId}`;
  return {
    get: (accountId, fileId) => files.get(toKey(accountId, fileId)),
    keep: (accountId, file) => {
      // A copy made here: V8 learns where long-lived objects are made, and rows that are read once would otherwise be laid among them.
      files.set(toKey(accountId, file.id), { ...file }, 1);
      return file;
    },
    forget: (accountId, { puts, removes }) => {
      for (const { id } of puts) files.delete(toKey(accountId, id));
      for (const id of removes) files.delete(toKey(accountId, id));
    },
  };
}
