/** Text about items that an import could not keep unchanged. */
import { escapeText } from "@satchel/core/document/html/write-stored-html.ts";
import type { ReportItem } from "@satchel/core/transfer/import/import-report.ts";
import type { ImportFound, ImportOutcome } from "@satchel/core/transfer/import/import-service-types.ts";
import { type ForeignFormat, foreignFormatOf } from "@satchel/core/transfer/import/model/foreign-formats.ts";
import type { OtherReason, Remark, RemarkKind } from "@satchel/core/transfer/import/model/source-item.ts";

const remarks = {
  "attachment-missing": "An attachment is missing from the export.",
  "attachment-too-large": "An attachment is larger than 10 MB and was left out.",
  "attachment-unlinked": "An attachment wasn't used in the text. It was added at the end.",
  "color-dropped": "The note's color wasn't kept.",
  "content-cut": "The text was too long for a note and was cut off.",
  "content-unreadable": "Part of the note is in an unknown format and was kept as text.",
  "drawing-dropped": "A drawing wasn't kept.",
  "embed-as-link": "An embedded page became a link.",
  "encoding-guessed": "The file isn't valid UTF-8 and was read as Windows-1252.",
  "encrypted-part": "An encrypted part was kept unchanged. Only the other program can open it.",
  "form-dropped": "A form wasn't kept.",
  "hidden-dropped": "Hidden text wasn't kept.",
  "hidden-link": "A link in hidden text wasn't kept.",
  "link-inside": "A link within the note became text.",
  "link-unresolved": "A link points to a note that isn't in this import. Its text was kept.",
  "link-scheme": "A link opens another program. Its text was kept.",
  "location-dropped": "The note's location wasn't kept.",
  "markup-broken": "The note is cut off. Everything readable was kept.",
  "properties-as-text": "Properties became lines of text.",
  "reminder-dropped": "A reminder became a line of text.",
  "table-as-text": "A table was too large and became lines of text.",
  "time-as-text": "A date that a note can't have became a line of text.",
} as const satisfies Record<RemarkKind, string>;

export function remarkSentence({ kind, count, detail }: Remark): string {
  const times = count === 1 ? "" : ` (${count.toLocaleString("en-US")} times)`;
  return `${remarks[kind]}${times}${detail === undefined || detail === "" ? "" : ` ${detail}`}`;
}

const reasons = {
  metadata: "Metadata of the export.",
  system: "Created by the operating system.",
  unknown: "Not a format that Satchel knows.",
  unsupported: "Not a format that can be imported.",
  damaged: "Damaged, so it couldn't be read.",
  "too-large": "Too large to be read.",
  "unpacks-too-large": "Unpacks to far more data than it should, so it wasn't opened.",
  "too-many-files": "Contains more files than can be imported at once.",
  "nested-too-deep": "Archives are nested too deep.",
  "path-refused": "Has a path outside the archive.",
  encrypted: "Encrypted. Open it with its password or the program that created it.",
  unreadable: "Couldn't be read.",
  "cut-off": "Cut off. The rest is missing.",
} as const satisfies Record<OtherReason, string>;

export function reasonSentence(reason: OtherReason): string {
  return reasons[reason];
}

const alternatives = {
  archive: "Unpack it, then choose the folder.",
  cherrytree: "In CherryTree, export to HTML.",
  document: "Save it as a Word document (.docx).",
  evernote: "In Evernote, export the notebook as ENEX.",
  mail: "Save the messages as HTML or text.",
  onenote: "In OneNote, export the section as a Word document (.docx).",
  outline: "Export it as Markdown or HTML.",
  spreadsheet: "Save it as CSV.",
  synology: "In Note Station, export the notes as HTML.",
  "web-page": "Open it in a browser and save it as HTML.",
} as const satisfies Record<ForeignFormat, string>;

/** Names another export of the program that made a file of an unknown format. */
function alternativeTo(path: string): string {
  const format = foreignFormatOf(path);
  return format === undefined ? "In the program it comes from, export as Markdown, HTML or text." : alternatives[format];
}

const FOLDER_NAME = "Imports";
const LINES_IN_NOTE = 500;

/** Builds a note that lists what an import could not keep unchanged. */
export function importReportNote(
  { found, added, skipped, notKept }: ImportOutcome,
  atMs: number,
): { title: string; content: string; folderName: string } {
  const day = new Date(atMs).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  const { sum } = found;
  const facts = [
    `Notes found: ${sum.notes}. Attachments: ${sum.attachments}. Links: ${sum.links.note + sum.links.web + sum.links.unresolved}.`,
    `Notes added: ${added}. Already here: ${skipped}.`,
    `Items kept unchanged: ${sum.kept} of ${sum.items}. Kept with changes: ${sum.approximated}. Not imported: ${sum.lost}.`,
  ];
  const changed = found.items.filter(({ status, reason }) => status !== "kept" && reason !== "metadata");
  const lines = [
    ...changed.slice(0, LINES_IN_NOTE).map(reportLine),
    ...notKept.map((name) => `${name}: couldn't be saved on this device.`),
  ];
  const more = changed.length - LINES_IN_NOTE;
  if (more > 0) lines.push(`and ${more} more`);
  const list = lines.length === 0 ? "" : `<h2>Changes</h2><ul>${lines.map((line) => `<li><p>${escapeText(line)}</p></li>`).join("")}</ul>`;
  const content = `${facts.map((fact) => `<p>${escapeText(fact)}</p>`).join("")}${list}`;
  return { title: `Import of ${found.names[0] ?? "notes"}, ${day}`, content, folderName: FOLDER_NAME };
}

/** Describes an item and its outcome in one line. */
export function reportLine({ title, source, remarks: own, reason }: ReportItem): string {
  const sentences = [...own.map(remarkSentence), ...(reason === undefined ? [] : [reasonSentence(reason)])];
  if (reason === "unknown") sentences.push(alternativeTo(source));
  return `${title === "" ? source : title}: ${sentences.join(" ")}`;
}

export function importReportFile({ items, sum, names }: ImportFound): { name: string; type: string; text: string } {
  const lines = items.map((item) => ({
    ...item,
    why: [...item.remarks.map(remarkSentence), ...(item.reason === undefined ? [] : [reasonSentence(item.reason)])],
  }));
  const text = JSON.stringify({ format: "satchel-import-report", version: 1, sources: names, sum, items: lines }, null, 1);
  return { name: "satchel-import-report.json", type: "application/json", text };
}
