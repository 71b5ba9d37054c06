/** Reads trees, the trash and old revisions of the SQLite store completely, in pieces of few rows (sqlite-lists.ts explains why). */

import type { TreeEntry } from "../metadata-store.ts";
import { TREE_ROW_COLUMNS, type TreeRow, toTreeEntry } from "../sql-rows.ts";
import { type Prepare, type SqliteReads, TEXT_BYTES, type Turns } from "./sqlite-lists.ts";

const PIECE_ROWS = 256;
/** Bytes of text that count as much as one more row. */
const ROW_TEXT_BYTES = 4096;
/** Smaller pieces for revisions, because each requires a look at the row of its file. */
const PIECE_REVISIONS = 16;

const COLUMNS = TREE_ROW_COLUMNS.join(", ");
/** The children of one folder in order of creation. */
const CHILDREN = `SELECT made_seq AS place, ${TEXT_BYTES} AS text_bytes, ${COLUMNS} FROM files INDEXED BY files_children
  WHERE account = ? AND parent_id = ? AND removed = 0 AND made_seq > ? ORDER BY made_seq`;
const TRASH = `SELECT rowid AS place, ${TEXT_BYTES} AS text_bytes, ${COLUMNS} FROM files INDEXED BY files_trash
  WHERE account = ? AND removed = 0 AND explicitly_trashed = 1 AND rowid > ? ORDER BY rowid`;
const TRASHED_BEFORE = `SELECT rowid AS place, trashed_time AS time, account AS accountId, id AS fileId FROM files INDEXED BY files_purge
  WHERE removed = 0 AND explicitly_trashed = 1 AND trashed_time < ? AND (trashed_time, rowid) > (?, ?) ORDER BY trashed_time, rowid LIMIT ${PIECE_ROWS}`;
const OLD_REVISIONS = `SELECT made_at, file_id, id FROM revisions INDEXED BY revisions_old
  WHERE account = ? AND keep_forever = 0 AND (made_at, file_id, id) > (?, ?, ?) ORDER BY made_at, file_id, id LIMIT ${PIECE_REVISIONS}`;

/** Returns folders before their content. */
export async function readDescendants({ prepare, turns }: SqliteReads, accountId: string, folderId: string): Promise<readonly TreeEntry[]> {
  const children = prepare(CHILDREN);
  const found: TreeEntry[] = [];
  // Includes files, because a file may have been a folder before.
  const parents = new Set([folderId]);
  let sinceTurn = 0;
  for (const parent of parents) {
    for (let after: number | undefined = -1; after !== undefined; ) {
      const piece = readPiece(children.iterate(accountId, parent, after));
      for (const entry of piece.entries) {
        found.push(entry);
        parents.add(entry.id);
      }
      after = piece.after;
      // A file without children costs one read as well.
      sinceTurn += piece.work + 1;
      if (sinceTurn <= PIECE_ROWS) continue;
      sinceTurn = 0;
      await turns.next(accountId);
    }
  }
  return found;
}

export async function readTrash(prepare: Prepare, turns: Turns, accountId: string): Promise<readonly TreeEntry[]> {
  const found: TreeEntry[] = [];
  for (let after = -1; ; ) {
    const piece = readPiece(prepare(TRASH).iterate(accountId, after));
    found.push(...piece.entries);
    if (piece.after === undefined) return found;
    after = piece.after;
    await turns.next(accountId);
  }
}

type PlacedRow = TreeRow & { readonly place: number; readonly text_bytes: number };
type Piece = {
  readonly entries: readonly TreeEntry[];
  readonly work: number;
  /** Position after which the next piece starts; undefined if there are no more rows. */
  readonly after: number | undefined;
};

/** Reads some of the rows. SQLite skips their texts, but has to read past them. */
function readPiece(rows: Iterable<unknown>): Piece {
  const entries: TreeEntry[] = [];
  let work = 0;
  for (const row of rows as Iterable<PlacedRow>) {
    entries.push(toTreeEntry(row));
    work += 1 + row.text_bytes / ROW_TEXT_BYTES;
    if (work >= PIECE_ROWS) return { entries, work, after: row.place };
  }
  return { entries, work, after: undefined };
}

/** Reads wait for each other per account; those that concern all accounts wait under this key. */
const EVERYONE = "";

type Trashed = { readonly accountId: string; readonly fileId: string };

export async function readTrashedBefore(prepare: Prepare, turns: Turns, at: number): Promise<readonly Trashed[]> {
  const found: Trashed[] = [];
  for (let after: readonly number[] = [Number.MIN_SAFE_INTEGER, -1]; ; ) {
    const rows = prepare(TRASHED_BEFORE).all(at, ...after) as (Trashed & { readonly place: number; readonly time: number })[];
    found.push(...rows.map(({ accountId, fileId }) => ({ accountId, fileId })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_ROWS) return found;
    after = [last.time, last.place];
    await turns.next(EVERYONE);
  }
}

type Revision = { readonly made_at: number; readonly file_id: string; readonly id: string };

export async function readOldRevisions(
  { prepare, turns }: SqliteReads,
  accountId: string,
  limit: number,
): Promise<readonly { readonly fileId: string; readonly id: string }[]> {
  const isHead = prepare("SELECT 1 FROM files WHERE account = ? AND id = ? AND head_revision_id = ?").pluck();
  const found: { readonly fileId: string; readonly id: string }[] = [];
  for (let after: readonly (number | string)[] = [Number.MIN_SAFE_INTEGER, "", ""]; ; ) {
    const rows = prepare(OLD_REVISIONS).all(accountId, ...after) as Revision[];
    for (const { file_id: fileId, id } of rows) if (isHead.get(accountId, fileId, id) === undefined) found.push({ fileId, id });
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_REVISIONS || found.length >= limit) return found.slice(0, limit);
    after = [last.made_at, last.file_id, last.id];
    await turns.next(accountId);
  }
}
