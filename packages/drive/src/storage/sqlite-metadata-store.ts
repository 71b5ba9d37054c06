/**
 * MetadataStore on SQLite (WAL, synchronous=FULL). Commits that arrive together share one transaction and so one fsync;
 * each still stands or falls alone (sqlite-commit-queue.ts). Reads see only committed state, since no transaction stays open between two turns of the event loop.
 */
import Database from "better-sqlite3";
import { containsWord } from "../query/name-keys.ts";
import { comparePlaces, toPlace } from "../query/order-by.ts";
import { countCostly } from "../query/query.ts";
import { toBehind, toCondition, toOrder } from "../query/query-sql.ts";
import { SQLITE } from "../query/sqlite-dialect.ts";
import { createStopwatch } from "./clock.ts";
import { DiskFull } from "./disk-full.ts";
import type { FileRecord } from "./file-record.ts";
import type { FeedEntry, FeedPage, FeedRequest, ListPage, ListRequest, MetadataStore } from "./metadata-store.ts";
import { NewerDatabase } from "./newer-database.ts";
import { createRecentFiles } from "./recent-files.ts";
import {
  FILE_COLUMNS,
  type FileRow,
  isRemoved,
  PUT_UPLOAD_SQL,
  type RevisionRow,
  toFileRecord,
  toRevisionRecord,
  toUpload,
  toUploadRow,
  type UploadRow,
} from "./sql-rows.ts";
import { createCommitQueue, isFull } from "./sqlite-commit-queue.ts";
import { RECOUNT, SCHEMA, SCHEMA_VERSION } from "./sqlite-schema.ts";

const PREPARED_LIMIT = 200;

export function openSqliteMetadataStore(file: string): MetadataStore {
  const db = openDatabase(file);
  const prepare = createStatementCache(db);
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
    descendants: async (accountId, folderId) => readDescendants(prepare, accountId, folderId),
    countChildren: async (accountId, folderId) =>
      count("SELECT count(*) FROM files WHERE account = ? AND parent_id = ? AND removed = 0", accountId, folderId),
    list: async (accountId, request) => listFiles(prepare, accountId, request),
    feed: async (accountId, request) => readFeed(prepare, accountId, request, count("SELECT seq FROM accounts WHERE id = ?", accountId)),
    headSeq: async (accountId) => count("SELECT seq FROM accounts WHERE id = ?", accountId),
    usage: async (accountId) => ({
      bytes: count("SELECT bytes FROM accounts WHERE id = ?", accountId),
      trashBytes: count("SELECT trash_bytes FROM accounts WHERE id = ?", accountId),
    }),
    trash: async (accountId) =>
      toRecords(prepareRows(prepare, "WHERE account = ? AND removed = 0 AND explicitly_trashed = 1").all(accountId)),
    trashedBefore: async (at) =>
      prepare("SELECT account AS accountId, id AS fileId FROM files WHERE removed = 0 AND explicitly_trashed = 1 AND trashed_time < ?").all(
        at,
      ) as { readonly accountId: string; readonly fileId: string }[],
    oldRevisions: async (accountId, limit) =>
      prepare(OLD_REVISIONS_SQL).all(accountId, limit) as { readonly fileId: string; readonly id: string }[],
    revisions: async (accountId, fileId) =>
      (prepare("SELECT * FROM revisions WHERE account = ? AND file_id = ? ORDER BY seq, id").all(accountId, fileId) as RevisionRow[]).map(
        toRevisionRecord,
      ),
    commit: (accountId, commit) => commits.add(accountId, commit),
    referencedBlobs: async (keys) => findReferenced(prepare, keys),
    ...createUploads(prepare),
    close: async () => {
      await commits.idle();
      db.close();
    },
  };
}

const OLD_REVISIONS_SQL = `SELECT older.file_id AS fileId, older.id AS id FROM revisions AS older
  JOIN files ON files.account = older.account AND files.id = older.file_id
  WHERE older.account = ? AND older.keep_forever = 0 AND older.id <> coalesce(files.head_revision_id, '') ORDER BY older.made_at, older.id LIMIT ?`;

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

type Prepare = (sql: string) => Database.Statement;

/** Statements by their text; the oldest goes when there are too many different searches. */
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

/** Written into the text: a bound limit makes SQLite plan the statement anew at every call. */
function toLimit(rows: number): string {
  return `LIMIT ${Math.trunc(rows)}`;
}

function toRecords(rows: readonly unknown[]): readonly FileRecord[] {
  return (rows as readonly FileRow[]).map(toFileRecord);
}

function readDescendants(prepare: Prepare, accountId: string, folderId: string): readonly FileRecord[] {
  const sql = `WITH RECURSIVE below (id) AS (
      SELECT id FROM files WHERE account = :account AND parent_id = :folder AND removed = 0
      UNION SELECT files.id FROM files JOIN below ON files.parent_id = below.id WHERE files.account = :account AND files.removed = 0
    ) SELECT ${FILE_COLUMNS.map((column) => `files.${column}`).join(", ")} FROM below JOIN files ON files.account = :account AND files.id = below.id`;
  return toRecords(prepare(sql).raw().all({ account: accountId, folder: folderId }));
}

/** A query that looks into every file is answered in pieces, and others get their turn in between. */
async function listFiles(prepare: Prepare, accountId: string, request: ListRequest): Promise<ListPage> {
  const found = countCostly(request.query) === 0 ? listPiece(prepare, accountId, request) : await listInPieces(prepare, accountId, request);
  const files = found.slice(0, request.limit);
  const last = files.at(-1);
  const place = last === undefined ? request.after : toPlace(last, request.order);
  return { files, next: found.length > request.limit ? place : undefined };
}

/** Files by their ids: after the first, up to and with the second; undefined: to the end. */
type Piece = { readonly afterId: string; readonly toId: string | undefined };

/** One more than the page holds, where there are as many. */
function listPiece(prepare: Prepare, accountId: string, request: ListRequest, piece?: Piece): readonly FileRecord[] {
  const condition = toCondition(request.query, SQLITE);
  const behind = request.after === undefined ? { text: "1 = 1", values: [] } : toBehind(request.order, request.after);
  const order = `ORDER BY ${toOrder(request.order)}`;
  const range = piece === undefined ? "" : `AND id > ? ${piece.toId === undefined ? "" : "AND id <= ?"}`;
  const ids = piece === undefined ? [] : [piece.afterId, ...(piece.toId === undefined ? [] : [piece.toId])];
  // Which files come first is found out without carrying whole rows through the sort.
  const where = `WHERE rowid IN (SELECT rowid FROM files WHERE account = ? ${range} AND removed = 0 AND space = ? AND (${condition.text})
    AND ${behind.text} ${order} ${toLimit(request.limit + 1)}) ${order}`;
  return toRecords(prepareRows(prepare, where).all(accountId, ...ids, request.space, ...condition.values, ...behind.values));
}

const FIRST_PIECE_FILES = 16;
const MAX_PIECE_FILES = 16_384;
/** A piece that took less is followed by one of twice as many files, one that took more by half as many. */
const [SHORT_MS, LONG_MS] = [4, 12];

/** In the order of ids, which never change: a file that nobody touches meanwhile is looked at once. */
async function listInPieces(prepare: Prepare, accountId: string, request: ListRequest): Promise<readonly FileRecord[]> {
  const nth = prepare("SELECT id FROM files WHERE account = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ?").pluck();
  let best: readonly FileRecord[] = [];
  let afterId = "";
  for (let size = FIRST_PIECE_FILES; ; ) {
    await nextTurn();
    const toId = nth.get(accountId, afterId, size - 1) as string | undefined;
    const tookSoFar = createStopwatch();
    const found = listPiece(prepare, accountId, request, { afterId, toId });
    const tookMs = tookSoFar();
    if (found.length > 0) best = firstOf([...best, ...found], request);
    if (toId === undefined) return best;
    afterId = toId;
    if (tookMs < SHORT_MS) size = Math.min(MAX_PIECE_FILES, size * 2);
    else if (tookMs > LONG_MS) size = Math.max(1, Math.floor(size / 2));
  }
}

let turns = Promise.resolve();

/** One piece of all searches in each turn of the event loop, so that ten of them keep nobody waiting longer than one does. */
function nextTurn(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)));
  return turns;
}

function firstOf(files: readonly FileRecord[], { order, limit }: ListRequest): readonly FileRecord[] {
  const placed = files.map((file) => ({ file, place: toPlace(file, order) }));
  placed.sort((left, right) => comparePlaces(left.place, right.place, order));
  return placed.slice(0, limit + 1).map(({ file }) => file);
}

function readFeed(prepare: Prepare, accountId: string, request: FeedRequest, headSeq: number): FeedPage {
  const shown = request.includeRemoved ? "" : "AND removed = 0";
  const where = `WHERE account = ? AND change_seq > ? AND space = ? ${shown} ORDER BY change_seq ${toLimit(request.limit + 1)}`;
  const found = prepareRows(prepare, where).all(accountId, request.afterSeq, request.space);
  const entries = (found.slice(0, request.limit) as FileRow[]).map(toFeedEntry);
  const isLast = found.length <= request.limit;
  const seq = isLast ? Math.max(headSeq, request.afterSeq) : (entries.at(-1)?.seq ?? request.afterSeq);
  return { entries, seq, isLast };
}

function toFeedEntry(row: FileRow): FeedEntry {
  const file = toFileRecord(row);
  const place = { seq: file.changeSeq, at: file.changedAt };
  return isRemoved(row) ? { kind: "removed", ...place, fileId: file.id, space: file.space } : { kind: "file", ...place, file };
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
    uploadsBefore: async (at) => {
      const rows = prepare("SELECT * FROM upload_sessions WHERE started_at < ? ORDER BY started_at").all(at);
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
