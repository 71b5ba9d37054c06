/** Makes the ids of notes, folders and attachments; contract/ids.ts says what an id may be. Spec B §3 "Local ids". */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import { ATTACHMENT } from "../limits/limits.ts";

/** Random text of exactly so many characters of contract/ids.ts's alphabet. */
export type RandomText = (length: number) => string;

const RANDOM_CHARS = 9;

/** `at`: milliseconds since 1970, when the note was made. */
export function newNoteId(atMs: number, random: RandomText): string {
  return noteIdAt(atMs, random(RANDOM_CHARS));
}

/** Of a note that several devices must give the same id: `mark` is at most 100 characters of the grammar. */
export function noteIdAt(atMs: number, mark: string): string {
  // A record of another client may carry any number: a fraction or an exponent would not fit the grammar.
  return `note-${Math.min(Math.max(Math.trunc(atMs), 0), LAST_TIME_MS)}-${mark}`;
}

export function newFolderId(atMs: number, random: RandomText): string {
  return `folder-${atMs}-${random(RANDOM_CHARS)}`;
}

/** `idPrefix`: of a default folder. */
export function newDefaultFolderId(idPrefix: string, random: RandomText): string {
  return `${idPrefix}${random(RANDOM_CHARS)}`;
}

export function newAttachmentId(random: RandomText): string {
  return random(ATTACHMENT.idChars);
}

/** The part of a draft's id that a note recovered from it is named by. */
export function markOfDraft(draftId: string): string {
  return draftId.slice(-RANDOM_CHARS);
}

/** A short stable hash for ids that several devices must agree on. Not for secrecy: cyrb53 (public domain), 53 bits, base 36. */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, "0");
}
