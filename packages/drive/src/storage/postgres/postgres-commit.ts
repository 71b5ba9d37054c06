/** Runs one commit as one PostgreSQL transaction. It locks the account's row first, which keeps the account's commits and feed in order. */
import type { ClientBase } from "pg";
import { toWords } from "../../query/name-keys.ts";
import type { FileRecord } from "../../records/file-record.ts";
import type { Commit, CommitOutcome, FilePut, Usage } from "../metadata-store.ts";
import { toFileParameters, toRevisionRow, toUploadRow, WRITTEN_COLUMNS } from "../sql-rows.ts";
import { toValues } from "./postgres-pool.ts";
import { COUNTED_BYTES, toPairs } from "./postgres-schema.ts";

type AccountRow = { readonly seq: number; readonly bytes: number; readonly trash_bytes: number };
type Touched = { readonly id: string; readonly version: number; readonly removed: number; readonly made_seq: number };
/** The stored state of all files that a commit checks or changes. */
type Stored = ReadonlyMap<string, Touched>;

const COLUMNS = ["account", ...WRITTEN_COLUMNS, "name_words", "all_words", "app_pairs", "pairs"];
const REVISION_COLUMNS =
  "account file_id seq id mime_type modified_time made_at keep_forever original_filename blob_key bytes md5 sha1 sha256".split(" ");

const PUT_FILE = `INSERT INTO drive_files (${COLUMNS.join(", ")}) VALUES (${placeholders(COLUMNS.length)})
  ON CONFLICT (account, id) DO UPDATE SET ${COLUMNS.slice(2)
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}`;

const PUT_REVISION = `INSERT INTO drive_revisions (${REVISION_COLUMNS.join(", ")}) VALUES (${placeholders(REVISION_COLUMNS.length)})
  ON CONFLICT (account, file_id, id) DO UPDATE SET keep_forever = excluded.keep_forever, mime_type = excluded.mime_type,
  modified_time = excluded.modified_time, original_filename = excluded.original_filename`;

export const PUT_UPLOAD = `INSERT INTO drive_uploads (id, account, blob_key, started_at, plan) VALUES (${placeholders(5)})
  ON CONFLICT (id) DO UPDATE SET account = excluded.account, blob_key = excluded.blob_key, started_at = excluded.started_at, plan = excluded.plan`;

const COUNT_USAGE = `SELECT coalesce(sum(${COUNTED_BYTES}), 0)::bigint AS bytes, coalesce(sum(CASE trashed WHEN 1 THEN coalesce(files.bytes, 0) ELSE 0 END), 0)::bigint AS trash_bytes
  FROM drive_files AS files WHERE account = $1 AND id = ANY($2) AND removed = 0`;

// The name of a removed file is erased.
const REMOVE_FILES = `UPDATE drive_files AS files SET removed = 1, change_seq = gone.seq, changed_at = $4, name = '', name_key = '', natural_key = '',
  name_words = '', all_words = '', description = NULL, app_properties = '{}', app_pairs = '{}', properties = '{}', pairs = '{}', parent_id = NULL,
  trashed = 0, explicitly_trashed = 0, original_filename = NULL, blob_key = NULL, bytes = NULL, md5 = NULL, sha1 = NULL, sha256 = NULL,
  head_revision_id = NULL FROM unnest($2::text[], $3::bigint[]) AS gone (id, seq) WHERE files.account = $1 AND files.id = gone.id`;

export async function applyCommit(client: ClientBase, accountId: string, commit: Commit): Promise<CommitOutcome> {
  const account = await lockAccount(client, accountId);
  if (!(await isUploadOpen(client, commit))) return { kind: "upload-over" };
  const stored = await readStored(client, accountId, commit);
  if (!isExpected(account, stored, commit)) return { kind: "conflict" };
  const touched = touchedFiles(commit);
  const before = await countUsage(client, accountId, touched);
  const freed = await removeRevisions(client, accountId, commit);
  const files = await writeFiles(client, accountId, { headSeq: account.seq, stored, commit });
  const seq = account.seq + commit.removes.length + commit.puts.length;
  for (const revision of commit.revisionPuts ?? [])
    await client.query(PUT_REVISION, valuesOf(REVISION_COLUMNS, { account: accountId, ...toRevisionRow(revision, seq) }));
  if (commit.upload !== undefined) await client.query(PUT_UPLOAD, toUploadValues(commit.upload));
  const after = await countUsage(client, accountId, touched);
  const bytes = account.bytes + after.bytes - before.bytes;
  if (commit.limitBytes !== undefined && bytes > commit.limitBytes && bytes > account.bytes) return { kind: "over-limit" };
  const trashBytes = account.trash_bytes + after.trashBytes - before.trashBytes;
  await client.query("UPDATE drive_accounts SET seq = $2, bytes = $3, trash_bytes = $4 WHERE id = $1", [accountId, seq, bytes, trashBytes]);
  return { kind: "done", files, freedBlobs: await unused(client, freed) };
}

export function toUploadValues(upload: NonNullable<Commit["upload"]>): unknown[] {
  return valuesOf(["id", "account", "blob_key", "started_at", "plan"], toUploadRow(upload));
}

async function lockAccount(client: ClientBase, accountId: string): Promise<AccountRow> {
  const lock = () => client.query<AccountRow>("SELECT seq, bytes, trash_bytes FROM drive_accounts WHERE id = $1 FOR UPDATE", [accountId]);
  const known = (await lock()).rows[0];
  if (known !== undefined) return known;
  await client.query("INSERT INTO drive_accounts VALUES ($1, 0, 0, 0) ON CONFLICT DO NOTHING", [accountId]);
  return (await lock()).rows[0] ?? { seq: 0, bytes: 0, trash_bytes: 0 };
}

async function isUploadOpen(client: ClientBase, { upload, uploadWas }: Commit): Promise<boolean> {
  if (uploadWas === undefined) return true;
  const { rows } = await client.query("SELECT 1 FROM drive_uploads WHERE id = $1 AND plan = $2 FOR UPDATE", [upload?.id, uploadWas]);
  return rows.length > 0;
}

async function readStored(client: ClientBase, accountId: string, commit: Commit): Promise<Stored> {
  const ids = [...commit.expect.keys(), ...commit.puts.map(({ id }) => id)];
  const { rows } = await client.query<Touched>(
    "SELECT id, version, removed, made_seq FROM drive_files WHERE account = $1 AND id = ANY($2)",
    [accountId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function isExpected(account: AccountRow, stored: Stored, commit: Commit): boolean {
  if (commit.expectHeadSeq !== undefined && commit.expectHeadSeq !== account.seq) return false;
  return [...commit.expect].every(([id, version]) => {
    const row = stored.get(id);
    return version === undefined ? row === undefined : row?.removed === 0 && row.version === version;
  });
}

function touchedFiles(commit: Commit): readonly string[] {
  const revisions = [...(commit.revisionPuts ?? []), ...(commit.revisionRemoves ?? [])];
  return [...new Set([...commit.puts.map((put) => put.id), ...commit.removes, ...revisions.map((revision) => revision.fileId)])];
}

async function countUsage(client: ClientBase, accountId: string, fileIds: readonly string[]): Promise<Usage> {
  const { rows } = await client.query<{ readonly bytes: number; readonly trash_bytes: number }>(COUNT_USAGE, [accountId, fileIds]);
  return { bytes: rows[0]?.bytes ?? 0, trashBytes: rows[0]?.trash_bytes ?? 0 };
}

/** Returns the blobs of removed revisions. */
async function removeRevisions(client: ClientBase, accountId: string, commit: Commit): Promise<readonly string[]> {
  const single = commit.revisionRemoves ?? [];
  if (single.length === 0 && commit.removes.length === 0) return [];
  const { rows } = await client.query<{ readonly blob_key: string }>(
    `DELETE FROM drive_revisions WHERE account = $1 AND (file_id = ANY($2) OR (file_id, id) IN (SELECT * FROM unnest($3::text[], $4::text[])))
     RETURNING blob_key`,
    [accountId, commit.removes, single.map(({ fileId }) => fileId), single.map(({ id }) => id)],
  );
  return rows.map((row) => row.blob_key);
}

async function writeFiles(
  client: ClientBase,
  accountId: string,
  { headSeq, stored, commit: { puts, removes, at } }: { readonly headSeq: number; readonly stored: Stored; readonly commit: Commit },
): Promise<readonly FileRecord[]> {
  if (removes.length > 0) {
    const seqs = removes.map((_, index) => headSeq + index + 1);
    await client.query(REMOVE_FILES, [accountId, removes, seqs, at]);
  }
  const first = headSeq + removes.length + 1;
  const files = puts.map((put, index) => toPlaced(put, first + index, stored.get(put.id)));
  for (const file of files) await client.query(PUT_FILE, valuesOf(COLUMNS, toParameters(accountId, file)));
  return files;
}

function toPlaced(put: FilePut, changeSeq: number, old: Touched | undefined): FileRecord {
  return { ...put, changeSeq, madeSeq: old?.made_seq ?? changeSeq };
}

function toParameters(accountId: string, file: FileRecord): Readonly<Record<string, unknown>> {
  return {
    account: accountId,
    ...toFileParameters(file),
    name_words: toWords(file.name),
    all_words: toWords(`${file.name} ${file.description ?? ""}`),
    app_pairs: toPairs(file.appProperties),
    pairs: toPairs(file.properties),
  };
}

async function unused(client: ClientBase, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<{ readonly blob_key: string }>(
    "SELECT DISTINCT blob_key FROM drive_revisions WHERE blob_key = ANY($1)",
    [keys],
  );
  const used = new Set(rows.map((row) => row.blob_key));
  return keys.filter((key) => !used.has(key));
}

function placeholders(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join(", ");
}

function valuesOf(columns: readonly string[], values: Readonly<Record<string, unknown>>): unknown[] {
  return toValues(columns.map((column) => values[column]));
}
