/**
 * What sealed notes say, as far as it was opened for a plan, and what a plan wants sealed. A plan is made in one go and keys work elsewhere:
 * one that met a text which is not at hand is thrown away, and made again once that was opened or sealed. encryption.md 3.3, 3.5 (9).
 */
import type { NoteEntity } from "../entity.ts";
import type { FieldsWith } from "../note-fields.ts";
import { areTexts, isAttachment, isFields, isListOf } from "./record-values.ts";
import { isNoteField, unknownFieldsOf } from "./unknown-fields.ts";

type SealedField = FieldsWith<"sealed", "inside">;

/** Beside these, whatever fields of later versions the note has. */
export type SealedText = Pick<NoteEntity, SealedField>;

/** What a sealed note shows of them outside of its envelope. */
const BLANK: Required<SealedText> = { title: "", content: "", attachments: [] };
const SEALED_FIELDS = Object.keys(BLANK) as readonly SealedField[];

export type Wanted =
  | { readonly kind: "open"; readonly key: string; readonly id: string; readonly sealed: string }
  | { readonly kind: "seal"; readonly key: string; readonly id: string; readonly text: SealedText };

export class SealedTexts {
  /** Undefined: it can not be opened, or not be sealed. */
  readonly #opened = new Map<string, SealedText | undefined>();
  readonly #sealed = new Map<string, string | undefined>();
  readonly #wanted = new Map<string, Wanted>();
  #isLocked: boolean;

  constructor(isLocked: boolean) {
    this.#isLocked = isLocked;
  }

  /** The note as its user reads it; undefined where it is locked or damaged, or not at hand yet. */
  open(note: NoteEntity): NoteEntity | undefined {
    const { sealed, ...rest } = note;
    if (sealed === undefined) return note;
    const key = `${note.id}|${sealed}`;
    if (!this.#opened.has(key)) this.#want({ kind: "open", key, id: note.id, sealed });
    const text = this.#opened.get(key);
    return text === undefined ? undefined : { ...rest, ...text };
  }

  /** The note with its text sealed; undefined where the folder is locked, or it is not at hand yet. */
  seal(note: NoteEntity): NoteEntity | undefined {
    if (note.sealed !== undefined) return note;
    const text = toSealedText(note);
    const key = `${note.id}|${JSON.stringify(text)}`;
    if (!this.#sealed.has(key)) this.#want({ kind: "seal", key, id: note.id, text });
    const sealed = this.#sealed.get(key);
    return sealed === undefined ? undefined : toSealed(note, sealed);
  }

  /** What the plan met and this does not hold; asked once. */
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

  /** From now on nothing more is wanted, and what was opened is let go. */
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

/** What of a note its envelope holds. Fields of later versions go in: whether they may be read without the folder's key is not known here. */
export function toSealedText(note: NoteEntity): SealedText {
  const text = Object.fromEntries(SEALED_FIELDS.map((name) => [name, note[name]]));
  return { ...text, ...unknownFieldsOf(note) } as SealedText;
}

/** The record with nothing of its text, and of what this version does not know, outside the inner envelope. */
export function toSealed(note: NoteEntity, sealed: string): NoteEntity {
  const known = Object.entries(note).filter(([name]) => isNoteField(name));
  return { ...(Object.fromEntries(known) as NoteEntity), ...BLANK, isEncrypted: true, sealed };
}

/** Which folder's key sealed a note; undefined for what is no envelope. */
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

/** Which key sealed a file; undefined for one that is in clear. encryption.md 3.3. */
export function fileSealedUnder(bytes: Uint8Array): string | undefined {
  if (!FILE_HEAD.every((byte, at) => bytes[at] === byte)) return undefined;
  const from = FILE_HEAD.length + 1;
  const kid = String.fromCharCode(...bytes.subarray(from, from + (bytes[FILE_HEAD.length] ?? 0)));
  return KID.test(kid) ? kid : undefined;
}

/** A note's text out of an inner envelope, or damage. Only unknown fields are taken from inside. Pure. encryption.md 3.3, decision 0022. */
export function parseSealedText(value: unknown): SealedText | undefined {
  if (!isFields(value) || !areTexts(value.title, value.content) || !isListOf(value.attachments, isAttachment)) return undefined;
  const { title, content, attachments } = value as unknown as SealedText;
  const known: Required<SealedText> = { title, content, attachments };
  return { ...known, ...unknownFieldsOf(value) };
}
