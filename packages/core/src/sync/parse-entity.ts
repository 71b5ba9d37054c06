/**
 * Whether what came out of an envelope is a whole record. Sealed bytes can be genuine and still come from a broken or foreign client: such a
 * record is damaged, and nothing of it is guessed. Fields of later versions are kept as they are. Pure. sync.md §3, encryption.md 3.3.
 */
import type { Entity, EntityKind, FolderEntity, NoteEntity } from "./entity.ts";

export type Fields = Readonly<Record<string, unknown>>;

const DEVICE = /^[A-Za-z0-9_-]{1,40}$/;
const FOLDER_TYPES: readonly unknown[] = ["PINNED", "SENSITIVE", "CUSTOM"];

/** Undefined when it is no whole record of this kind and id. */
export function parseEntity(kind: EntityKind, id: string, value: unknown): Entity | undefined {
  if (!isFields(value) || value.kind !== kind || value.id !== id || !isVersioned(value)) return undefined;
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
    areTexts(title, content) &&
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
    areTexts(name, description, color) &&
    FOLDER_TYPES.includes(folderType) &&
    typeof displayOrder === "number" &&
    typeof isDefault === "boolean" &&
    isTextOrNull(mergedInto)
  );
}

export function isAttachment(value: unknown): boolean {
  return isFields(value) && areTexts(value.id, value.fileName, value.mimeType) && isTime(value.sizeBytes);
}

function isCopyCause(value: unknown): boolean {
  return isFields(value) && isText(value.id) && isVector(value.vv);
}

function isVector(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.entries(value).every(([device, counter]) => DEVICE.test(device) && Number.isSafeInteger(counter) && (counter as number) >= 0)
  );
}

function isTime(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
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
  return Array.isArray(value) && value.every(isItem);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
