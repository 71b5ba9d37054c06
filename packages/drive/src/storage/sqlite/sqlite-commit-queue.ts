/**
 * Commits that arrive together share one transaction and thereby one fsync; each still succeeds or fails alone. A commit resolves only when
 * it is durable.
 */
import Database from "better-sqlite3";
import { countMetadata } from "../../records/file-record.ts";
import type { Commit, CommitOutcome } from "../metadata-store.ts";
import type { RecentFiles } from "./recent-files.ts";
import { createCommitter } from "./sqlite-commit.ts";

type Waiting = {
  readonly accountId: string;
  readonly commit: Commit;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
};

export function createCommitQueue(
  db: Database.Database,
  forget: RecentFiles["forget"],
): {
  add(accountId: string, commit: Commit): Promise<CommitOutcome>;
  idle(): Promise<void>;
} {
  const apply = createCommitter(db);
  const runAll = db.transaction((batch: readonly Waiting[]) => batch.map(({ accountId, commit }) => apply(accountId, commit)));
  const waiting: Waiting[] = [];
  const flush = () => {
    const batch = waiting.splice(0, countFirst(waiting));
    if (waiting.length > 0) setImmediate(flush);
    // This runs in the same turn as the transaction, so that nothing can read in between.
    for (const { commit } of batch) forget(commit);
    resolveBatch(batch, () => runAll.immediate(batch));
  };
  return {
    add: (accountId, commit) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ accountId, commit, resolve, reject });
      }),
    idle: async () => {
      while (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Maximum bytes written by one transaction, because it runs on the event loop. A single commit is never split. */
export const BATCH_BYTES = 1024 * 1024;
/** Estimated bytes of a written and of a removed row, besides its texts. The size of a removed row is unknown here. */
const [PUT_BYTES, REMOVE_BYTES] = [4096, 16_384];

/** Returns how many of the waiting commits go into one transaction. */
function countFirst(waiting: readonly Waiting[]): number {
  let bytes = 0;
  for (const [at, { commit }] of waiting.entries()) {
    bytes += countBytes(commit);
    if (bytes > BATCH_BYTES) return Math.max(1, at);
  }
  return waiting.length;
}

function countBytes({ puts, removes, revisionPuts = [], revisionRemoves = [], upload }: Commit): number {
  const rows = puts.length + revisionPuts.length + revisionRemoves.length + 1;
  const texts = puts.reduce((sum, put) => sum + countMetadata(put), upload?.plan.length ?? 0);
  return rows * PUT_BYTES + removes.length * REMOVE_BYTES + texts;
}

export function isFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === "SQLITE_FULL";
}

/** Resolves the commits only after the shared transaction is durable. */
function resolveBatch(batch: readonly Waiting[], run: () => readonly CommitOutcome[]): void {
  try {
    const outcomes = run();
    for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as CommitOutcome);
  } catch (error) {
    for (const { resolve, reject } of batch) isFull(error) ? resolve({ kind: "disk-full" }) : reject(error);
  }
}
