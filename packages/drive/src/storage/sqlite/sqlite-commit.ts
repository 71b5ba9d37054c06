/**
 * Runs one commit inside the current SQLite transaction: checks the expectations, writes, counts bytes, and rolls everything back if the
 * limit is exceeded.
 */
import type Database from "better-sqlite3";
import type { FileRecord, RevisionRecord } from "../../records/file-record.ts";
import type { Commit, CommitOutcome, Usage } from "../metadata-store.ts";
import { PUT_UPLOAD_SQL, toFileParameters, toRevisionRow, toUploadRow, WRITTEN_COLUMNS } from "../sql-rows.ts";
import { COUNTED_BYTES } from "./sqlite-schema.ts";

type AccountRow = { readonly seq: number; readonly bytes: number; readonly trash_bytes: number };
type Touched = { readonly version: number; readonly removed: number; readonly made_seq: number };

export function createCommitter(db: Database.Database): (accountId: string, commit: Commit) => CommitOutcome {
  const sql = prepareAll(db);
  const run = db.transaction((accountId: string, commit: Commit): CommitOutcome => {
    const account = (sql.account.get(accountId) as AccountRow | undefined) ?? { seq: 0, bytes: 0, trash_bytes: 0 };
    const outcome = applyCommit(sql, accountId, { account, commit });
    if (outcome.kind !== "done") throw new Undo(outcome);
    return outcome;
  });
  return (accountId, commit) => {
    try {
      return run(accountId, commit);
    } catch (error) {
      if (error instanceof Undo) return error.outcome;
      throw error;
    }
  };
}

/** Thrown to roll back the savepoint; never leaves this file. */
class Undo extends Error {
  readonly outcome: CommitOutcome;
  constructor(outcome: CommitOutcome) {
    super("undo");
    this.outcome = outcome;
  }
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database.Database) {
  return {
    account: db.prepare("SELECT seq, bytes, trash_bytes FROM accounts WHERE id = ?"),
    saveAccount: db.prepare("INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?)"),
    touched: db.prepare("SELECT version, removed, made_seq FROM files WHERE account = ? AND id = ?"),
    counted: db.prepare(COUNTED_SQL),
    insertFile: db.prepare(
      `INSERT INTO files (account, ${WRITTEN_COLUMNS.join(", ")}) VALUES (:account, ${WRITTEN_COLUMNS.map((c) => `:${c}`).join(", ")})`,
    ),
    updateFile: db.prepare(
      `UPDATE files SET ${WRITTEN_COLUMNS.map((c) => `${c} = :${c}`).join(", ")} WHERE account = :account AND id = :id`,
    ),
    removeFile: db.prepare(REMOVE_SQL),
    putRevision: db.prepare(PUT_REVISION_SQL),
    removeRevision: db.prepare("DELETE FROM revisions WHERE account = ? AND file_id = ? AND id = ? RETURNING blob_key").pluck(),
    removeRevisions: db.prepare("DELETE FROM revisions WHERE account = ? AND file_id = ? RETURNING blob_key").pluck(),
    putUpload: db.prepare(PUT_UPLOAD_SQL),
    uploadPlan: db.prepare("SELECT plan FROM upload_sessions WHERE id = ?").pluck(),
    isBlobUsed: db.prepare("SELECT 1 FROM revisions WHERE blob_key = ? LIMIT 1").pluck(),
  };
}

const COUNTED_SQL = `SELECT ${COUNTED_BYTES} AS bytes, CASE trashed WHEN 1 THEN coalesce(files.bytes, 0) ELSE 0 END AS trash_bytes
  FROM files WHERE account = ? AND id = ? AND removed = 0`;

// The name of a removed file is erased.
const REMOVE_SQL = `UPDATE files SET removed = 1, change_seq = :seq, changed_at = :at, name = '', name_key = '', natural_key = '', description = NULL,
  app_properties = '{}', properties = '{}', parent_id = NULL, trashed = 0, explicitly_trashed = 0, original_filename = NULL,
  blob_key = NULL, bytes = NULL, md5 = NULL, sha1 = NULL, sha256 = NULL, head_revision_id = NULL WHERE account = :account AND id = :id`;

const PUT_REVISION_SQL = `INSERT INTO revisions VALUES (:account, :file_id, :seq, :id, :mime_type, :modified_time, :made_at, :keep_forever, :original_filename,
  :blob_key, :bytes, :md5, :sha1, :sha256)
  ON CONFLICT (account, file_id, id) DO UPDATE SET keep_forever = excluded.keep_forever, mime_type = excluded.mime_type,
  modified_time = excluded.modified_time, original_filename = excluded.original_filename`;

type AccountCommit = { readonly account: AccountRow; readonly commit: Commit };

function applyCommit(sql: Statements, accountId: string, { account, commit }: AccountCommit): CommitOutcome {
  if (commit.uploadWas !== undefined && sql.uploadPlan.get(commit.upload?.id) !== commit.uploadWas) return { kind: "upload-over" };
  if (!isExpected(sql, accountId, { account, commit })) return { kind: "conflict" };
  const touched = touchedFiles(commit);
  const before = countUsage(sql, accountId, touched);
  const freed = removeRevisions(sql, accountId, commit);
  let seq = account.seq;
  for (const id of commit.removes) {
    seq += 1;
    sql.removeFile.run({ account: accountId, id, seq, at: commit.at });
  }
  const files = commit.puts.map((put) => putFile(sql, accountId, { ...put, madeSeq: 0, changeSeq: ++seq }));
  for (const revision of commit.revisionPuts ?? []) putRevision(sql, accountId, { revision, seq });
  if (commit.upload !== undefined) sql.putUpload.run(toUploadRow(commit.upload));
  const after = countUsage(sql, accountId, touched);
  const bytes = account.bytes + after.bytes - before.bytes;
  if (commit.limitBytes !== undefined && bytes > commit.limitBytes && bytes > account.bytes) return { kind: "over-limit" };
  sql.saveAccount.run(accountId, seq, bytes, account.trash_bytes + after.trashBytes - before.trashBytes);
  return { kind: "done", files, freedBlobs: freed.filter((key) => sql.isBlobUsed.get(key) === undefined) };
}

function isExpected(sql: Statements, accountId: string, { account, commit }: AccountCommit): boolean {
  if (commit.expectHeadSeq !== undefined && commit.expectHeadSeq !== account.seq) return false;
  return [...commit.expect].every(([id, version]) => {
    const row = sql.touched.get(accountId, id) as Touched | undefined;
    return version === undefined ? row === undefined : row?.removed === 0 && row.version === version;
  });
}

function touchedFiles(commit: Commit): readonly string[] {
  const revisions = [...(commit.revisionPuts ?? []), ...(commit.revisionRemoves ?? [])];
  return [...new Set([...commit.puts.map((put) => put.id), ...commit.removes, ...revisions.map((revision) => revision.fileId)])];
}

function countUsage(sql: Statements, accountId: string, fileIds: readonly string[]): Usage {
  let bytes = 0;
  let trashBytes = 0;
  for (const id of fileIds) {
    const row = sql.counted.get(accountId, id) as { readonly bytes: number; readonly trash_bytes: number } | undefined;
    bytes += row?.bytes ?? 0;
    trashBytes += row?.trash_bytes ?? 0;
  }
  return { bytes, trashBytes };
}

function putFile(sql: Statements, accountId: string, file: FileRecord): FileRecord {
  const old = sql.touched.get(accountId, file.id) as Touched | undefined;
  const kept: FileRecord = { ...file, madeSeq: old?.made_seq ?? file.changeSeq };
  (old === undefined ? sql.insertFile : sql.updateFile).run({ account: accountId, ...toFileParameters(kept) });
  return kept;
}

function putRevision(
  sql: Statements,
  accountId: string,
  { revision, seq }: { readonly revision: RevisionRecord; readonly seq: number },
): void {
  sql.putRevision.run({ account: accountId, ...toRevisionRow(revision, seq) });
}

function removeRevisions(sql: Statements, accountId: string, commit: Commit): readonly string[] {
  const single = (commit.revisionRemoves ?? []).flatMap(({ fileId, id }) => sql.removeRevision.all(accountId, fileId, id));
  const whole = commit.removes.flatMap((id) => sql.removeRevisions.all(accountId, id));
  return [...single, ...whole] as string[];
}
