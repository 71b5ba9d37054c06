/**
 * What a reader makes of a source, one item after the other: notes in the neutral form that every format is read into, and a line for each thing
 * that is no note. Everything that a source holds is in exactly one item or belongs to one. docs/how-to/add-an-import-format.md
 */
import type { StoredDoc } from "../../../document/html/stored-doc.ts";
import type { UnknownFields } from "../../../model/entities/parsing/unknown-fields.ts";
import type { NoteFile } from "../../exchange/transfer-note.ts";
import type { ImportFile } from "./import-source.ts";

export const IMPORT_FORMATS = [
  "evernote",
  "markdown",
  "textbundle",
  "joplin",
  "keep",
  "notion-html",
  "standard-notes",
  "notesnook",
  "simplenote",
  "tomboy",
  "roam",
  "html",
  "text",
  "csv",
  "docx",
  "satchel",
  "satchel-json",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What happened to a part of a note that is not kept as it was. */
export type RemarkKind =
  | "attachment-missing"
  | "attachment-too-large"
  | "attachment-unlinked"
  | "color-dropped"
  | "content-cut"
  | "content-unreadable"
  | "drawing-dropped"
  | "embed-as-link"
  | "encoding-guessed"
  | "encrypted-part"
  | "form-dropped"
  | "hidden-dropped"
  | "hidden-link"
  | "link-inside"
  | "link-unresolved"
  | "link-scheme"
  | "location-dropped"
  | "markup-broken"
  | "properties-as-text"
  | "reminder-dropped"
  | "table-as-text"
  | "time-as-text";

export type Remark = {
  readonly kind: RemarkKind;
  readonly status: "approximated" | "lost";
  readonly count: number;
  readonly detail?: string;
};

/** In `doc`, `imageId` and `fileId` are `file-N`, an index into `files`; links are link-refs.ts's until resolved. */
export type SourceNote = {
  readonly kind: "note";
  /** The same at each reading of this source. */
  readonly key: string;
  /** Of the file it was found in. */
  readonly path: string;
  /** What the format itself calls it, the same in a later export. */
  readonly sourceId?: string;
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
  /** Files of the source that this note took in, itself among them. */
  readonly usedPaths: readonly string[];
  /** By which links find it: `id:…`, `path:…`, `title:…`. */
  readonly names: readonly string[];
  readonly remarks: readonly Remark[];
  /** As in `TransferNote`, from our own formats. */
  readonly unknownFields?: UnknownFields;
};

/** `metadata`: part of the format, read where it is needed. `system`: made by an operating system. */
export type OtherReason =
  | "metadata"
  | "system"
  | "unsupported"
  | "damaged"
  | "too-large"
  | "unpacks-too-large"
  | "too-many-files"
  | "nested-too-deep"
  | "path-refused"
  | "encrypted"
  | "unreadable"
  | "cut-off";

export type SourceOther = {
  readonly kind: "other";
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly status: "kept" | "approximated" | "lost";
  readonly reason: OtherReason;
  readonly usedPaths: readonly string[];
};

export type SourceItem = SourceNote | SourceOther;

export function lostItem(file: Pick<ImportFile, "path">, reason: OtherReason, key = file.path): SourceOther {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return { kind: "other", key, path: file.path, name, status: "lost", reason, usedPaths: [file.path] };
}

export function metadataItem(file: Pick<ImportFile, "path">, reason: "metadata" | "system" = "metadata"): SourceOther {
  return { ...lostItem(file, reason), status: "kept" };
}
