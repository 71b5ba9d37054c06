/** Files in the drive that Satchel did not write. Decision 0017. */
import type { StorageLabel } from "./storage-label.ts";

const files = (count: number): string => (count === 1 ? "1 file" : `${count.toLocaleString("en-GB")} files`);
const notes = (count: number): string => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`);

export const unsealedFilesText = {
  found: (count: number, storage: StorageLabel) =>
    count === 1 ? `1 file in your ${storage} wasn't written by Satchel.` : `${files(count)} in your ${storage} weren't written by Satchel.`,
  notTaken: (count: number) => `${count === 1 ? "It isn't" : "They aren't"} part of your notes.`,
  review: "Review…",
  title: "Files not written by Satchel",
  sentence: (storage: StorageLabel) =>
    `They aren't encrypted, so anyone with access to your ${storage} could have written them. Satchel doesn't add them to your notes unless you import them.`,
  which: "Which files",
  file: (id: string) => `${id}.json`,
  folder: "folder, can't be imported",
  import: "Import as new notes…",
  confirmTitle: (count: number) => `Import ${notes(count)}?`,
  confirmMessage: (folder: string, storage: StorageLabel) =>
    `They become new, encrypted notes in the folder “${folder}”, marked as imported. Your own notes don't change, and the files in your ${storage} stay as they are. Import only what you recognize.`,
  confirm: "Import",
  done: (count: number) => `${notes(count)} imported.`,
  left: (count: number) => (count === 0 ? "" : ` ${files(count)} couldn't be imported.`),
  failed: "Import failed. Check your connection and try again.",
} as const;
