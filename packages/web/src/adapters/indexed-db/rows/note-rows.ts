/** Rows of notes and folders: the spec's fields (A §3, B §3), version vector and liveness. Key of a folder: `__folder__:{folderId}`. */

import { inRange, toLight } from "@satchel/core/library/index/in-range.ts";
import { isStoredEntity } from "@satchel/core/library/index/stored-rows.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, FolderEntity, LightEntity, LightNote, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { Each, FieldsWith } from "@satchel/core/model/entities/note-fields.ts";
import { withoutAbsent } from "@satchel/core/model/entities/parsing/record-values.ts";
import { unknownFieldsOf } from "@satchel/core/model/entities/parsing/unknown-fields.ts";
import { CLOUD_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { UnreadableRow } from "@satchel/core/ports/device/unreadable-rows.ts";

type SpecFields = {
  readonly noteId: string;
  readonly title: string;
  readonly lastModified: number;
  readonly cachedAt: number;
  readonly cacheType: "cloud";
  /** The drive has had this version, so it counts as a base (cloud-bases.ts). */
  readonly isBase?: true;
};
export type NoteRow = SpecFields & Omit<LightNote, "id" | "mtime">;
export type FolderRow = SpecFields & Omit<FolderEntity, "id" | "mtime" | "kind"> & { readonly kind: "folder"; readonly folderId: string };
export type EntityRow = NoteRow | FolderRow;
type BodyField = FieldsWith<"index", "body">;
export type ContentRow = { readonly noteId: string } & Pick<NoteEntity, BodyField>;

export type NoteChunk = {
  readonly chunk: number;
  /** Ids of its notes and files, for the indexes. */
  readonly ids: readonly string[];
  readonly fileIds: readonly string[];
  /** Time of its last modified note. */
  readonly newest: number;
  readonly rows: readonly NoteRow[];
  readonly files: readonly RemoteFile[];
};
export type TextChunk = { readonly chunk: number; readonly texts: readonly ContentRow[] };

function folderKey(folderId: string): string {
  return `${CLOUD_DATABASE.folderKeyPrefix}${folderId}`;
}

/** Both keys that an id can have, because it may belong to a note or a folder. */
export function possibleKeys(id: string): readonly string[] {
  return [id, folderKey(id)];
}

export function toRow(entity: Entity, cachedAt: number, isBase: boolean): EntityRow {
  const light = toLight(entity);
  const mark = isBase ? { isBase } : {};
  if (light.kind === "folder") {
    const { id, mtime, ...rest } = light;
    return { ...rest, noteId: folderKey(id), folderId: id, title: light.name, lastModified: mtime, cachedAt, cacheType: "cloud", ...mark };
  }
  const { id, mtime, ...rest } = light;
  return { ...rest, noteId: id, lastModified: mtime, cachedAt, cacheType: "cloud", ...mark };
}

export function toContentRow({ id, content, sealed }: NoteEntity): ContentRow {
  const body: Each<BodyField> = { content, sealed };
  return { noteId: id, ...withoutAbsent(body) } as ContentRow;
}

export function fromRow(row: EntityRow): LightEntity {
  if (row.kind === "folder") {
    const {
      noteId: _key,
      title: _title,
      cachedAt: _cachedAt,
      cacheType: _cacheType,
      isBase: _isBase,
      lastModified,
      folderId,
      ...rest
    } = row;
    return { ...rest, id: folderId, mtime: lastModified };
  }
  return toLightNote(row);
}

/** Copies field by field: copying the rest of each of fifty thousand rows takes ten times as long. */
function toLightNote(row: NoteRow): LightNote {
  const light = {
    kind: row.kind,
    id: row.noteId,
    vv: row.vv,
    alive: row.alive,
    createdAt: row.createdAt,
    mtime: row.lastModified,
    title: row.title,
    preview: row.preview,
    contentChars: row.contentChars,
    folderId: row.folderId,
    isEncrypted: row.isEncrypted,
    attachments: row.attachments,
    attIds: row.attIds,
  };
  const { pinnedFrom, tags, searchQuery, searchName, searchIcon, isTemplate, day, after, chosen, hasStrays, purged, linkIds } = row;
  const hasOptional = !(
    pinnedFrom === undefined &&
    tags === undefined &&
    searchQuery === undefined &&
    searchName === undefined &&
    searchIcon === undefined &&
    isTemplate === undefined &&
    day === undefined &&
    after === undefined &&
    chosen === undefined &&
    hasStrays === undefined &&
    purged === undefined &&
    linkIds === undefined
  );
  // Most rows have only these fields: no optional ones and none of a later version.
  if (!hasOptional && Object.keys(row).length === PLAIN_ROW_FIELDS + (row.isBase === undefined ? 0 : 1)) return light;
  // Lists every optional field: a new one does not compile until it is copied here, too.
  const rest: { readonly [Name in OptionalOf<LightNote>]: LightNote[Name] | undefined } = {
    pinnedFrom,
    tags,
    searchQuery,
    searchName,
    searchIcon,
    isTemplate,
    day,
    after,
    chosen,
    hasStrays,
    purged,
    linkIds,
  };
  return { ...light, ...withoutAbsent(rest), ...unknownFieldsOf(row) };
}

/** Number of fields named in `toLightNote`, plus `cachedAt` and `cacheType`. */
const PLAIN_ROW_FIELDS = 15;

type OptionalOf<Fields> = { [Name in keyof Fields]-?: undefined extends Fields[Name] ? Name : never }[keyof Fields];

/** Returns why the row is not a usable entity; undefined if it is. */
export function problemOf(row: EntityRow, text: ContentRow | undefined): UnreadableRow["problem"] | undefined {
  if (!isStoredEntity(fromRow(row))) return "damaged";
  if (row.kind === "folder") return undefined;
  if (text === undefined) return hasText(row) ? "no-text" : undefined;
  const { content, sealed } = text;
  return typeof content === "string" && (sealed === undefined || typeof sealed === "string") ? undefined : "no-text";
}

/** True if the note's text is in a separate row. */
function hasText({ contentChars }: NoteRow): boolean {
  return contentChars !== 0;
}

export function readEntity(row: EntityRow, text: ContentRow | undefined): Entity | undefined {
  return problemOf(row, text) === undefined ? toEntity(row, text) : undefined;
}

/** Converts a usable row. */
export function toEntity(row: EntityRow, text: ContentRow | undefined): Entity {
  const light = inRange(fromRow(row));
  if (light.kind === "folder") return light;
  const { preview: _preview, contentChars: _contentChars, linkIds: _linkIds, ...rest } = light;
  const body: Each<BodyField> = { content: text?.content ?? "", sealed: text?.sealed };
  return { ...rest, ...withoutAbsent(body) } as NoteEntity;
}
