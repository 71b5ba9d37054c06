/**
 * The grammar of all ids: of notes, folders, attachments, drafts and packs, when they are created, sealed, stored, addressed or read from a
 * backup. encryption.md 3.3. Code that creates ids uses `ID_ALPHABET`; code that reads them uses `isEntityId`. crypto has no imports and
 * keeps its own copy; web/adapters/sealing/entity-ids.test.ts compares the two.
 */

/** 64 characters, so each encodes six bits of a random byte. Any of them may come first. */
export const ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const ID_MAX_CHARS = 128;
/** Maximum for attachments, whose id is a drive file's property and, with `.bin` appended, that file's name. */
const FILE_ID_MAX_CHARS = 124;

/** The grammar as part of another regular expression; matches one character. */
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
