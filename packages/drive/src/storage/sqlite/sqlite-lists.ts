/** Lists and the changes feed in SQLite, split into pieces of few rows so that other requests run in between (threat model). */
import type Database from "better-sqlite3";
import { matches } from "../../query/match-query.ts";
import { compareCursors, type OrderKey } from "../../query/order-by.ts";
import { countCostly, createRowWork, MAX_QUERY_WORK, PIECE_WORK, QueryTooCostly } from "../../query/query.ts";
import { type Sql, toBehind, toCondition, toOrder, toOrderColumns } from "../../query/query-sql.ts";
import { SQLITE } from "../../query/sqlite-dialect.ts";
import type { FileRecord } from "../../records/file-record.ts";
import type { FeedEntry, FeedPage, FeedRequest, ListCursor, ListPage, ListRequest } from "../metadata-store.ts";
import { FILE_COLUMNS, type FileRow, isRemoved, toFileRecord } from "../sql-rows.ts";

/** Compiles each statement once. */
export type Prepare = (sql: string) => Database.Statement;

/** Maximum number of rows read in one piece. */
export const MAX_PIECE_ROWS = 2048;
/** A page ends early if its files hold more metadata than this: 1,000 files could hold 100 MB. */
export const MAX_PAGE_CHARS = 1024 * 1024;
/** Maximum text of the complete rows read in one piece, unless it is a single row. */
const PIECE_CHARS = 256 * 1024;

type Found = { readonly id: string; readonly cursor: ListCursor };

/** Statements of one database, and turns between the pieces of long reads. */
export type SqliteReads = { readonly prepare: Prepare; readonly turns: Turns };

export async function listFiles({ prepare, turns }: SqliteReads, accountId: string, request: ListRequest): Promise<ListPage> {
  const { found, behind } = await findCursors({ prepare, turns }, accountId, request);
  const { files, taken } = await readFound({ prepare, turns }, accountId, { request, found: found.slice(0, request.limit) });
  if (found.length > taken) return { files, next: found[taken - 1]?.cursor ?? request.after };
  // This page covers everything read so far; the next page continues after it.
  return { files, next: behind };
}

/** `behind` is the last row that was examined; undefined if the search is complete. */
type Search = { readonly found: readonly Found[]; readonly behind: ListCursor | undefined };

/** Finds one match more than the page holds, if there is one. If rows are read in the order of the list, the search ends with the page. */
async function findCursors({ prepare, turns }: SqliteReads, accountId: string, request: ListRequest): Promise<Search> {
  const track = toTrack(accountId, request);
  const isInOrder = track.order === request.order;
  const readPiece = createPieceReader(prepare, track, request);
  let [found, work]: [readonly Found[], number] = [[], 0];
  let behind = isInOrder ? request.after : undefined;
  if (countCostly(request.query) > 0) await turns.next(accountId);
  for (;;) {
    const piece = readPiece(behind);
    found = firstOf([...found, ...piece.found], request);
    work += piece.work;
    if (piece.behind === undefined || (isInOrder && found.length > request.limit)) return { found, behind: undefined };
    if (work > MAX_QUERY_WORK) {
      if (!isInOrder) throw new QueryTooCostly();
      return { found, behind: piece.behind };
    }
    behind = piece.behind;
    await turns.next(accountId);
  }
}

/**
 * The rows that contain the files of a query, and the order of an index over them. A file that does not change is examined once in each.
 */
type Track = { readonly from: string; readonly values: readonly string[]; readonly order: readonly OrderKey[] };

function toTrack(accountId: string, { query, order }: ListRequest): Track {
  const terms = query.kind === "and" ? query.terms : [query];
  const parent = terms.find((term) => term.kind === "parent");
  const madeOrder = order.length === 0 ? order : NEWEST_MADE;
  if (parent?.kind === "parent") {
    const from = "files INDEXED BY files_children WHERE account = ? AND parent_id = ? AND removed = 0";
    return { from, values: [accountId, parent.id], order: madeOrder };
  }
  const isByTime = order.length === 1 && order[0]?.field === "modifiedTime" && order[0].isDescending;
  const index = isByTime ? "files_modified" : "files_made";
  // The index is named because the planner may otherwise choose one under which each piece reads every row.
  return { from: `files INDEXED BY ${index} WHERE account = ? AND removed = 0`, values: [accountId], order: isByTime ? order : madeOrder };
}

/** An order that never changes. */
const NEWEST_MADE: readonly OrderKey[] = [];

type Piece = Search & { readonly work: number };

/** Reads row by row and stops after a certain amount of work, because the size of a row is unknown before it is read. */
function createPieceReader(prepare: Prepare, track: Track, request: ListRequest): (behind: ListCursor | undefined) => Piece {
  const { query, order, after, space, limit } = request;
  const isInOrder = track.order === order;
  const condition = toCondition(query, SQLITE);
  const listed = after === undefined || isInOrder ? EVERYWHERE : toBehind(order, after);
  const workOf = createRowWork(query);
  const trackColumns = toOrderColumns(track.order);
  const columns = [TEXT_BYTES, "id", `space = ? AND (${condition.text}) AND ${listed.text}`, ...trackColumns, ...toOrderColumns(order)];
  return (behind) => {
    const unread = behind === undefined ? EVERYWHERE : toBehind(track.order, behind);
    const rows = prepare(`SELECT ${columns.join(", ")} FROM ${track.from} AND ${unread.text} ORDER BY ${toOrder(track.order)}`).raw();
    const found: Found[] = [];
    let [work, looked] = [0, 0];
    const values = [space, ...condition.values, ...listed.values, ...track.values, ...unread.values];
    for (const [bytes, id, isFound, ...positions] of rows.iterate(...values) as Iterable<LookedAt>) {
      if (isFound === 1) found.push({ id, cursor: positions.slice(trackColumns.length) });
      work += workOf(bytes);
      looked += 1;
      const isFull = isInOrder && found.length > limit;
      if (isFull || work >= PIECE_WORK || looked === MAX_PIECE_ROWS)
        return { found, work, behind: positions.slice(0, trackColumns.length) };
    }
    return { found, work, behind: undefined };
  };
}

const EVERYWHERE: Sql = { text: "1 = 1", values: [] };

/** `positions` are the row's position in the track, followed by that in the list. */
type LookedAt = readonly [bytes: number, id: string, isFound: number, ...positions: ListCursor];

/** Bytes of a row's texts. SQLite computes them without reading the texts. */
export const TEXT_BYTES = ["name", "description", "original_filename", "app_properties", "properties"]
  .map((column) => `coalesce(octet_length(${column}), 0)`)
  .join(" + ");

function firstOf(found: readonly Found[], { order, limit }: ListRequest): readonly Found[] {
  return found.toSorted((left, right) => compareCursors(left.cursor, right.cursor, order)).slice(0, limit + 1);
}

/** Matches a file again if it changed since it was found. `taken` is the number of positions that the page covers. */
async function readFound(
  { prepare, turns }: SqliteReads,
  accountId: string,
  { request, found }: { readonly request: ListRequest; readonly found: readonly Found[] },
): Promise<{ readonly files: readonly FileRecord[]; readonly taken: number }> {
  const byId = prepare(`${SELECT_FILES} WHERE account = ? AND id = ? AND removed = 0`).raw();
  const files: FileRecord[] = [];
  const costly = Math.max(1, countCostly(request.query));
  let [chars, sinceTurn] = [0, 0];
  for (const [taken, { id }] of found.entries()) {
    const row = byId.get(accountId, id) as FileRow | undefined;
    if (row === undefined) continue;
    chars += countChars(row);
    if (chars > MAX_PAGE_CHARS && files.length > 0) return { files, taken };
    const file = toFileRecord(row);
    if (matches(request.query, file)) files.push(file);
    sinceTurn += countChars(row) * costly;
    if (sinceTurn < PIECE_CHARS) continue;
    sinceTurn = 0;
    await turns.next(accountId);
  }
  return { files, taken: found.length };
}

const SELECT_FILES = `SELECT ${FILE_COLUMNS.join(", ")} FROM files`;

/** Counts the characters of a row's texts. */
function countChars(row: FileRow): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** A file that changes during this read moves behind all existing entries, so it is in this page or in a later one. */
export async function readFeed(
  { prepare, turns }: SqliteReads,
  accountId: string,
  { request, headSeq }: { readonly request: FeedRequest; readonly headSeq: number },
): Promise<FeedPage> {
  const rowsAfter = prepare(`${SELECT_FILES} INDEXED BY files_feed WHERE account = ? AND change_seq > ? ORDER BY change_seq`).raw();
  const entries: FeedEntry[] = [];
  for (let [afterSeq, chars] = [request.afterSeq, 0]; ; ) {
    let [looked, sinceTurn, isLast] = [0, 0, true];
    for (const row of rowsAfter.iterate(accountId, afterSeq) as Iterable<FileRow>) {
      const entry = toFeedEntry(row);
      const rowChars = countChars(row);
      const isShown = row[2] === request.space && (request.includeRemoved || !isRemoved(row));
      const isFull = entries.length === request.limit || (entries.length > 0 && chars + rowChars > MAX_PAGE_CHARS);
      if (isShown && isFull) return pageOf(entries, request);
      if (isShown) {
        entries.push(entry);
        chars += rowChars;
      }
      afterSeq = entry.seq;
      looked += 1;
      sinceTurn += rowChars;
      isLast = sinceTurn < PIECE_CHARS && looked < MAX_PIECE_ROWS;
      if (!isLast) break;
    }
    if (isLast) return { entries, seq: Math.max(headSeq, entries.at(-1)?.seq ?? request.afterSeq), isLast };
    await turns.next(accountId);
  }
}

function pageOf(entries: readonly FeedEntry[], { afterSeq }: FeedRequest): FeedPage {
  return { entries, seq: entries.at(-1)?.seq ?? afterSeq, isLast: false };
}

function toFeedEntry(row: FileRow): FeedEntry {
  const file = toFileRecord(row);
  const cursor = { seq: file.changeSeq, at: file.changedAt };
  return isRemoved(row) ? { kind: "removed", ...cursor, fileId: file.id, space: file.space } : { kind: "file", ...cursor, file };
}

/**
 * Turns of the event loop for work in pieces: one piece per turn, alternating between accounts, so that no account waits for all the work
 * of another.
 */
export type Turns = {
  /** Resolves when a piece of this account may run. */
  readonly next: (accountId: string) => Promise<void>;
};

export function createTurns(): Turns {
  /** Waiting accounts, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const runOne = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const [accountId, resolvers] = first;
    waiting.delete(accountId);
    const resolve = resolvers.shift();
    if (resolvers.length > 0) waiting.set(accountId, resolvers);
    if (waiting.size > 0) setImmediate(runOne);
    resolve?.();
  };
  return {
    next: (accountId) =>
      new Promise((resolve) => {
        if (waiting.size === 0) setImmediate(runOne);
        const resolvers = waiting.get(accountId);
        if (resolvers === undefined) waiting.set(accountId, [resolve]);
        else resolvers.push(resolve);
      }),
  };
}
