/**
 * Validates a record from an envelope. Sealed bytes can be genuine and still come from a broken or foreign client: an invalid record counts
 * as damaged and is never guessed at. A note's unknown fields are kept within limits. Pure. sync.md §3, encryption.md 3.3, decision 0022.
 */
import type { Entity, EntityKind, FolderEntity, NoteEntity } from "../entity.ts";
import type { FolderParent } from "../folder.ts";
import { isOrder, isTextUpTo, isTime, isVector, RANGE } from "./ranges.ts";
import { type Fields, isAttachment, isFields, isListOf, isText, isTextOrNull } from "./record-values.ts";
import { type UnknownFields, unknownFieldsOf } from "./unknown-fields.ts";

/** Limits on all unknown fields of one note together: their number and their characters as JSON. */
const [MAX_UNKNOWN_FIELDS, MAX_UNKNOWN_CHARS] = [64, 262_144];
/** Valid name of a note's field. */
const NAME = /^[a-z][A-Za-z0-9]{0,63}$/;

type Check = (value: unknown) => boolean;

export const FOLDER_TYPES: readonly unknown[] = ["PINNED", "SENSITIVE", "CUSTOM"];

/** Returns undefined if the value is not a complete record of this kind and id. */
export function parseEntity(kind: EntityKind, id: string, value: unknown): Entity | undefined {
  if (!isFields(value) || value.kind !== kind || value.id !== id || !isVersioned(value) || !isShallow(value)) return undefined;
  if (kind === "note") return isNote(value) ? (value as unknown as NoteEntity) : undefined;
  return isFolder(value) ? (value as unknown as FolderEntity) : undefined;
}

function isVersioned({ vv, alive, createdAt, mtime }: Fields): boolean {
  return isVector(vv) && isVector(alive) && isTime(createdAt) && isTime(mtime);
}

/** Validators for all fields except those that every entity has. */
const IS_NOTE_FIELD: Readonly<Record<Exclude<keyof NoteEntity, "kind" | "id" | "vv" | "alive" | "createdAt" | "mtime">, Check>> = {
  title: (value) => isTextUpTo(value, RANGE.maxNameChars),
  content: (value) => isTextUpTo(value, RANGE.maxTextChars),
  folderId: isTextOrNull,
  isEncrypted: (value) => typeof value === "boolean",
  attachments: (value) => isListOf(value, isAttachment),
  attIds: (value) => isListOf(value, isText),
  hasStrays: (value) => value === undefined || value === true,
  sealed: (value) => value === undefined || isText(value),
  pinnedFrom: (value) => value === undefined || isTextOrNull(value),
  tags: (value) => value === undefined || isListOf(value, (tag) => isTextUpTo(tag, RANGE.maxNameChars)),
  searchQuery: isNameOrAbsent,
  searchName: isNameOrAbsent,
  searchIcon: isNameOrAbsent,
  day: isNameOrAbsent,
  isTemplate: (value) => value === undefined || typeof value === "boolean",
  chosen: (value) => value === undefined || isVector(value),
  after: (value) => value === undefined || isListOf(value, isCopyCause),
  purged: isNameOrAbsent,
};

function isNameOrAbsent(value: unknown): boolean {
  return value === undefined || isTextUpTo(value, RANGE.maxNameChars);
}

function isNote(value: Fields): boolean {
  return Object.entries(IS_NOTE_FIELD).every(([name, isSound]) => isSound(value[name])) && hasSoundUnknownFields(value);
}

/** Optional fields without which a note is still whole. */
const OPTIONAL: { readonly [Name in Exclude<OptionalField, "sealed">]: 1 } = {
  pinnedFrom: 1,
  tags: 1,
  searchQuery: 1,
  searchName: 1,
  searchIcon: 1,
  isTemplate: 1,
  day: 1,
  chosen: 1,
  after: 1,
  hasStrays: 1,
  purged: 1,
};
type OptionalField = { [Name in keyof NoteEntity]-?: undefined extends NoteEntity[Name] ? Name : never }[keyof NoteEntity];

/** Removes optional fields with invalid values from a note of this device, whose text may be the only copy. */
export function withSoundOptionalFields(note: NoteEntity): NoteEntity {
  const isUnsound = ([name, value]: readonly [string, unknown]): boolean =>
    Object.hasOwn(OPTIONAL, name) && !IS_NOTE_FIELD[name as keyof typeof OPTIONAL](value);
  const fields = Object.entries(note);
  return fields.some(isUnsound) ? (Object.fromEntries(fields.filter((field) => !isUnsound(field))) as NoteEntity) : note;
}

function isFolder({ name, description, color, folderType, displayOrder, isDefault, mergedInto, parent, templateId }: Fields): boolean {
  return (
    [name, description, color].every((text) => isTextUpTo(text, RANGE.maxNameChars)) &&
    FOLDER_TYPES.includes(folderType) &&
    isOrder(displayOrder) &&
    typeof isDefault === "boolean" &&
    isTextOrNull(mergedInto) &&
    (parent === undefined || isFolderParent(parent)) &&
    isNameOrAbsent(templateId)
  );
}

export function isFolderParent(value: unknown): value is FolderParent {
  return isFields(value) && isText(value.id) && isTextUpTo(value.path, RANGE.maxNameChars);
}

function isCopyCause(value: unknown): boolean {
  return isFields(value) && isText(value.id) && isVector(value.vv);
}

/** True if the unknown fields are few, small and do not shadow a property of `Object.prototype`. */
export function hasSoundUnknownFields(record: object): boolean {
  const unknown = unknownFieldsOf(record);
  const names = Object.keys(unknown);
  if (names.length === 0) return true;
  if (names.length > MAX_UNKNOWN_FIELDS || !names.every((name) => NAME.test(name) && !(name in Object.prototype))) return false;
  const text = JSON.stringify(unknown);
  return text.length <= MAX_UNKNOWN_CHARS && !text.includes('"__proto__":');
}

/** Unknown fields of a record from a backup or an import; empty if they are nested too deeply or fail `hasSoundUnknownFields`. */
export function soundUnknownFields(record: Fields): UnknownFields {
  return isShallow(record) && hasSoundUnknownFields(record) ? unknownFieldsOf(record) : {};
}

/** True if nesting is at most `RANGE.maxDepth`. Iterative, because deep nesting could exhaust the stack. */
export function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > RANGE.maxDepth) return false;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return true;
}
