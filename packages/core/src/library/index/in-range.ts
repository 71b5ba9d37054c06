/**
 * Corrects values of stored records and of other tabs' messages: an earlier version may have stored values that cannot be shown. Since it
 * may be the only copy, each such value is replaced by the nearest valid one. Foreign records are rejected instead
 * (model/entities/parsing/ranges.ts). Pure.
 */

import { previewOfNote } from "../../document/html/html-text.ts";
import { markNoteLinks, noteIdsIn } from "../../document/references.ts";
import type { Entity, FolderEntity, LightEntity, LightNote } from "../../model/entities/entity.ts";
import type { Each, FieldsWith } from "../../model/entities/note-fields.ts";
import { FOLDER_TYPES, isFolderParent } from "../../model/entities/parsing/parse-entity.ts";
import { isCount, isOrder } from "../../model/entities/parsing/ranges.ts";
import { isAttachment } from "../../model/entities/parsing/record-values.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { toTime } from "../../model/readable/readable-values.ts";

export function inRange(entity: FolderEntity): FolderEntity;
export function inRange(entity: LightEntity): LightEntity;
/** Returns the same object if nothing is wrong, as for almost every entity. */
export function inRange(entity: LightEntity): LightEntity {
  const near: Readonly<Record<string, unknown>> = entity.kind === "folder" ? nearestFolder(entity) : nearestNote(entity);
  for (const name in near) if (near[name] !== entity[name as keyof LightEntity]) return { ...entity, ...near };
  return entity;
}

function nearestNote(note: LightNote) {
  return {
    createdAt: toTime(note.createdAt),
    mtime: toTime(note.mtime),
    title: toText(note.title),
    preview: toText(note.preview),
    contentChars: isCount(note.contentChars) ? note.contentChars : 0,
    folderId: toTextOrNull(note.folderId),
    isEncrypted: note.isEncrypted === true,
    attachments: toListOf(note.attachments, isAttachment),
    attIds: toListOf(note.attIds, isText),
    ...(note.tags === undefined ? {} : { tags: toListOf(note.tags, isText) }),
    ...(note.linkIds === undefined ? {} : { linkIds: toListOf(note.linkIds, isText) }),
  };
}

function nearestFolder(folder: FolderEntity) {
  return {
    createdAt: toTime(folder.createdAt),
    mtime: toTime(folder.mtime),
    name: toText(folder.name),
    description: toText(folder.description),
    color: toText(folder.color),
    folderType: FOLDER_TYPES.includes(folder.folderType) ? folder.folderType : "CUSTOM",
    displayOrder: isOrder(folder.displayOrder) ? folder.displayOrder : 0,
    isDefault: folder.isDefault === true,
    mergedInto: toTextOrNull(folder.mergedInto),
    ...(folder.parent === undefined || isFolderParent(folder.parent) ? {} : { parent: undefined }),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const toText = (value: unknown): string => (isText(value) ? value : "");
const toTextOrNull = (value: unknown): string | null => (isText(value) ? value : null);

function toListOf<Item>(value: readonly Item[], isItem: (item: unknown) => boolean): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.every(isItem) ? value : value.filter(isItem);
}

const known = new WeakMap<Entity, LightEntity>();

/** Returns an entity without its text, as lists and the sync index keep it. Cached per entity, because store and library both ask. */
export function toLight(entity: Entity): LightEntity {
  if (entity.kind === "folder") return entity;
  const remembered = known.get(entity);
  if (remembered !== undefined) return remembered;
  const { content, sealed, ...rest } = entity;
  const body: Each<FieldsWith<"index", "body">> = { content, sealed };
  const linkIds = entity.isEncrypted ? [] : noteIdsIn(content);
  const light = {
    ...rest,
    ...(linkIds.length === 0 ? {} : { linkIds }),
    contentChars: content.length + (body.sealed?.length ?? 0),
    preview: entity.isEncrypted
      ? ""
      : previewOfNote({ title: toText(entity.title), content: markNoteLinks(content) }, NOTE.previewStoredChars),
  };
  known.set(entity, light);
  return light;
}
