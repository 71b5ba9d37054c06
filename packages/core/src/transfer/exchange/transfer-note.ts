/**
 * Exchange format of a note for import and export. In `doc`, images and attachments have `imageId` and `fileId` `file-N`, an index into
 * `files`; links to other notes have addresses `satchel-note:` plus that note's key.
 */
import type { StoredDoc } from "../../document/html/stored-doc.ts";
import { type UnknownFields, unknownFieldsOf } from "../../model/entities/parsing/unknown-fields.ts";
import { isDay } from "../../model/readable/days.ts";

/** `bytes` may be called more than once. */
export type FoundBytes = {
  readonly sizeBytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  bytes(): AsyncIterable<Uint8Array>;
  /** Frees buffered bytes that are no longer needed. */
  release?(): void;
};

export type NoteFile = FoundBytes & {
  readonly name: string;
  readonly mimeType: string;
  /** Path in the source. */
  readonly path: string;
};

export type TransferNote = {
  readonly key: string;
  readonly title: string;
  readonly folder: readonly string[];
  readonly tags: readonly string[];
  readonly createdMs: number | undefined;
  readonly modifiedMs: number | undefined;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly isTrashed: boolean;
  readonly doc: StoredDoc;
  readonly files: readonly NoteFile[];
  /** Properties that a note has no field for. */
  readonly properties: readonly (readonly [string, string])[];
  /** Fields of later app versions, the mark of a template and the day of a note. Only Satchel's JSON and backups carry them. Decision 0022. */
  readonly unknownFields?: UnknownFields;
};

/** Fields of later versions, and those of this one that no other program has. */
export function carriedFields(note: { readonly isTemplate?: unknown; readonly day?: unknown }): Pick<TransferNote, "unknownFields"> {
  const day = typeof note.day === "string" && isDay(note.day) ? { day: note.day } : {};
  const fields = { ...unknownFieldsOf(note), ...(note.isTemplate === true ? { isTemplate: true } : {}), ...day };
  return Object.keys(fields).length === 0 ? {} : { unknownFields: fields };
}

export const NOTE_SCHEME = "satchel-note:";

/** Address of a placeholder for a file that the source lacks, followed by the file's name. */
export const MISSING_FILE_SCHEME = "missing-file:";

export function linkedNote(href: unknown): string | undefined {
  return typeof href === "string" && href.startsWith(NOTE_SCHEME) ? href.slice(NOTE_SCHEME.length) : undefined;
}

/** Returns the file for a file id of this note's document. */
export function fileOf(note: Pick<TransferNote, "files">, id: unknown): NoteFile | undefined {
  const at = /^file-(\d{1,7})$/.exec(typeof id === "string" ? id : "")?.[1];
  return at === undefined ? undefined : note.files[Number(at)];
}
