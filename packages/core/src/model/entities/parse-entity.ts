/**
 * Whether what came out of an envelope is a whole record. Sealed bytes can be genuine and still come from a broken or foreign client: such a
 * record is damaged, and nothing of it is guessed. Fields of later versions are kept as they are. Pure. sync.md §3, encryption.md 3.3.
 */
import type { Entity, EntityKind, FolderEntity, NoteEntity } from "./entity.ts";
import { isCount, isOrder, isShallow, isTextUpTo, isTime, isVector, RANGE } from "./ranges.ts";

export type Fields = Readonly<Record<string, unknown>>;

export const FOLDER_TYPES: readonly unknown[] = ["PINNED", "SENSITIVE", "CUSTOM"];

/** Undefined when it is no whole record of this kind and id. */
export function parseEntity(kind: EntityKind, id: string, value: unknown): Entity | undefined {
  if (!isFields(value) || value.kind !== kind || value.id !== id || !isVersioned(value) || !isShallow(value)) return undefined;
  if (kind === "note") return isNote(value) ? (value as unknown as NoteEntity) : undefined;
  return isFolder(value) ? (value as unknown as FolderEntity) : undefined;
}

function isVersioned({ vv, alive, createdAt, mtime }: Fields): boolean {
  return isVector(vv) && isVector(alive) && isTime(createdAt) && isTime(mtime);
}

function isNote({
  title,
  content,
  folderId,
  isEncrypted,
  attachments,
  attIds,
  hasStrays,
  sealed,
  pinnedFrom,
  chosen,
  after,
}: Fields): boolean {
  return (
    isTextUpTo(title, RANGE.maxNameChars) &&
    isTextUpTo(content, RANGE.maxTextChars) &&
    isTextOrNull(folderId) &&
    typeof isEncrypted === "boolean" &&
    isListOf(attachments, isAttachment) &&
    isListOf(attIds, isText) &&
    (hasStrays === undefined || hasStrays === true) &&
    (sealed === undefined || isText(sealed)) &&
    (pinnedFrom === undefined || isTextOrNull(pinnedFrom)) &&
    (chosen === undefined || isVector(chosen)) &&
    (after === undefined || isListOf(after, isCopyCause))
  );
}

function isFolder({ name, description, color, folderType, displayOrder, isDefault, mergedInto }: Fields): boolean {
  return (
    [name, description, color].every((text) => isTextUpTo(text, RANGE.maxNameChars)) &&
    FOLDER_TYPES.includes(folderType) &&
    isOrder(displayOrder) &&
    typeof isDefault === "boolean" &&
    isTextOrNull(mergedInto)
  );
}

export function isAttachment(value: unknown): boolean {
  return (
    isFields(value) &&
    [value.id, value.fileName, value.mimeType].every((text) => isTextUpTo(text, RANGE.maxNameChars)) &&
    isCount(value.sizeBytes)
  );
}

function isCopyCause(value: unknown): boolean {
  return isFields(value) && isText(value.id) && isVector(value.vv);
}

export function areTexts(...values: readonly unknown[]): boolean {
  return values.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

export function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= RANGE.maxItems && value.every(isItem);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
