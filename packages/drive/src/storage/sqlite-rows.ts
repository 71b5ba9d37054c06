/** Records to rows and back. Booleans are 0 or 1, maps are JSON, absent is NULL. */
import { toNameKey, toNaturalKey } from "../query/name-keys.ts";
import type { Properties } from "../wire/resources.ts";
import type { Content, FileRecord, RevisionRecord, Space } from "./file-record.ts";

export type FileRow = {
  readonly id: string;
  readonly removed: number;
  readonly space: Space;
  readonly name: string;
  readonly mime_type: string;
  readonly description: string | null;
  readonly parent_id: string | null;
  readonly app_properties: string;
  readonly properties: string;
  readonly starred: number;
  readonly trashed: number;
  readonly explicitly_trashed: number;
  readonly trashed_time: number | null;
  readonly created_time: number;
  readonly modified_time: number;
  readonly modified_by_me_time: number;
  readonly viewed_time: number | null;
  readonly original_filename: string | null;
  readonly blob_key: string | null;
  readonly bytes: number | null;
  readonly md5: string | null;
  readonly sha1: string | null;
  readonly sha256: string | null;
  readonly head_revision_id: string | null;
  readonly version: number;
  readonly made_seq: number;
  readonly change_seq: number;
  readonly made_at: number;
  readonly changed_at: number;
};

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

export function toFileRow(file: FileRecord): FileRow & { readonly name_key: string; readonly natural_key: string } {
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
    id: row.id,
    space: row.space,
    name: row.name,
    mimeType: row.mime_type,
    description: row.description ?? undefined,
    parentId: row.parent_id ?? undefined,
    appProperties: JSON.parse(row.app_properties) as Properties,
    properties: JSON.parse(row.properties) as Properties,
    starred: row.starred === 1,
    trashed: row.trashed === 1,
    explicitlyTrashed: row.explicitly_trashed === 1,
    trashedTime: row.trashed_time ?? undefined,
    createdTime: row.created_time,
    modifiedTime: row.modified_time,
    modifiedByMeTime: row.modified_by_me_time,
    viewedByMeTime: row.viewed_time ?? undefined,
    originalFilename: row.original_filename ?? undefined,
    content: row.blob_key === null ? undefined : toContent(row as RevisionRow & FileRow),
    headRevisionId: row.head_revision_id ?? undefined,
    version: row.version,
    madeSeq: row.made_seq,
    changeSeq: row.change_seq,
    madeAt: row.made_at,
    changedAt: row.changed_at,
  };
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
