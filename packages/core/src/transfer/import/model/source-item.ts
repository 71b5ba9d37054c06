/**
 * Items that a reader yields: notes in the exchange form, and a line for everything that is not a note. Every part of a source is in
 * exactly one item. docs/how-to/add-an-import-format.md
 */
import type { TransferNote } from "../../exchange/transfer-note.ts";
import type { DamageKind, ImportFile } from "./import-source.ts";

/** In the order of reading: exports that contain other files come before formats of a single file. */
export const IMPORT_FORMATS = [
  "satchel",
  "satchel-json",
  "evernote",
  "textbundle",
  "joplin",
  "keep",
  "notion-html",
  "standard-notes",
  "notesnook",
  "simplenote",
  "tomboy",
  "roam",
  "markdown",
  "html",
  "text",
  "csv",
  "docx",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Kinds of losses and approximations in a note. */
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

/** `key` is the same at each reading of this source. Links have the form of link-refs.ts until they are resolved. */
export type SourceNote = TransferNote & {
  readonly kind: "note";
  /** Path of the file in which the note was found. */
  readonly path: string;
  /** Id in the source format, the same in a later export. */
  readonly sourceId?: string;
  /** Files of the source that this note includes, its own file among them. */
  readonly usedPaths: readonly string[];
  /** Names by which links find the note: `id:…`, `path:…`, `title:…`. */
  readonly names: readonly string[];
  readonly remarks: readonly Remark[];
};

/** `metadata`: part of the format, read when needed. `system`: made by an operating system. `unknown`: no reader knows the file. */
export type OtherReason = DamageKind | "metadata" | "system" | "unknown" | "unsupported" | "cut-off";

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

/** Reports that the rest of a file is missing. */
export function cutOffItem(file: Pick<ImportFile, "path">): SourceOther {
  return { ...lostItem(file, "cut-off", `${file.path}#end`), usedPaths: [] };
}

export function metadataItem(file: Pick<ImportFile, "path">, reason: "metadata" | "system" = "metadata"): SourceOther {
  return { ...lostItem(file, reason), status: "kept" };
}
