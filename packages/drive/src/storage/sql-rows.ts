/** Converts records to rows and back. Booleans are 0 or 1, maps are JSON, an absent value is NULL. */
import { toNameKey, toNaturalKey } from "../query/name-keys.ts";
import type { Content, FileRecord, RevisionRecord, Space } from "../records/file-record.ts";
import type { Properties } from "../wire/resources.ts";
import type { StoredRevision, TreeEntry, UploadRecord } from "./metadata-store.ts";

/** A row as a database returns it in raw mode, which costs half as much as named columns. The order is that of `FILE_COLUMNS`. */
export type FileRow = readonly [
  id: string,
  removed: number,
  space: Space,
  name: string,
  mime_type: string,
  description: string | null,
  parent_id: string | null,
  app_properties: string,
  properties: string,
  starred: number,
  trashed: number,
  explicitly_trashed: number,
  trashed_time: number | null,
  created_time: number,
  modified_time: number,
  modified_by_me_time: number,
  viewed_time: number | null,
  original_filename: string | null,
  blob_key: string | null,
  bytes: number | null,
  md5: string | null,
  sha1: string | null,
  sha256: string | null,
  head_revision_id: string | null,
  version: number,
  made_seq: number,
  change_seq: number,
  made_at: number,
  changed_at: number,
];

const COLUMN_NAMES =
  "id removed space name mime_type description parent_id app_properties properties starred trashed explicitly_trashed trashed_time created_time " +
  "modified_time modified_by_me_time viewed_time original_filename blob_key bytes md5 sha1 sha256 head_revision_id version made_seq change_seq made_at changed_at";
export const FILE_COLUMNS: readonly string[] = COLUMN_NAMES.split(" ");

/** Includes the columns that searches and orders compare. */
export const WRITTEN_COLUMNS: readonly string[] = [...FILE_COLUMNS, "name_key", "natural_key"];

export type RevisionRow = {
  readonly file_id: string;
  readonly seq: number;
  readonly id: string;
  readonly mime_type: string;
  readonly modified_time: number;
  readonly made_at: number;
  readonly keep_forever: number;
  readonly original_filename: string | null;
  readonly blob_key: string;
  readonly bytes: number;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
};

/** The columns read for changes of a whole tree. */
export type TreeRow = {
  readonly id: string;
  readonly parent_id: string | null;
  readonly space: Space;
  readonly mime_type: string;
  readonly version: number;
  readonly trashed: number;
  readonly explicitly_trashed: number;
};

export const TREE_ROW_COLUMNS: readonly (keyof TreeRow)[] = [
  "id",
  "parent_id",
  "space",
  "mime_type",
  "version",
  "trashed",
  "explicitly_trashed",
];

export function toTreeEntry(row: TreeRow): TreeEntry {
  const { id, space, version } = row;
  const [trashed, explicitlyTrashed] = [row.trashed === 1, row.explicitly_trashed === 1];
  return { id, parentId: row.parent_id ?? undefined, space, mimeType: row.mime_type, version, trashed, explicitlyTrashed };
}

/** Named parameters for statements. */
export function toFileParameters(file: FileRecord): Readonly<Record<string, string | number | null>> {
  return {
    id: file.id,
    removed: 0,
    space: file.space,
    name: file.name,
    name_key: toNameKey(file.name),
    natural_key: toNaturalKey(file.name),
    mime_type: file.mimeType,
    description: file.description ?? null,
    parent_id: file.parentId ?? null,
    app_properties: JSON.stringify(file.appProperties),
    properties: JSON.stringify(file.properties),
    starred: Number(file.starred),
    trashed: Number(file.trashed),
    explicitly_trashed: Number(file.explicitlyTrashed),
    trashed_time: file.trashedTime ?? null,
    created_time: file.createdTime,
    modified_time: file.modifiedTime,
    modified_by_me_time: file.modifiedByMeTime,
    viewed_time: file.viewedByMeTime ?? null,
    original_filename: file.originalFilename ?? null,
    ...toContentColumns(file.content),
    head_revision_id: file.headRevisionId ?? null,
    version: file.version,
    made_seq: file.madeSeq,
    change_seq: file.changeSeq,
    made_at: file.madeAt,
    changed_at: file.changedAt,
  };
}

export function toFileRecord(row: FileRow): FileRecord {
  return {
    id: row[0],
    space: row[2],
    name: row[3],
    mimeType: row[4],
    description: row[5] ?? undefined,
    parentId: row[6] ?? undefined,
    appProperties: parseProperties(row[7]),
    properties: parseProperties(row[8]),
    starred: row[9] === 1,
    trashed: row[10] === 1,
    explicitlyTrashed: row[11] === 1,
    trashedTime: row[12] ?? undefined,
    createdTime: row[13],
    modifiedTime: row[14],
    modifiedByMeTime: row[15],
    viewedByMeTime: row[16] ?? undefined,
    originalFilename: row[17] ?? undefined,
    content: toFileContent(row),
    headRevisionId: row[23] ?? undefined,
    version: row[24],
    madeSeq: row[25],
    changeSeq: row[26],
    madeAt: row[27],
    changedAt: row[28],
  };
}

export function isRemoved(row: FileRow): boolean {
  return row[1] === 1;
}

/** Content has either all of its columns or none. */
function toFileContent(row: FileRow): Content | undefined {
  const [blobKey, bytes, md5, sha1, sha256] = [row[18], row[19], row[20], row[21], row[22]];
  if (blobKey === null || bytes === null || md5 === null || sha1 === null || sha256 === null) return undefined;
  return { blobKey, bytes, md5, sha1, sha256 };
}

export function toRevisionRow(revision: RevisionRecord, seq: number): RevisionRow {
  return {
    file_id: revision.fileId,
    seq,
    id: revision.id,
    mime_type: revision.mimeType,
    modified_time: revision.modifiedTime,
    made_at: revision.madeAt,
    keep_forever: Number(revision.keepForever),
    original_filename: revision.originalFilename ?? null,
    blob_key: revision.content.blobKey,
    bytes: revision.content.bytes,
    md5: revision.content.md5,
    sha1: revision.content.sha1,
    sha256: revision.content.sha256,
  };
}

export function toRevisionRecord(row: RevisionRow): RevisionRecord {
  return {
    fileId: row.file_id,
    id: row.id,
    mimeType: row.mime_type,
    modifiedTime: row.modified_time,
    madeAt: row.made_at,
    keepForever: row.keep_forever === 1,
    originalFilename: row.original_filename ?? undefined,
    content: toContent(row),
  };
}

/** Columns of a revision of any account. */
export const STORED_REVISION_COLUMNS = "account, file_id, id, blob_key, bytes, md5, sha1, sha256";
export type StoredRevisionRow = Pick<RevisionRow, "file_id" | "id" | "blob_key" | "bytes" | "md5" | "sha1" | "sha256"> & {
  readonly account: string;
};

export function toStoredRevision(row: StoredRevisionRow): StoredRevision {
  return { accountId: row.account, fileId: row.file_id, id: row.id, content: toContent(row) };
}

export type UploadRow = {
  readonly id: string;
  readonly account: string;
  readonly blob_key: string;
  readonly started_at: number;
  readonly plan: string;
};

export const PUT_UPLOAD_SQL = "INSERT OR REPLACE INTO upload_sessions VALUES (:id, :account, :blob_key, :started_at, :plan)";

export function toUploadRow({ id, accountId, blobKey, startedAt, plan }: UploadRecord): UploadRow {
  return { id, account: accountId, blob_key: blobKey, started_at: startedAt, plan };
}

export function toUpload(row: UploadRow): UploadRecord {
  return { id: row.id, accountId: row.account, blobKey: row.blob_key, startedAt: row.started_at, plan: row.plan };
}

function parseProperties(json: string): Properties {
  return json === "{}" ? NO_PROPERTIES : (JSON.parse(json) as Properties);
}

const NO_PROPERTIES: Properties = {};

function toContent(row: Pick<RevisionRow, "blob_key" | "bytes" | "md5" | "sha1" | "sha256">): Content {
  return { blobKey: row.blob_key, bytes: row.bytes, md5: row.md5, sha1: row.sha1, sha256: row.sha256 };
}

function toContentColumns(content: Content | undefined) {
  return {
    blob_key: content?.blobKey ?? null,
    bytes: content?.bytes ?? null,
    md5: content?.md5 ?? null,
    sha1: content?.sha1 ?? null,
    sha256: content?.sha256 ?? null,
  };
}
