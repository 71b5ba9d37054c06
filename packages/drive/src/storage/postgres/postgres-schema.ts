/**
 * Tables of the PostgreSQL metadata store. They mirror sqlite-schema.ts under other names, because the accounts are in the same database.
 * Forward only.
 */

import { toWords } from "../../query/name-keys.ts";
import type { Dialect } from "../../query/query-sql.ts";
import { ROW_BYTES } from "../../records/file-record.ts";
import { FOLDER_MIME, type Properties } from "../../wire/resources.ts";
import { type PostgresPool, transact } from "./postgres-pool.ts";

// Compared by code point, as everywhere else.
const TEXT = `text COLLATE "C"`;

const METADATA = ["name", "description", "original_filename", "app_properties", "properties"];

/** Bytes that one row of `drive_files AS files` counts against the quota. */
export const COUNTED_BYTES = `coalesce(files.bytes, 0) + coalesce((
    SELECT sum(older.bytes) FROM drive_revisions AS older
    WHERE older.account = files.account AND older.file_id = files.id AND older.id <> coalesce(files.head_revision_id, '')
  ), 0) + ${METADATA.map((column) => `coalesce(octet_length(files.${column}), 0)`).join(" + ")} + ${ROW_BYTES}`;

const RECOUNT = `UPDATE drive_accounts AS accounts SET bytes = coalesce((
    SELECT sum(${COUNTED_BYTES})::bigint FROM drive_files AS files WHERE files.account = accounts.id AND files.removed = 0), 0)`;

/** Migrations in the order of their release; a released step is never edited. */
const STEPS: readonly string[] = [
  `
CREATE TABLE drive_accounts (
  id ${TEXT} PRIMARY KEY,
  seq bigint NOT NULL,
  bytes bigint NOT NULL,
  trash_bytes bigint NOT NULL
);

CREATE TABLE drive_files (
  account ${TEXT} NOT NULL,
  id ${TEXT} NOT NULL,
  removed integer NOT NULL,
  space ${TEXT} NOT NULL,
  name ${TEXT} NOT NULL,
  name_key ${TEXT} NOT NULL,
  natural_key ${TEXT} NOT NULL,
  name_words ${TEXT} NOT NULL,
  all_words ${TEXT} NOT NULL,
  mime_type ${TEXT} NOT NULL,
  description ${TEXT},
  parent_id ${TEXT},
  app_properties ${TEXT} NOT NULL,
  app_pairs text[] COLLATE "C" NOT NULL,
  properties ${TEXT} NOT NULL,
  pairs text[] COLLATE "C" NOT NULL,
  starred integer NOT NULL,
  trashed integer NOT NULL,
  explicitly_trashed integer NOT NULL,
  trashed_time bigint,
  created_time bigint NOT NULL,
  modified_time bigint NOT NULL,
  modified_by_me_time bigint NOT NULL,
  viewed_time bigint,
  original_filename ${TEXT},
  blob_key ${TEXT},
  bytes bigint,
  md5 ${TEXT},
  sha1 ${TEXT},
  sha256 ${TEXT},
  head_revision_id ${TEXT},
  version bigint NOT NULL,
  made_seq bigint NOT NULL,
  change_seq bigint NOT NULL,
  made_at bigint NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (account, id)
);
CREATE INDEX drive_files_feed ON drive_files (account, change_seq);
CREATE INDEX drive_files_children ON drive_files (account, parent_id, made_seq) WHERE removed = 0;
CREATE INDEX drive_files_folders ON drive_files (account, made_seq) WHERE removed = 0 AND mime_type = '${FOLDER_MIME}';
CREATE INDEX drive_files_trash ON drive_files (account) WHERE removed = 0 AND explicitly_trashed = 1;

CREATE TABLE drive_revisions (
  account ${TEXT} NOT NULL,
  file_id ${TEXT} NOT NULL,
  seq bigint NOT NULL,
  id ${TEXT} NOT NULL,
  mime_type ${TEXT} NOT NULL,
  modified_time bigint NOT NULL,
  made_at bigint NOT NULL,
  keep_forever integer NOT NULL,
  original_filename ${TEXT},
  blob_key ${TEXT} NOT NULL,
  bytes bigint NOT NULL,
  md5 ${TEXT} NOT NULL,
  sha1 ${TEXT} NOT NULL,
  sha256 ${TEXT} NOT NULL,
  PRIMARY KEY (account, file_id, id)
);
CREATE INDEX drive_revisions_blobs ON drive_revisions (blob_key);

CREATE TABLE drive_uploads (
  id ${TEXT} PRIMARY KEY,
  account ${TEXT} NOT NULL,
  blob_key ${TEXT} NOT NULL,
  started_at bigint NOT NULL,
  plan ${TEXT} NOT NULL
);
CREATE INDEX drive_uploads_account ON drive_uploads (account, started_at);
CREATE INDEX drive_uploads_blobs ON drive_uploads (blob_key);
`,
  // Metadata and unpinned revisions did not count before.
  RECOUNT,
  // The first 1,024 bytes of metadata did not count before.
  RECOUNT,
  // Lets a page of a listing ordered by time read only its own files.
  "CREATE INDEX drive_files_modified ON drive_files (account, modified_time, made_seq) WHERE removed = 0",
];

/** Any number that nothing else in this database locks. */
const LOCK = 0x5a7c4e1;

/** Servers that start at the same time migrate one after the other. */
export async function migratePostgres(pool: PostgresPool): Promise<void> {
  await transact(
    pool,
    async (client) => {
      await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
      await client.query("CREATE TABLE IF NOT EXISTS drive_schema (step integer PRIMARY KEY)");
      const { rows } = await client.query<{ readonly step: number | null }>("SELECT max(step) AS step FROM drive_schema");
      for (const [index, sql] of STEPS.entries()) {
        if (index < (rows[0]?.step ?? 0)) continue;
        await client.query(sql);
        await client.query("INSERT INTO drive_schema VALUES ($1)", [index + 1]);
      }
    },
    () => true,
  );
}

/** The PostgreSQL dialect. Unlike SQLite it cannot call our functions, so words and properties have columns of their own. */
export const POSTGRES: Dialect = {
  nameContains: (search) => ({ text: "strpos(name_words, ?) > 0", values: [toWords(search)] }),
  fullTextContains: (search) => ({ text: "strpos(all_words, ?) > 0", values: [toWords(search)] }),
  mimeTypeContains: (part) => ({ text: "strpos(mime_type, ?) > 0", values: [part] }),
  hasProperty: (field, key, value) => ({
    text: `? = ANY(${field === "appProperties" ? "app_pairs" : "pairs"})`,
    values: [toPair(key, value)],
  }),
};

/** Returns one text per pair. */
export function toPairs(properties: Properties): readonly string[] {
  return Object.entries(properties).map(([key, value]) => toPair(key, value));
}

function toPair(key: string, value: string): string {
  return JSON.stringify([key, value]);
}
