/**
 * Lists and the changes feed of the SQLite store. Statements run on the event loop, so what may look at many rows is split into pieces of
 * few rows each, and other requests get their turn in between. Threat model: "searches their drive without end".
 */
import type Database from "better-sqlite3";
import { matches } from "../query/match-query.ts";
import { comparePlaces } from "../query/order-by.ts";
import { countCostly, type Query } from "../query/query.ts";
import { toBehind, toCondition, toOrder, toOrderColumns } from "../query/query-sql.ts";
import { SQLITE } from "../query/sqlite-dialect.ts";
import { createStopwatch } from "./clock.ts";
import type { FileRecord } from "./file-record.ts";
import type { FeedEntry, FeedPage, FeedRequest, ListCursor, ListPage, ListRequest } from "./metadata-store.ts";
import { FILE_COLUMNS, type FileRow, isRemoved, toFileRecord } from "./sql-rows.ts";

/** Compiles a statement once. */
export type Prepare = (sql: string) => Database.Statement;

/** No piece looks at more rows than this. */
export const MAX_PIECE_ROWS = 2048;
/** A page ends early where its files hold more metadata than this: 1,000 files could hold 100 MB of it. */
export const MAX_PAGE_CHARS = 1024 * 1024;
const FIRST_ROWS = 64;
const FIRST_COSTLY_ROWS = 16;
/** Below this, starting a statement costs more than what it looks at. */
const [MIN_ROWS, MIN_COSTLY_ROWS] = [64, 4];
/** A piece that took less is followed by one of twice as many rows, one that took more by half as many. */
const [SHORT_MS, LONG_MS] = [4, 12];
/** Whole rows that are read in one piece hold no more text than this, or are one row. */
const PIECE_CHARS = 256 * 1024;

let turns = Promise.resolve();

/** One piece of all requests in each turn of the event loop, so that ten of them keep others waiting no longer than one does. */
export function nextTurn(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)));
  return turns;
}

type Found = { readonly id: string; readonly place: ListCursor };

export async function listFiles(prepare: Prepare, accountId: string, request: ListRequest): Promise<ListPage> {
  const found = await findPlaces(prepare, accountId, request);
  const { files, taken } = await readFound(prepare, accountId, request, found.slice(0, request.limit));
  const last = found[taken - 1];
  return { files, next: found.length > taken ? (last?.place ?? request.after) : undefined };
}

/** One more than the page holds, where there are as many. Newest made first, which never changes: an untouched file is looked at once. */
async function findPlaces(prepare: Prepare, accountId: string, request: ListRequest): Promise<readonly Found[]> {
  const track = toTrack(accountId, request.query);
  const isOrdered = request.order.length > 0;
  const nth = prepare(`SELECT made_seq FROM ${track.from} AND made_seq < ? ORDER BY made_seq DESC LIMIT 1 OFFSET ?`).pluck();
  let best: readonly Found[] = [];
  let before = isOrdered ? Number.MAX_SAFE_INTEGER : Number(request.after?.[0] ?? Number.MAX_SAFE_INTEGER);
  const isCostly = countCostly(request.query) > 0;
  if (isCostly) await nextTurn();
  for (let size = isCostly ? FIRST_COSTLY_ROWS : FIRST_ROWS; ; ) {
    const elapsedMs = createStopwatch();
    const from = nth.get(...track.values, before, size - 1) as number | undefined;
    best = firstOf([...best, ...findPiece(prepare, track, request, { from: from ?? 0, before })], request);
    if (from === undefined || (!isOrdered && best.length > request.limit)) return best;
    before = from;
    size = nextSize(size, elapsedMs(), isCostly ? MIN_COSTLY_ROWS : MIN_ROWS);
    await nextTurn();
  }
}

function nextSize(size: number, tookMs: number, minRows: number): number {
  if (tookMs < SHORT_MS) return Math.min(MAX_PIECE_ROWS, size * 2);
  return tookMs > LONG_MS ? Math.max(minRows, Math.floor(size / 2)) : size;
}

/** The rows among which the files of a query are: one folder's, or all. Both can be read in the order in which files were made. */
type Track = { readonly from: string; readonly values: readonly string[] };

function toTrack(accountId: string, query: Query): Track {
  const terms = query.kind === "and" ? query.terms : [query];
  const parent = terms.find((term) => term.kind === "parent");
  // Named, or the planner may choose an index under which each piece looks at every row.
  if (parent?.kind !== "parent") return { from: "files INDEXED BY files_made WHERE account = ? AND removed = 0", values: [accountId] };
  return {
    from: "files INDEXED BY files_children WHERE account = ? AND parent_id = ? AND removed = 0",
    values: [accountId, parent.id],
  };
}

/** Rows made before one place, from and with another. */
type Piece = { readonly from: number; readonly before: number };

function findPiece(prepare: Prepare, track: Track, request: ListRequest, piece: Piece): readonly Found[] {
  const { order, after } = request;
  const condition = toCondition(request.query, SQLITE);
  const behind = after === undefined ? { text: "1 = 1", values: [] } : toBehind(order, after);
  const sql = `SELECT ${["id", ...toOrderColumns(order)].join(", ")} FROM ${track.from} AND made_seq >= ? AND made_seq < ? AND space = ?
    AND (${condition.text}) AND ${behind.text} ORDER BY ${toOrder(order)} LIMIT ${Math.trunc(request.limit + 1)}`;
  const values = [...track.values, piece.from, piece.before, request.space, ...condition.values, ...behind.values];
  const rows = prepare(sql).raw().all(values) as (readonly [string, ...ListCursor])[];
  return rows.map(([id, ...place]) => ({ id, place }));
}

function firstOf(found: readonly Found[], { order, limit }: ListRequest): readonly Found[] {
  return found.toSorted((left, right) => comparePlaces(left.place, right.place, order)).slice(0, limit + 1);
}

/** What changed since it was found is asked again whether it belongs to the list. `taken`: how many places the page covers. */
async function readFound(
  prepare: Prepare,
  accountId: string,
  request: ListRequest,
  found: readonly Found[],
): Promise<{ readonly files: readonly FileRecord[]; readonly taken: number }> {
  const byId = prepare(`${SELECT_FILES} WHERE account = ? AND id = ? AND removed = 0`).raw();
  const files: FileRecord[] = [];
  let [chars, sinceTurn] = [0, 0];
  for (const [taken, { id }] of found.entries()) {
    const row = byId.get(accountId, id) as FileRow | undefined;
    if (row === undefined) continue;
    chars += countChars(row);
    if (chars > MAX_PAGE_CHARS && files.length > 0) return { files, taken };
    const file = toFileRecord(row);
    if (matches(request.query, file)) files.push(file);
    sinceTurn += countChars(row);
    if (sinceTurn < PIECE_CHARS) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return { files, taken: found.length };
}

const SELECT_FILES = `SELECT ${FILE_COLUMNS.join(", ")} FROM files`;

/** Of the texts of a row. */
function countChars(row: FileRow): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** What changes while this reads gets a place behind all that was there: it is in this page or in a later one. */
export async function readFeed(prepare: Prepare, accountId: string, request: FeedRequest, headSeq: number): Promise<FeedPage> {
  const nth = prepare("SELECT change_seq FROM files WHERE account = ? AND change_seq > ? ORDER BY change_seq LIMIT 1 OFFSET ?").pluck();
  const shown = request.includeRemoved ? "" : "AND removed = 0";
  const inPiece = prepare(
    `${SELECT_FILES} INDEXED BY files_feed WHERE account = ? AND change_seq > ? AND change_seq <= ? AND space = ? ${shown} ORDER BY change_seq`,
  ).raw();
  const entries: FeedEntry[] = [];
  let [chars, sinceTurn] = [0, 0];
  for (let [afterSeq, size] = [request.afterSeq, FIRST_ROWS]; ; ) {
    const elapsedMs = createStopwatch();
    const toSeq = nth.get(accountId, afterSeq, size - 1) as number | undefined;
    let next = toSeq;
    for (const row of inPiece.iterate(accountId, afterSeq, toSeq ?? Number.MAX_SAFE_INTEGER, request.space) as Iterable<FileRow>) {
      const entryChars = countChars(row);
      if (entries.length === request.limit || (entries.length > 0 && chars + entryChars > MAX_PAGE_CHARS)) return pageOf(entries, request);
      const entry = toFeedEntry(row);
      entries.push(entry);
      chars += entryChars;
      sinceTurn += entryChars;
      if (sinceTurn < PIECE_CHARS) continue;
      next = entry.seq;
      break;
    }
    if (next === undefined) return { entries, seq: Math.max(headSeq, entries.at(-1)?.seq ?? request.afterSeq), isLast: true };
    afterSeq = next;
    size = nextSize(size, elapsedMs(), MIN_ROWS);
    sinceTurn = 0;
    await nextTurn();
  }
}

function pageOf(entries: readonly FeedEntry[], { afterSeq }: FeedRequest): FeedPage {
  return { entries, seq: entries.at(-1)?.seq ?? afterSeq, isLast: false };
}

function toFeedEntry(row: FileRow): FeedEntry {
  const file = toFileRecord(row);
  const place = { seq: file.changeSeq, at: file.changedAt };
  return isRemoved(row) ? { kind: "removed", ...place, fileId: file.id, space: file.space } : { kind: "file", ...place, file };
}
