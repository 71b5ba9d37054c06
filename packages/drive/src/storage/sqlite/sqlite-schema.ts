/** Tables of the SQLite metadata store. `removed` rows stay for the changes feed, and so that an id is never used twice. */
import { ROW_BYTES } from "../../records/file-record.ts";

export const SCHEMA_VERSION = 3;

const METADATA = ["name", "description", "original_filename", "app_properties", "properties"];

/** Bytes that one row of `files` counts against the quota. */
export const COUNTED_BYTES = `coalesce(files.bytes, 0) + coalesce((
    SELECT sum(older.bytes) FROM revisions AS older
    WHERE older.account = files.account AND older.file_id = files.id AND older.id <> coalesce(files.head_revision_id, '')
  ), 0) + ${METADATA.map((column) => `coalesce(length(CAST(files.${column} AS BLOB)), 0)`).join(" + ")} + ${ROW_BYTES}`;

/**
 * Recounts all accounts. Before version 2, metadata and unpinned revisions did not count; before version 3, the first 1,024 bytes of
 * metadata.
 */
export const RECOUNT = `UPDATE accounts SET bytes = coalesce((SELECT sum(${COUNTED_BYTES}) FROM files WHERE files.account = accounts.id AND removed = 0), 0)`;

export const SCHEMA = `
CREATE TABLE IF NOT EXISTS accounts (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  trash_bytes INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS files (
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  removed INTEGER NOT NULL,
  space TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  natural_key TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  description TEXT,
  parent_id TEXT,
  app_properties TEXT NOT NULL,
  properties TEXT NOT NULL,
  starred INTEGER NOT NULL,
  trashed INTEGER NOT NULL,
  explicitly_trashed INTEGER NOT NULL,
  trashed_time INTEGER,
  created_time INTEGER NOT NULL,
  modified_time INTEGER NOT NULL,
  modified_by_me_time INTEGER NOT NULL,
  viewed_time INTEGER,
  original_filename TEXT,
  blob_key TEXT,
  bytes INTEGER,
  md5 TEXT,
  sha1 TEXT,
  sha256 TEXT,
  head_revision_id TEXT,
  version INTEGER NOT NULL,
  made_seq INTEGER NOT NULL,
  change_seq INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (account, id)
);
CREATE INDEX IF NOT EXISTS files_feed ON files (account, change_seq);
CREATE INDEX IF NOT EXISTS files_made ON files (account, made_seq) WHERE removed = 0;
CREATE INDEX IF NOT EXISTS files_modified ON files (account, modified_time, made_seq) WHERE removed = 0;
CREATE INDEX IF NOT EXISTS files_children ON files (account, parent_id, made_seq) WHERE removed = 0;
CREATE INDEX IF NOT EXISTS files_folders ON files (account, made_seq) WHERE removed = 0 AND mime_type = 'application/vnd.google-apps.folder';
CREATE INDEX IF NOT EXISTS files_trash ON files (account) WHERE removed = 0 AND explicitly_trashed = 1;
CREATE INDEX IF NOT EXISTS files_purge ON files (trashed_time) WHERE removed = 0 AND explicitly_trashed = 1;

CREATE TABLE IF NOT EXISTS revisions (
  account TEXT NOT NULL,
  file_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  keep_forever INTEGER NOT NULL,
  original_filename TEXT,
  blob_key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  sha1 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (account, file_id, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS revisions_old ON revisions (account, made_at, file_id, id) WHERE keep_forever = 0;
CREATE INDEX IF NOT EXISTS revisions_blobs ON revisions (blob_key);

CREATE TABLE IF NOT EXISTS upload_sessions (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  blob_key TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  plan TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS uploads_by_start ON upload_sessions (started_at);
CREATE INDEX IF NOT EXISTS uploads_by_account ON upload_sessions (account, started_at);
CREATE INDEX IF NOT EXISTS uploads_by_blob ON upload_sessions (blob_key);
`;
