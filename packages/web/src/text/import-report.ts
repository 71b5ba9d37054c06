/** Sentences of what an import could not keep as it was, item by item. */
import type { OtherReason, Remark, RemarkKind } from "@satchel/core/transfer/import/model/source-item.ts";

const remarks = {
  "attachment-missing": "An attachment is not in the export.",
  "attachment-unlinked": "The text does not refer to an attachment. It was added at the end.",
  "checklist-numbers": "A numbered checklist became a plain checklist.",
  "color-dropped": "The note's color was not kept.",
  "content-cut": "The text is longer than a note can be and was cut.",
  "content-unreadable": "A part of the note is in a form of its own and was kept as text.",
  "drawing-dropped": "A drawing was not kept.",
  "embed-as-link": "An embedded page became a link.",
  "encoding-guessed": "The file is not valid UTF-8 and was read as Windows-1252.",
  "encrypted-part": "An encrypted part was kept as it is. Only the other program can open it.",
  "form-dropped": "A form was not kept.",
  "link-unresolved": "A link leads to a note that is not in this import. Its text was kept.",
  "link-scheme": "A link opens another program. Its text was kept.",
  "location-dropped": "The note's location was not kept.",
  "markup-broken": "The note ends before its end. What could be read was kept.",
  "properties-as-text": "Properties became lines of text.",
  "reminder-dropped": "A reminder was not kept.",
  "table-as-text": "A table that is too large became lines of text.",
} as const satisfies Record<RemarkKind, string>;

export function remarkSentence({ kind, count, detail }: Remark): string {
  const times = count === 1 ? "" : ` (${count.toLocaleString("en-US")} times)`;
  return `${remarks[kind]}${times}${detail === undefined || detail === "" ? "" : ` ${detail}`}`;
}

const reasons = {
  metadata: "Part of the export's own records.",
  system: "Made by the operating system.",
  unsupported: "Not a format that can be imported.",
  damaged: "Damaged, so it could not be read.",
  "too-large": "Too large to be read.",
  "unpacks-too-large": "Unpacks to far more than it should, so it was not opened.",
  "too-many-files": "Has more files than can be imported at once.",
  "nested-too-deep": "Archives are nested too deep.",
  "path-refused": "Has a path that leads out of the archive.",
  encrypted: "Encrypted. It needs its password, or the program that made it.",
  unreadable: "Could not be read.",
  "cut-off": "Ends before its end. What comes after is unknown.",
} as const satisfies Record<OtherReason, string>;

export function reasonSentence(reason: OtherReason): string {
  return reasons[reason];
}
