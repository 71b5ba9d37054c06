/**
 * The one table of a note's fields: how each merges, whether the seal of the Sensitive folder covers it, how a backup holds it, what the search
 * index takes of it, and whether the list of notes holds it. A field that misses a column does not compile, and neither does one whose column has
 * no code yet. Fields that are not in it belong to later versions: unknown-fields.ts, decision 0022.
 */
import type { LightNote, NoteEntity } from "./entity.ts";

type NoteField = {
  /**
   * `purge`: merge/purge.ts. `latest`: the side that changed it since the base, at a clash the later edit. `text`: the same, and a clash leaves a conflict copy. `mark`: as
   * `latest` says for its own rule in merge.ts, and no value of the note: two versions that differ in marks alone are the same.
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
    | "mark"
    | "purge"
    | "latest";
  /** `inside`: only in the inner envelope of a sensitive note. `clear`: beside it, under the vault's key alone. */
  readonly sealed: "inside" | "clear";
  /** `id` and `time`: brought to a value that every reader of backups takes. */
  readonly backup: "copy" | "id" | "time" | "none";
  readonly search: "key" | "version" | "text" | "folder" | "time" | "files" | "hides" | "none";
  /** `body`: read when the note is opened; the row of the list holds everything else. */
  readonly index: "row" | "body";
};

/** In the order in which a backup writes them. A field added later is sealed `inside`: earlier versions seal what they do not know. */
export const NOTE_FIELDS = {
  id: { merge: "same", sealed: "clear", backup: "id", search: "key", index: "row" },
  title: { merge: "text", sealed: "inside", backup: "copy", search: "text", index: "row" },
  content: { merge: "text", sealed: "inside", backup: "copy", search: "text", index: "body" },
  folderId: { merge: "folder", sealed: "clear", backup: "id", search: "folder", index: "row" },
  isEncrypted: { merge: "either", sealed: "clear", backup: "copy", search: "hides", index: "row" },
  createdAt: { merge: "earliest", sealed: "clear", backup: "time", search: "none", index: "row" },
  mtime: { merge: "time", sealed: "clear", backup: "time", search: "time", index: "row" },
  attachments: { merge: "union", sealed: "inside", backup: "copy", search: "files", index: "row" },
  attIds: { merge: "union", sealed: "clear", backup: "copy", search: "none", index: "row" },
  pinnedFrom: { merge: "folder", sealed: "clear", backup: "id", search: "folder", index: "row" },
  hasStrays: { merge: "mark", sealed: "clear", backup: "copy", search: "none", index: "row" },
  sealed: { merge: "text", sealed: "clear", backup: "copy", search: "none", index: "body" },
  kind: { merge: "same", sealed: "clear", backup: "none", search: "none", index: "row" },
  vv: { merge: "vector", sealed: "clear", backup: "none", search: "version", index: "row" },
  alive: { merge: "liveness", sealed: "clear", backup: "none", search: "none", index: "row" },
  chosen: { merge: "mark", sealed: "clear", backup: "none", search: "none", index: "row" },
  after: { merge: "mark", sealed: "clear", backup: "none", search: "none", index: "row" },
  purged: { merge: "purge", sealed: "clear", backup: "none", search: "none", index: "row" },
} as const satisfies { readonly [Name in keyof NoteEntity]-?: NoteField & Listed<Name> };

/** As `LightNote` has it. */
type Listed<Name> = { readonly index: Name extends keyof LightNote ? "row" : "body" };

type Table = typeof NOTE_FIELDS;
type Column = keyof NoteField;

/** The fields of which the table says one of these in a column. */
export type FieldsWith<Name extends Column, Value extends NoteField[Name]> = {
  [Field in keyof Table]: Table[Field][Name] extends Value ? Field : never;
}[keyof Table];

/** Every one of these fields, named; `undefined` where the note lacks it. What is built as this cannot forget a field that is optional. */
export type Each<Field extends keyof NoteEntity> = { readonly [Name in Field]-?: NoteEntity[Name] | undefined };

export function fieldsWith<Name extends Column, Value extends NoteField[Name]>(
  column: Name,
  ...values: readonly Value[]
): readonly FieldsWith<Name, Value>[] {
  const named = Object.entries(NOTE_FIELDS) as readonly (readonly [string, NoteField])[];
  return named.filter(([, field]) => values.some((value) => value === field[column])).map(([name]) => name as FieldsWith<Name, Value>);
}
