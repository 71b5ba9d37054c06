/** Text for importing notes from other programs. */
import type { ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import { importableFrom } from "./import-formats.ts";

const number = (count: number): string => count.toLocaleString("en-US");
const countOf = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

export const importText = {
  withExport: "Import and export",
  sectionTitle: "Import notes",
  sentence: `${importableFrom}, zipped or not.`,
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  drop: "Or drop files anywhere.",
  password: "Export password",
  passwordHint: "For an encrypted Standard Notes backup.",
  scanning: (notes: number) => (notes === 0 ? "Reading the export…" : `Reading the export… ${countOf(notes, "note", "notes")}`),
  foundTitle: "What was found",
  found: (names: readonly string[]) => (names.length === 1 ? (names[0] ?? "") : `${names[0] ?? ""} and ${number(names.length - 1)} more`),
  notes: "Notes",
  folders: "Folders",
  tags: "Tags",
  attachments: "Attachments",
  attachmentBytes: "Size of attachments",
  links: "Links",
  dates: "Dates",
  datesFromTo: (first: string, last: string) => (first === last ? first : `${first} – ${last}`),
  kept: "Kept unchanged",
  approximated: "Kept with changes",
  lost: "Can't be imported",
  alreadyHere: (count: number) => `${countOf(count, "note is", "notes are")} already here.`,
  notWhole: "The export is cut off, or part of it couldn't be read. You can import the rest.",
  nothing: "No notes were found in these files.",
  details: "What changes",
  more: (count: number) => `and ${number(count)} more. Save the report to see all of them.`,
  folder: "Add the notes to",
  ownFolders: "Folders as in the export",
  duplicates: "Notes that are already here",
  skip: "Skip them",
  copy: "Import them again as copies",
  tables: "Tables in CSV files",
  tablesHint: "With a note for each row, columns become lines of the note.",
  asRows: "A note for each row",
  asTable: "One note with the table",
  unknown: "Files of unknown formats",
  leaveOut: "Leave them out",
  attach: "Keep them as attachments",
  start: (count: number) => `Import ${countOf(count, "note", "notes")}`,
  saveReport: "Save report",
  cancel: "Cancel",
  importing: (done: number, total: number) => `Importing notes: ${number(done)} of ${number(total)}`,
  resume: "If this is interrupted, you can continue it later with the same files.",
  unfinishedTitle: "Unfinished import",
  unfinished: (name: string, done: number, total: number) =>
    `The import of ${name} was interrupted. ${number(done)} of ${countOf(total, "note is", "notes are")} here.`,
  chooseAgain: "To continue, choose the same files or the same folder again. Nothing is imported twice.",
  isOther: "These aren't the files this import started with, or the password is missing. Choose the same files to continue.",
  continueLater: "Continue",
  keep: "Keep what was imported",
  imported: (added: number, skipped: number) =>
    `${countOf(added, "note was", "notes were")} imported.${skipped === 0 ? "" : ` ${countOf(skipped, "note was", "notes were")} already here.`}`,
  reportIn: "You'll find a report in the Imports folder.",
  notKept: (count: number) => `${countOf(count, "attachment", "attachments")} couldn't be saved on this device.`,
  undo: "Undo import",
  undoing: "Removing the imported notes…",
  undone: (removed: number, trashed: number) =>
    [
      removed === 0 ? "" : `${countOf(removed, "imported note was", "imported notes were")} removed.`,
      trashed === 0 ? "" : `${countOf(trashed, "note that had been changed is", "notes that had been changed are")} in the trash.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  cancelled: (added: number) =>
    added === 0 ? "Import canceled. Nothing was added." : `Import canceled. ${countOf(added, "note", "notes")} had been added.`,
  again: "Import more",
} as const;

type Problem = Extract<ImportState, { readonly kind: "failed" }>["problem"];

export function importFailed(problem: Problem, added: number): string {
  const rest = added === 0 ? "" : ` ${countOf(added, "note", "notes")} had been added.`;
  switch (problem.kind) {
    case "storage-full":
      return `There isn't enough space on this device.${rest}`;
    case "code-missing":
      return "This part of Satchel couldn't be loaded. Check your connection and try again.";
    case "vault-locked":
      return `Your notes were locked during the import. Sign in again to continue it.${rest}`;
    case "import-elsewhere":
      return "Another tab is importing notes. Wait until it's done.";
    case "stopped":
      return `Import canceled.${rest}`;
    default:
      return `The import couldn't be completed. Please try again.${rest}`;
  }
}
