/** Makes the ids of notes, folders and attachments; contract/ids.ts defines valid ids. Spec B §3 "Local ids". */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import { ATTACHMENT } from "../limits/limits.ts";

/** Returns random text of exactly `length` characters of the alphabet in contract/ids.ts. */
export type RandomText = (length: number) => string;

const RANDOM_CHARS = 9;

/** `atMs`: creation time of the note in Unix milliseconds. */
export function newNoteId(atMs: number, random: RandomText): string {
  return noteIdAt(atMs, random(RANDOM_CHARS));
}

/** Deterministic id for a note that several devices create. `mark`: at most 100 valid characters. */
export function noteIdAt(atMs: number, mark: string): string {
  // A foreign record may have any number; a fraction or exponent would make the id invalid.
  return `note-${Math.min(Math.max(Math.trunc(atMs), 0), LAST_TIME_MS)}-${mark}`;
}

/** Ids of the two notes of a new library: the same on every device, so that joined libraries still have two. Decision 0044. */
export const FIRST_NOTE_IDS = ["note-0-first-1", "note-0-first-2"] as const;

export function newFolderId(atMs: number, random: RandomText): string {
  return `folder-${atMs}-${random(RANDOM_CHARS)}`;
}

/** `idPrefix`: prefix of a default folder. */
export function newDefaultFolderId(idPrefix: string, random: RandomText): string {
  return `${idPrefix}${random(RANDOM_CHARS)}`;
}

export function newAttachmentId(random: RandomText): string {
  return random(ATTACHMENT.idChars);
}

/** Part of a draft's id that goes into the id of the note recovered from it. */
export function markOfDraft(draftId: string): string {
  return draftId.slice(-RANDOM_CHARS);
}

/** Short stable hash for ids that several devices must agree on, not for secrecy: cyrb53 (public domain), 53 bits, base 36. */
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
