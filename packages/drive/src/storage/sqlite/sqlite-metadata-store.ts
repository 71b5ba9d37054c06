/** MetadataStore on SQLite (WAL, synchronous=FULL). Concurrent commits share one fsync (sqlite-commit-queue.ts); each fails alone. */
import Database from "better-sqlite3";
import { containsWord } from "../../query/name-keys.ts";
import { DiskFull, NewerDatabase } from "../../result.ts";
import type { MetadataStore } from "../metadata-store.ts";
import {
  FILE_COLUMNS,
  type FileRow,
  PUT_UPLOAD_SQL,
  type RevisionRow,
  STORED_REVISION_COLUMNS,
  type StoredRevisionRow,
  toFileRecord,
  toRevisionRecord,
  toStoredRevision,
  toUpload,
  toUploadRow,
  type UploadRow,
} from "../sql-rows.ts";
import { createRecentFiles } from "./recent-files.ts";
import { createCommitQueue, isFull } from "./sqlite-commit-queue.ts";
import { createTurns, listFiles, type Prepare, readFeed } from "./sqlite-lists.ts";
import { RECOUNT, SCHEMA, SCHEMA_VERSION } from "./sqlite-schema.ts";
import { readDescendants, readOldRevisions, readTrash, readTrashedBefore } from "./sqlite-trees.ts";

const PREPARED_LIMIT = 200;

export function openSqliteMetadataStore(file: string): MetadataStore {
  const db = openDatabase(file);
  const prepare = createStatementCache(db);
  const turns = createTurns();
  const recent = createRecentFiles();
  const commits = createCommitQueue(db, recent.forget);
  const count = (sql: string, ...values: readonly (string | number)[]) =>
    Number(
      prepare(sql)
        .pluck()
        .get(...values) ?? 0,
    );
  return {
    get: (accountId, fileId) => {
      const known = recent.get(accountId, fileId);
      if (known !== undefined) return known;
      const row = prepareRows(prepare, "WHERE account = ? AND id = ? AND removed = 0").get(accountId, fileId);
      return row === undefined ? undefined : recent.keep(accountId, toFileRecord(row as FileRow));
    },
    isUsed: async (accountId, fileId) => count("SELECT count(*) FROM files WHERE account = ? AND id = ?", accountId, fileId) > 0,
    descendants: (accountId, folderId) => readDescendants({ prepare, turns }, accountId, folderId),
    countChildren: async (accountId, folderId) =>
      count("SELECT count(*) FROM files WHERE account = ? AND parent_id = ? AND removed = 0", accountId, folderId),
    list: async (accountId, request) => listFiles({ prepare, turns }, accountId, request),
    feed: async (accountId, request) =>
      readFeed({ prepare, turns }, accountId, { request, headSeq: count("SELECT seq FROM accounts WHERE id = ?", accountId) }),
    headSeq: async (accountId) => count("SELECT seq FROM accounts WHERE id = ?", accountId),
    usage: async (accountId) => ({
      bytes: count("SELECT bytes FROM accounts WHERE id = ?", accountId),
      trashBytes: count("SELECT trash_bytes FROM accounts WHERE id = ?", accountId),
    }),
    trash: (accountId) => readTrash(prepare, turns, accountId),
    trashedBefore: (at) => readTrashedBefore(prepare, turns, at),
    oldRevisions: (accountId, limit) => readOldRevisions({ prepare, turns }, accountId, limit),
    revisions: async (accountId, fileId) =>
      (prepare("SELECT * FROM revisions WHERE account = ? AND file_id = ? ORDER BY seq, id").all(accountId, fileId) as RevisionRow[]).map(
        toRevisionRecord,
      ),
    allRevisions: async (after, limit) => {
      const sql = `SELECT ${STORED_REVISION_COLUMNS} FROM revisions WHERE (account, file_id, id) > (?, ?, ?) ORDER BY account, file_id, id LIMIT ?`;
      return (prepare(sql).all(after.accountId, after.fileId, after.id, limit) as StoredRevisionRow[]).map(toStoredRevision);
    },
    commit: (accountId, commit) => commits.add(accountId, commit),
    referencedBlobs: async (keys) => findReferenced(prepare, keys),
    ...createUploads(prepare),
    close: async () => {
      await commits.idle();
      db.close();
    },
  };
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("cache_size = -4000");
  const version = Number(db.pragma("user_version", { simple: true }));
  if (version > SCHEMA_VERSION) throw new NewerDatabase(file);
  db.exec(SCHEMA);
  if (version > 0 && version < SCHEMA_VERSION) db.exec(RECOUNT);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
  db.function("contains_word", { deterministic: true }, (name: unknown, search: unknown) =>
    containsWord(String(name), String(search)) ? 1 : 0,
  );
  return db;
}

/** Caches statements by their text; the oldest is dropped if there are too many different searches. */
function createStatementCache(db: Database.Database): Prepare {
  const statements = new Map<string, Database.Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    if (!statements.has(sql) && statements.size >= PREPARED_LIMIT) statements.delete(statements.keys().next().value ?? "");
    statements.set(sql, statement);
    return statement;
  };
}

const SELECT_ROWS = `SELECT ${FILE_COLUMNS.join(", ")} FROM files`;

function prepareRows(prepare: Prepare, where: string): Database.Statement {
  return prepare(`${SELECT_ROWS} ${where}`).raw();
}

function findReferenced(prepare: Prepare, keys: readonly string[]): ReadonlySet<string> {
  const inRevision = prepare("SELECT 1 FROM revisions WHERE blob_key = ? LIMIT 1");
  const inUpload = prepare("SELECT 1 FROM upload_sessions WHERE blob_key = ? LIMIT 1");
  return new Set(keys.filter((key) => inRevision.get(key) !== undefined || inUpload.get(key) !== undefined));
}

function createUploads(prepare: Prepare): Pick<MetadataStore, "putUpload" | "getUpload" | "removeUpload" | "uploadsOf" | "uploadsBefore"> {
  return {
    putUpload: async (upload) => {
      orDiskFull(() => prepare(PUT_UPLOAD_SQL).run(toUploadRow(upload)));
    },
    getUpload: async (uploadId) => {
      const row = prepare("SELECT * FROM upload_sessions WHERE id = ?").get(uploadId);
      return row === undefined ? undefined : toUpload(row as UploadRow);
    },
    removeUpload: async (uploadId) => {
      orDiskFull(() => prepare("DELETE FROM upload_sessions WHERE id = ?").run(uploadId));
    },
    uploadsOf: async (accountId) => {
      const rows = prepare("SELECT * FROM upload_sessions WHERE account = ? ORDER BY started_at").all(accountId);
      return (rows as UploadRow[]).map(toUpload);
    },
    uploadsBefore: async (at, limit) => {
      const rows = prepare("SELECT * FROM upload_sessions WHERE started_at < ? ORDER BY started_at LIMIT ?").all(at, limit);
      return (rows as UploadRow[]).map(toUpload);
    },
  };
}

function orDiskFull(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    throw isFull(error) ? new DiskFull() : error;
  }
}
