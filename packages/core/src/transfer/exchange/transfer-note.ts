/**
 * A note on its way out of Satchel or into it, with all that it needs to be whole elsewhere. In `doc`, images and attachments have `imageId` and
 * `fileId` `file-N`, an index into `files`; links to other notes have addresses that begin with `satchel-note:`, followed by that note's key.
 */
import type { StoredDoc } from "../../document/html/stored-doc.ts";
import type { UnknownFields } from "../../model/entities/parsing/unknown-fields.ts";

/** `bytes` may be read more than once. */
export type FoundBytes = {
  readonly sizeBytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  bytes(): AsyncIterable<Uint8Array>;
  /** Of bytes that were collected: they are no longer needed. */
  release?(): void;
};

export type NoteFile = FoundBytes & {
  readonly name: string;
  readonly mimeType: string;
  /** Where in the source it is. */
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
  /** What a note has no field for. */
  readonly properties: readonly (readonly [string, string])[];
  /** Of later versions of the app: our own JSON and backups carry them, no other format does. Decision 0022. */
  readonly unknownFields?: UnknownFields;
};

export const NOTE_SCHEME = "satchel-note:";

/** Of the words that stand where a file was that the source did not hold; its name follows. */
export const MISSING_FILE_SCHEME = "missing-file:";

export function linkedNote(href: unknown): string | undefined {
  return typeof href === "string" && href.startsWith(NOTE_SCHEME) ? href.slice(NOTE_SCHEME.length) : undefined;
}

/** The file that an id of this note's document represents. */
export function fileOf(note: Pick<TransferNote, "files">, id: unknown): NoteFile | undefined {
  const at = /^file-(\d{1,7})$/.exec(typeof id === "string" ? id : "")?.[1];
  return at === undefined ? undefined : note.files[Number(at)];
}
