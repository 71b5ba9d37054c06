/** Text for exporting notes to other programs. */
import type { ExportProblem } from "@satchel/core/ports/transfer/note-exports.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { LossKind } from "@satchel/core/transfer/export/export-losses.ts";

const number = (count: number): string => count.toLocaleString("en-US");
const countOf = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

export const exportsText = {
  title: "Export",
  sectionTitle: "Export notes",
  sentence: "Anyone who has the files can read them.",
  dialogTitle: "Export",
  what: {
    all: (count: number) => `All notes (${number(count)})`,
    folder: (name: string, count: number) => `${name} (${countOf(count, "note", "notes")})`,
    note: (title: string) => title,
    notes: (count: number) => countOf(count, "note", "notes"),
  },
  untitled: "Untitled Note",
  format: "Format",
  sensitive: (count: number) => `Include ${countOf(count, "sensitive note", "sensitive notes")}, readable by anyone`,
  sensitiveLocked: (count: number) =>
    `${countOf(count, "sensitive note is", "sensitive notes are")} left out. Unlock the Sensitive folder to include ${count === 1 ? "it" : "them"}.`,
  unlock: "Unlock",
  start: (count: number) => `Export ${countOf(count, "note", "notes")}`,
  nothing: "There's nothing to export here.",
  exporting: (done: number, total: number) => `Exporting notes: ${number(done)} of ${number(total)}`,
  cancel: "Cancel",
  print: (count: number) => `Print or save ${countOf(count, "note", "notes")} as PDF`,
  preparing: (done: number, total: number) => `Preparing notes: ${number(done)} of ${number(total)}`,
  contents: "Contents",
  printCancelled: "Printing canceled.",
  printed: (unread: number) => `${countOf(unread, "note", "notes")} couldn't be read and ${unread === 1 ? "wasn't" : "weren't"} printed.`,
  tooManyToPrint: (most: number) => `Up to ${number(most)} notes can be printed at once. Export a folder, or select some notes.`,
  cancelled: "Export canceled. Nothing was saved.",
  exported: (count: number, fileName: string) => `${countOf(count, "note was", "notes were")} exported as “${fileName}”.`,
  missing: (count: number) => `${countOf(count, "file", "files")} couldn't be loaded and ${count === 1 ? "isn't" : "aren't"} included:`,
  unread: (count: number) => `${countOf(count, "note", "notes")} couldn't be read and ${count === 1 ? "isn't" : "aren't"} included.`,
  changed: "What this format can't hold",
  whole: "This format holds everything in these notes.",
  more: (count: number) => `and ${number(count)} more`,
  again: "Export again",
  fileName: "Satchel notes",
  open: "Export…",
} as const;

export const formatText = {
  markdown: {
    name: "Markdown (Obsidian)",
    hint: "A file for each note. Open the unzipped folder as a vault.",
  },
  html: {
    name: "Website (HTML)",
    hint: "A zip with a page per note, an index, and a search. Open index.html in any browser, without a network.",
  },
  enex: { name: "Evernote (ENEX)", hint: "A file per folder, which Evernote and most note apps import as a notebook." },
  jex: { name: "Joplin (JEX)", hint: "One file with your notes, notebooks, tags, and attachments, for Joplin's import." },
  docx: { name: "Word (DOCX)", hint: "A document for each note, with its images. Other attachments are beside them." },
  json: { name: "JSON", hint: "One file for programs, with each note's text, tags, links, and checkboxes, and its attachments beside it." },
  pdf: {
    name: "PDF",
    hint: "Opens your browser's print dialog. Choose Save as PDF there. Each note begins on a new page, and pages are numbered.",
  },
} as const satisfies Record<ExportFormat | "pdf", { readonly name: string; readonly hint: string }>;

const lossText = {
  "text-color": "Text colors",
  "highlight-color": "Colors of highlights",
  alignment: "Text alignment",
  direction: "Text direction",
  "list-style": "Numbering styles of lists",
  "merged-cells": "Merged table cells",
  "column-widths": "Column widths",
  "cell-color": "Colors of table cells",
  "cell-blocks": "Lists, headings and several paragraphs in a table cell",
  caption: "Captions of images",
  "image-text": "Descriptions of images",
  "unloaded-image": "Images of other websites that weren't loaded, which become links",
  "underlined-link": "Underlined links",
  "empty-lines": "Empty lines",
  spaces: "Extra spaces and tabs",
  "link-not-exported": "Links to notes that aren't exported, which become text",
  pin: "Which notes are pinned",
  callout: "Callouts, which become quotes",
  toggle: "Toggles, which become open",
  formula: "Formulas, which become text",
  checklist: "Checkboxes, which become symbols",
  "later-content": "Content from a newer version of Satchel",
} as const satisfies Record<LossKind, string>;

export function lossSentence({ kind, count }: { readonly kind: LossKind; readonly count: number }): string {
  return `${lossText[kind]} (${number(count)})`;
}

const problemText = {
  "code-missing": "This part of Satchel couldn't be loaded. Check your connection and try again.",
  "storage-denied": "This browser doesn't let Satchel read your notes.",
  "storage-full": "There isn't enough space on this device. Free up some space and try again.",
  "storage-broken": "Your notes couldn't be read from this device. Reload the page and try again.",
  "other-library": "Your notes were replaced in another window. Reload the page and try again.",
  "cannot-write": "The file couldn't be written. Please try again.",
  stopped: "Export canceled. Nothing was saved.",
  "sensitive-locked": "The Sensitive folder was locked during the export. Unlock it and try again.",
  "export-broken": "The export couldn't be completed. Please try again.",
} as const satisfies Record<ExportProblem["kind"], string>;

export function exportProblem({ kind }: ExportProblem): string {
  return problemText[kind];
}
