/**
 * The one table of a note's fields: merge rule, Sensitive seal, form in backups, use by the search index, and whether the list holds it. A
 * field with a missing or unimplemented column does not compile. Other fields belong to later versions: unknown-fields.ts, decision 0022.
 */
import type { LightNote, NoteEntity } from "./entity.ts";

type NoteField = {
  /**
   * `purge`: merge/purge.ts. `latest`: the side that changed the field since the base; if both did, the later edit. `text`: the same, and a
   * conflict copy keeps the other text. `set`: element by element. `mark`: own rule in merge.ts; not part of a note's value, so versions that differ only in marks are
   * the same.
   */
  readonly merge:
    | "same"
    | "vector"
    | "liveness"
    | "earliest"
    | "time"
    | "text"
    | "folder"
    | "either"
    | "union"
    | "set"
    | "mark"
    | "purge"
    | "latest";
  /** `inside`: only in the inner envelope of a sensitive note. `clear`: beside the envelope, under the vault's key only. */
  readonly sealed: "inside" | "clear";
  /** `id` and `time`: corrected to a value that every reader of backups accepts. */
  readonly backup: "copy" | "id" | "time" | "none";
  readonly search: "key" | "version" | "text" | "folder" | "time" | "created" | "files" | "tags" | "hides" | "none";
  /** `body`: read when the note is opened; the row of the list holds everything else. */
  readonly index: "row" | "body";
};

/** The order is that of a backup. Fields added later must be sealed `inside`, because earlier versions seal unknown fields. */
export const NOTE_FIELDS = {
  id: { merge: "same", sealed: "clear", backup: "id", search: "key", index: "row" },
  title: { merge: "text", sealed: "inside", backup: "copy", search: "text", index: "row" },
  content: { merge: "text", sealed: "inside", backup: "copy", search: "text", index: "body" },
  folderId: { merge: "folder", sealed: "clear", backup: "id", search: "folder", index: "row" },
  isEncrypted: { merge: "either", sealed: "clear", backup: "copy", search: "hides", index: "row" },
  createdAt: { merge: "earliest", sealed: "clear", backup: "time", search: "created", index: "row" },
  mtime: { merge: "time", sealed: "clear", backup: "time", search: "time", index: "row" },
  attachments: { merge: "union", sealed: "inside", backup: "copy", search: "files", index: "row" },
  attIds: { merge: "union", sealed: "clear", backup: "copy", search: "none", index: "row" },
  pinnedFrom: { merge: "folder", sealed: "clear", backup: "id", search: "folder", index: "row" },
  tags: { merge: "set", sealed: "inside", backup: "copy", search: "tags", index: "row" },
  searchQuery: { merge: "latest", sealed: "inside", backup: "copy", search: "none", index: "row" },
  searchName: { merge: "latest", sealed: "inside", backup: "copy", search: "none", index: "row" },
  searchIcon: { merge: "latest", sealed: "inside", backup: "copy", search: "none", index: "row" },
  isTemplate: { merge: "latest", sealed: "inside", backup: "copy", search: "none", index: "row" },
  day: { merge: "latest", sealed: "inside", backup: "copy", search: "none", index: "row" },
  hasStrays: { merge: "mark", sealed: "clear", backup: "copy", search: "none", index: "row" },
  sealed: { merge: "text", sealed: "clear", backup: "copy", search: "none", index: "body" },
  kind: { merge: "same", sealed: "clear", backup: "none", search: "none", index: "row" },
  vv: { merge: "vector", sealed: "clear", backup: "none", search: "version", index: "row" },
  alive: { merge: "liveness", sealed: "clear", backup: "none", search: "none", index: "row" },
  chosen: { merge: "mark", sealed: "clear", backup: "none", search: "none", index: "row" },
  after: { merge: "mark", sealed: "clear", backup: "none", search: "none", index: "row" },
  purged: { merge: "purge", sealed: "clear", backup: "none", search: "none", index: "row" },
} as const satisfies { readonly [Name in keyof NoteEntity]-?: NoteField & Listed<Name> };

/** Column value that agrees with `LightNote`. */
type Listed<Name> = { readonly index: Name extends keyof LightNote ? "row" : "body" };

type Table = typeof NOTE_FIELDS;
type Column = keyof NoteField;

/** Names of the fields that have this value in this column. */
export type FieldsWith<Name extends Column, Value extends NoteField[Name]> = {
  [Field in keyof Table]: Table[Field][Name] extends Value ? Field : never;
}[keyof Table];

/** All these fields, with `undefined` for missing ones, so that building the object cannot forget an optional field. */
export type Each<Field extends keyof NoteEntity> = { readonly [Name in Field]-?: NoteEntity[Name] | undefined };

export function fieldsWith<Name extends Column, Value extends NoteField[Name]>(
  column: Name,
  ...values: readonly Value[]
): readonly FieldsWith<Name, Value>[] {
  const named = Object.entries(NOTE_FIELDS) as readonly (readonly [string, NoteField])[];
  return named.filter(([, field]) => values.some((value) => value === field[column])).map(([name]) => name as FieldsWith<Name, Value>);
}
