/**
 * Texts of sealed notes for a plan: those opened so far, and those it wants sealed. A plan is synchronous and keys work asynchronously, so
 * a plan that misses a text is discarded and repeated once the text has been opened or sealed. encryption.md 3.3, 3.5 (9).
 */

import type { NoteEntity } from "../entity.ts";
import type { FieldsWith } from "../note-fields.ts";
import { areTexts, isAttachment, isFields, isListOf, isText, withoutAbsent } from "./record-values.ts";
import { isNoteField, unknownFieldsOf } from "./unknown-fields.ts";

type SealedField = FieldsWith<"sealed", "inside">;

/** The text also contains the note's unknown fields. */
export type SealedText = Pick<NoteEntity, SealedField>;

/** Values of these fields outside the envelope of a sealed note. */
const BLANK: { readonly [Field in SealedField]-?: SealedText[Field] } = {
  title: "",
  content: "",
  attachments: [],
  tags: undefined,
  searchQuery: undefined,
  searchName: undefined,
  searchIcon: undefined,
  isTemplate: undefined,
  day: undefined,
};
const SEALED_FIELDS = Object.keys(BLANK) as readonly SealedField[];

export type Wanted =
  | { readonly kind: "open"; readonly key: string; readonly id: string; readonly sealed: string }
  | { readonly kind: "seal"; readonly key: string; readonly id: string; readonly text: SealedText };

export class SealedTexts {
  /** Undefined values could not be opened or sealed. */
  readonly #opened = new Map<string, SealedText | undefined>();
  readonly #sealed = new Map<string, string | undefined>();
  readonly #wanted = new Map<string, Wanted>();
  #isLocked: boolean;

  constructor(isLocked: boolean) {
    this.#isLocked = isLocked;
  }

  /** Returns the opened note; undefined if it is locked, damaged or not opened yet. */
  open(note: NoteEntity): NoteEntity | undefined {
    const { sealed, ...rest } = note;
    if (sealed === undefined) return note;
    const key = `${note.id}|${sealed}`;
    if (!this.#opened.has(key)) this.#want({ kind: "open", key, id: note.id, sealed });
    const text = this.#opened.get(key);
    return text === undefined ? undefined : { ...rest, ...text };
  }

  /** Returns the note with its text sealed; undefined if the folder is locked or the text is not sealed yet. */
  seal(note: NoteEntity): NoteEntity | undefined {
    if (note.sealed !== undefined) return note;
    const text = toSealedText(note);
    const key = `${note.id}|${JSON.stringify(text)}`;
    if (!this.#sealed.has(key)) this.#want({ kind: "seal", key, id: note.id, text });
    const sealed = this.#sealed.get(key);
    return sealed === undefined ? undefined : toSealed(note, sealed);
  }

  /** Returns the texts that the plan missed, each once. */
  takeWanted(): readonly Wanted[] {
    const wanted = [...this.#wanted.values()];
    this.#wanted.clear();
    return wanted;
  }

  keepText(key: string, text: SealedText | undefined): void {
    this.#opened.set(key, text);
  }

  keepSeal(key: string, sealed: string | undefined): void {
    this.#sealed.set(key, sealed);
  }

  /** Drops opened texts and records no further wishes. */
  lock(): void {
    this.#isLocked = true;
    this.#opened.clear();
    this.#sealed.clear();
    this.#wanted.clear();
  }

  #want(wanted: Wanted): void {
    if (!this.#isLocked) this.#wanted.set(`${wanted.kind} ${wanted.key}`, wanted);
  }
}

/** Content of the envelope. Includes unknown fields, because they may be confidential. */
export function toSealedText(note: NoteEntity): SealedText {
  const text = Object.fromEntries(SEALED_FIELDS.map((name) => [name, note[name]]));
  return { ...withoutAbsent(text), ...unknownFieldsOf(note) } as SealedText;
}

/** The record with its text and unknown fields only in the inner envelope. */
export function toSealed(note: NoteEntity, sealed: string): NoteEntity {
  const known = Object.entries(note).filter(([name]) => isNoteField(name));
  return withoutAbsent({ ...Object.fromEntries(known), ...BLANK, isEncrypted: true, sealed }) as NoteEntity;
}

/** Returns the id of the folder key that sealed a note; undefined if the text is not an envelope. */
export function sealedUnder(sealed: string): string | undefined {
  try {
    const { kid } = JSON.parse(sealed) as { readonly kid?: unknown };
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}

const FILE_HEAD = [0x53, 0x41, 0x54, 0x31];
const KID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the id of the key that sealed a file; undefined if the file is unencrypted. encryption.md 3.3. */
export function fileSealedUnder(bytes: Uint8Array): string | undefined {
  if (!FILE_HEAD.every((byte, at) => bytes[at] === byte)) return undefined;
  const from = FILE_HEAD.length + 1;
  const kid = String.fromCharCode(...bytes.subarray(from, from + (bytes[FILE_HEAD.length] ?? 0)));
  return KID.test(kid) ? kid : undefined;
}

/**
 * Parses a note's text from an inner envelope; undefined if damaged. Besides the text, takes only unknown fields. Pure. encryption.md 3.3,
 * decision 0022.
 */
export function parseSealedText(value: unknown): SealedText | undefined {
  if (!isFields(value) || !areTexts(value.title, value.content) || !isListOf(value.attachments, isAttachment)) return undefined;
  const { title, content, attachments } = value as unknown as SealedText;
  // A value that is no list of tags is not worth losing the text for.
  const tags = isListOf(value.tags, isText) ? (value.tags as SealedText["tags"]) : undefined;
  const [searchQuery, searchName, searchIcon, day] = [value.searchQuery, value.searchName, value.searchIcon, value.day].map(toTextOrNone);
  const isTemplate = value.isTemplate === true ? true : undefined;
  const known: typeof BLANK = { title, content, attachments, tags, searchQuery, searchName, searchIcon, isTemplate, day };
  return { ...(withoutAbsent(known) as SealedText), ...unknownFieldsOf(value) };
}

function toTextOrNone(value: unknown): string | undefined {
  return isText(value) ? (value as string) : undefined;
}
