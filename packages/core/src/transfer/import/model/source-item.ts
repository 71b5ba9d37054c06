/**
 * What a reader makes of a source, one item after the other: notes in the neutral form that every format is read into, and a line for each thing
 * that is no note. Everything that a source holds is in exactly one item or belongs to one. docs/how-to/add-an-import-format.md
 */
import type { TransferNote } from "../../exchange/transfer-note.ts";
import type { DamageKind, ImportFile } from "./import-source.ts";

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

/** `key` is the same at each reading of this source. Links are link-refs.ts's until they are resolved. */
export type SourceNote = TransferNote & {
  readonly kind: "note";
  /** Of the file it was found in. */
  readonly path: string;
  /** What the format itself calls it, the same in a later export. */
  readonly sourceId?: string;
  /** Files of the source that this note took in, itself among them. */
  readonly usedPaths: readonly string[];
  /** By which links find it: `id:…`, `path:…`, `title:…`. */
  readonly names: readonly string[];
  readonly remarks: readonly Remark[];
};

/** `metadata`: part of the format, read where it is needed. `system`: made by an operating system. */
export type OtherReason = DamageKind | "metadata" | "system" | "unsupported" | "cut-off";

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
