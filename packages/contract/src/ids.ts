/**
 * The one grammar of ids: of notes, folders, attachments, drafts and packs, as they are made, sealed, stored, addressed and read from a backup.
 * encryption.md 3.3. Whatever makes ids draws from `ID_ALPHABET`; whatever reads one asks `isEntityId`. crypto has no imports and holds its own
 * copy; web/adapters/sealing/entity-ids.test.ts compares the two.
 */

/** 64 characters, so six bits of a random byte each. Any of them may come first. */
export const ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const ID_MAX_CHARS = 128;
/** Of an attachment: its id is a drive file's property and, with `.bin` behind it, that file's name. */
const FILE_ID_MAX_CHARS = 124;

/** The grammar for use inside of another expression; it matches one character. */
export const ID_CHARACTER = "[A-Za-z0-9_-]";
export const ENTITY_ID = new RegExp(`^${ID_CHARACTER}{1,${ID_MAX_CHARS}}$`);
export const FILE_ID = new RegExp(`^${ID_CHARACTER}{1,${FILE_ID_MAX_CHARS}}$`);
export const FILE_NAME = new RegExp(`^(${ID_CHARACTER}{1,${FILE_ID_MAX_CHARS}})\\.bin$`);

export function isEntityId(value: unknown): value is string {
  return typeof value === "string" && ENTITY_ID.test(value);
}

export function isFileId(value: unknown): value is string {
  return typeof value === "string" && FILE_ID.test(value);
}
