/** MetadataStore on PostgreSQL for several servers. It keeps no state in this process, and every read except a page is one statement. */
import { matches } from "../../query/match-query.ts";
import { QueryTooCostly } from "../../query/query.ts";
import { type SqlValue, toBehind, toCondition, toOrder, toOrderColumns } from "../../query/query-sql.ts";
import type { FileRecord } from "../../records/file-record.ts";
import { DiskFull } from "../../result.ts";
import type {
  FeedEntry,
  FeedPage,
  FeedRequest,
  ListCursor,
  ListPage,
  ListRequest,
  MetadataStore,
  TreeEntry,
  UploadRecord,
  Usage,
} from "../metadata-store.ts";
import {
  FILE_COLUMNS,
  type FileRow,
  isRemoved,
  type RevisionRow,
  STORED_REVISION_COLUMNS,
  type StoredRevisionRow,
  TREE_ROW_COLUMNS,
  type TreeRow,
  toFileRecord,
  toRevisionRecord,
  toStoredRevision,
  toTreeEntry,
  toUpload,
  type UploadRow,
} from "../sql-rows.ts";
import { applyCommit, PUT_UPLOAD, toUploadValues } from "./postgres-commit.ts";
import { type PostgresPool, toValues, transact } from "./postgres-pool.ts";
import { migratePostgres, POSTGRES } from "./postgres-schema.ts";

/** The pool belongs to the caller: `close` leaves it open. */
export async function openPostgresMetadataStore(pool: PostgresPool): Promise<MetadataStore> {
  await migratePostgres(pool);
  const rows = createRowReader(pool);
  return {
    get: async (accountId, fileId) => (await rows.files("WHERE account = $1 AND id = $2 AND removed = 0", [accountId, fileId]))[0],
    isUsed: async (accountId, fileId) => (await rows.count("FROM drive_files WHERE account = $1 AND id = $2", [accountId, fileId])) > 0,
    descendants: (accountId, folderId) => rows.tree(BELOW, [accountId, folderId]),
    countChildren: (accountId, folderId) =>
      rows.count("FROM drive_files WHERE account = $1 AND parent_id = $2 AND removed = 0", [accountId, folderId]),
    list: (accountId, request) => listFiles(rows, accountId, request),
    feed: (accountId, request) => readFeed(rows, accountId, request),
    headSeq: async (accountId) => (await rows.account(accountId)).seq,
    usage: async (accountId): Promise<Usage> => {
      const { bytes, trash_bytes: trashBytes } = await rows.account(accountId);
      return { bytes, trashBytes };
    },
    trash: (accountId) => rows.tree("WHERE account = $1 AND removed = 0 AND explicitly_trashed = 1", [accountId]),
    trashedBefore: async (at) =>
      rows.all(
        `SELECT account AS "accountId", id AS "fileId" FROM drive_files WHERE removed = 0 AND explicitly_trashed = 1 AND trashed_time < $1`,
        [at],
      ),
    oldRevisions: (accountId, limit) =>
      rows.all(
        `SELECT older.file_id AS "fileId", older.id FROM drive_revisions AS older
         JOIN drive_files AS files ON files.account = older.account AND files.id = older.file_id
         WHERE older.account = $1 AND older.keep_forever = 0 AND older.id <> coalesce(files.head_revision_id, '')
         ORDER BY older.made_at, older.id LIMIT $2`,
        [accountId, limit],
      ),
    revisions: async (accountId, fileId) => {
      const sql = "SELECT * FROM drive_revisions WHERE account = $1 AND file_id = $2 ORDER BY seq, id";
      return (await rows.all<RevisionRow>(sql, [accountId, fileId])).map(toRevisionRecord);
    },
    allRevisions: async (after, limit) => {
      const sql = `SELECT ${STORED_REVISION_COLUMNS} FROM drive_revisions WHERE (account, file_id, id) > ($1, $2, $3) ORDER BY account, file_id, id LIMIT $4`;
      return (await rows.all<StoredRevisionRow>(sql, [after.accountId, after.fileId, after.id, limit])).map(toStoredRevision);
    },
    commit: (accountId, commit) =>
      transact(
        pool,
        (client) => applyCommit(client, accountId, commit),
        (outcome) => outcome.kind === "done",
      ).catch((error: unknown) => {
        if (isFull(error)) return { kind: "disk-full" };
        throw error;
      }),
    referencedBlobs: async (keys) => findReferenced(rows, keys),
    ...createUploads(rows),
    close: async () => undefined,
  };
}

const DISK_FULL = "53100";

function isFull(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === DISK_FULL;
}

type AccountRow = { readonly seq: number; readonly bytes: number; readonly trash_bytes: number };

type RowReader = {
  readonly all: <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;
  readonly arrays: <Row extends readonly unknown[]>(sql: string, values: readonly unknown[]) => Promise<Row[]>;
  /** Rows in raw form, in the order of `FILE_COLUMNS`. `rest` is the SQL after the column names and their table. */
  readonly raw: (rest: string, values: readonly unknown[]) => Promise<FileRow[]>;
  readonly files: (rest: string, values: readonly unknown[]) => Promise<readonly FileRecord[]>;
  readonly tree: (rest: string, values: readonly unknown[]) => Promise<readonly TreeEntry[]>;
  readonly count: (rest: string, values: readonly unknown[]) => Promise<number>;
  readonly account: (accountId: string) => Promise<AccountRow>;
};

const SELECT_FILES = `SELECT ${FILE_COLUMNS.map((column) => `drive_files.${column}`).join(", ")} FROM drive_files`;
const TREE_COLUMNS = TREE_ROW_COLUMNS.map((column) => `drive_files.${column}`).join(", ");
const NO_ACCOUNT: AccountRow = { seq: 0, bytes: 0, trash_bytes: 0 };

const BELOW = `JOIN (
    WITH RECURSIVE below (id) AS (
      SELECT id FROM drive_files WHERE account = $1 AND parent_id = $2 AND removed = 0
      UNION SELECT files.id FROM drive_files AS files JOIN below ON files.parent_id = below.id WHERE files.account = $1 AND files.removed = 0
    ) SELECT id FROM below
  ) AS tree ON drive_files.id = tree.id WHERE account = $1`;

function createRowReader(pool: PostgresPool): RowReader {
  const all = async <Row extends object>(sql: string, values: readonly unknown[]) => (await pool.query<Row>(sql, toValues(values))).rows;
  const arrays = async <Row extends readonly unknown[]>(text: string, values: readonly unknown[]) => {
    const { rows } = await pool.query({ text, values: toValues(values), rowMode: "array" });
    return rows as unknown as Row[];
  };
  const raw = (rest: string, values: readonly unknown[]) => arrays<FileRow>(`${SELECT_FILES} ${rest}`, values);
  return {
    all,
    arrays,
    raw,
    files: async (rest, values) => (await raw(rest, values)).map(toFileRecord),
    tree: async (rest, values) => (await all<TreeRow>(`SELECT ${TREE_COLUMNS} FROM drive_files ${rest}`, values)).map(toTreeEntry),
    count: async (rest, values) => (await all<{ readonly count: number }>(`SELECT count(*) AS count ${rest}`, values))[0]?.count ?? 0,
    account: async (accountId) =>
      (await all<AccountRow>("SELECT seq, bytes, trash_bytes FROM drive_accounts WHERE id = $1", [accountId]))[0] ?? NO_ACCOUNT,
  };
}

type Found = { readonly id: string; readonly bytes: number; readonly cursor: ListCursor };

/**
 * Finds the matching files first and then reads only as many records as a page holds, because a thousand files could hold 100 MB of
 * metadata.
 */
async function listFiles(rows: RowReader, accountId: string, request: ListRequest): Promise<ListPage> {
  const found = await findCursors(rows, accountId, request);
  const { taken, pieces } = toPage(found.slice(0, request.limit));
  const files: FileRecord[] = [];
  for (const piece of pieces) {
    const ids = piece.map(({ id }) => id);
    const read = await rows.files("WHERE account = $1 AND id = ANY($2) AND removed = 0", [accountId, ids]);
    const byId = new Map(read.map((file) => [file.id, file]));
    // A file that changed since it was found is matched again.
    files.push(...ids.flatMap((id) => byId.get(id) ?? []).filter((file) => matches(request.query, file)));
  }
  return { files, next: found.length > taken ? (found[taken - 1]?.cursor ?? request.after) : undefined };
}

async function findCursors(rows: RowReader, accountId: string, request: ListRequest): Promise<readonly Found[]> {
  const { query, order, space, limit, after } = request;
  const condition = toCondition(query, POSTGRES);
  const behind = after === undefined ? { text: "1 = 1", values: [] } : toBehind(order, after);
  const cursor = toOrderColumns(order).map((column, at) => `${column} AS place_${at}`);
  const sql = `SELECT id, ${TEXT_BYTES} AS text_bytes, ${cursor.join(", ")} FROM drive_files
    WHERE account = ? AND removed = 0 AND space = ? AND (${condition.text}) AND ${behind.text} ORDER BY ${toOrder(order)} LIMIT ${Math.trunc(limit + 1)}`;
  const values: readonly SqlValue[] = [accountId, space, ...condition.values, ...behind.values];
  try {
    const found = await rows.arrays<readonly [id: string, bytes: number, ...cursor: ListCursor]>(toNumbered(sql), values);
    return found.map(([id, bytes, ...rest]) => ({ id, bytes, cursor: rest }));
  } catch (error) {
    throw isTooLong(error) ? new QueryTooCostly() : error;
  }
}

const QUERY_CANCELED = "57014";

function isTooLong(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === QUERY_CANCELED;
}

const TEXT_BYTES = `(${["name", "description", "original_filename", "app_properties", "properties"]
  .map((column) => `coalesce(octet_length(${column}), 0)`)
  .join(" + ")})`;

/**
 * Returns the number of rows that fit into a page, and splits them into pieces that one statement can read. A page holds at least one row,
 * however large.
 */
function toPage<Row extends { readonly bytes: number }>(
  rows: readonly Row[],
): { readonly taken: number; readonly pieces: readonly (readonly Row[])[] } {
  const pieces: Row[][] = [];
  let [pageBytes, pieceBytes] = [0, 0];
  for (const [taken, row] of rows.entries()) {
    pageBytes += row.bytes;
    if (pageBytes > MAX_PAGE_BYTES && taken > 0) return { taken, pieces };
    const last = pieces.at(-1);
    if (last === undefined || pieceBytes + row.bytes > PIECE_BYTES) pieces.push([row]);
    else last.push(row);
    pieceBytes = last === pieces.at(-1) ? pieceBytes + row.bytes : row.bytes;
  }
  return { taken: rows.length, pieces };
}

const MAX_PAGE_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Replaces `?` by `$1`, `$2` …. The texts of queries contain `?` only as a placeholder. */
function toNumbered(text: string): string {
  let at = 0;
  return text.replaceAll("?", () => {
    at += 1;
    return `$${at}`;
  });
}

async function readFeed(rows: RowReader, accountId: string, request: FeedRequest): Promise<FeedPage> {
  // Read before the entries: a change written between the two statements is returned by the next call and never skipped.
  const headSeq = (await rows.account(accountId)).seq;
  const shown = request.includeRemoved ? "" : "AND removed = 0";
  const inFeed = `WHERE account = $1 AND change_seq > $2 AND space = $3 ${shown}`;
  const found = await rows.all<{ readonly seq: number; readonly bytes: number }>(
    `SELECT change_seq AS seq, ${TEXT_BYTES} AS bytes FROM drive_files ${inFeed} ORDER BY change_seq LIMIT ${Math.trunc(request.limit + 1)}`,
    [accountId, request.afterSeq, request.space],
  );
  const { taken, pieces } = toPage(found.slice(0, request.limit));
  const entries: FeedEntry[] = [];
  for (const piece of pieces) {
    // A file that changes between the two statements moves behind all of these and is in a later page.
    const between = [accountId, (piece[0]?.seq ?? 0) - 1, request.space, piece.at(-1)?.seq ?? 0];
    entries.push(...(await rows.raw(`${inFeed} AND change_seq <= $4 ORDER BY change_seq`, between)).map(toFeedEntry));
  }
  const isLast = found.length === taken;
  const lastSeq = found[taken - 1]?.seq ?? request.afterSeq;
  return { entries, seq: isLast ? Math.max(headSeq, lastSeq) : lastSeq, isLast };
}

function toFeedEntry(row: FileRow): FeedEntry {
  const file = toFileRecord(row);
  const cursor = { seq: file.changeSeq, at: file.changedAt };
  return isRemoved(row) ? { kind: "removed", ...cursor, fileId: file.id, space: file.space } : { kind: "file", ...cursor, file };
}

async function findReferenced(rows: RowReader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const sql =
    "SELECT blob_key FROM drive_revisions WHERE blob_key = ANY($1) UNION SELECT blob_key FROM drive_uploads WHERE blob_key = ANY($1)";
  return new Set((await rows.all<{ readonly blob_key: string }>(sql, [keys])).map((row) => row.blob_key));
}

function createUploads(rows: RowReader): Pick<MetadataStore, "putUpload" | "getUpload" | "removeUpload" | "uploadsOf" | "uploadsBefore"> {
  const read = async (rest: string, value: string | number): Promise<readonly UploadRecord[]> =>
    (await rows.all<UploadRow>(`SELECT * FROM drive_uploads WHERE ${rest}`, [value])).map(toUpload);
  const write = async (sql: string, values: readonly unknown[]) => {
    try {
      await rows.all(sql, values);
    } catch (error) {
      throw isFull(error) ? new DiskFull() : error;
    }
  };
  return {
    putUpload: (upload) => write(PUT_UPLOAD, toUploadValues(upload)),
    getUpload: async (uploadId) => (await read("id = $1", uploadId))[0],
    removeUpload: (uploadId) => write("DELETE FROM drive_uploads WHERE id = $1", [uploadId]),
    uploadsOf: (accountId) => read("account = $1 ORDER BY started_at", accountId),
    uploadsBefore: (at, limit) => read(`started_at < $1 ORDER BY started_at LIMIT ${Math.trunc(limit)}`, at),
  };
}
