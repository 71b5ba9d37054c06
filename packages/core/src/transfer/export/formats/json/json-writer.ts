/** Exports notes as one JSON file for programs, with their files in a folder beside it. */
import { NOTE_WORDS, stableId, toStoredHtml } from "../../../exchange/to-stored-note.ts";
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import { type ExportSink, type NoteWriter, pathOfFile, writeNoteFiles } from "../../note-writer.ts";
import { createVaultLayout } from "../../vault/vault-layout.ts";
import { writeVaultMarkdown } from "../../vault/vault-markdown.ts";
import { toJsonNote } from "./json-note.ts";

const JSON_FORMAT = "satchel-notes";
const HEAD = `{"format":"${JSON_FORMAT}","version":1,"notes":[`;

/** `name`: of the JSON file. */
export function createJsonWriter(sink: ExportSink, name: string): NoteWriter {
  const layout = createVaultLayout(".json");
  const titles = new Map<string, string>();
  const file = sink.open(name);
  const files = { ...sink, bytes: (path: string, bytes: AsyncIterable<Uint8Array>) => sink.bytes(filesFolderOf(name) + path, bytes) };
  let count = 0;
  return {
    plan(note) {
      layout.addNote(note);
      titles.set(note.key, note.title);
    },
    async write(note) {
      await writeNoteFiles(files, note, layout);
      const html = toProgramHtml(note, titles);
      const markdown = writeVaultMarkdown(note, layout);
      const pathOf = (at: number): string => pathOfFile(layout, note.files[at]);
      const json = toJsonNote(note, { html, markdown, titleOf: (key) => titles.get(key), pathOf });
      await file.write(`${count === 0 ? `${HEAD}\n` : ",\n"}${JSON.stringify(json)}`);
      count += 1;
      return { output: `notes[${count - 1}]`, text: html };
    },
    async close() {
      await file.write(count === 0 ? `${HEAD}]}\n` : "\n]}\n");
      await file.close();
    },
  };
}

/** Writes the text without properties and tags, which have fields of their own. */
function toProgramHtml(note: TransferNote, titles: ReadonlyMap<string, string>): string {
  const html = toStoredHtml({ ...note, properties: [] }, { ...storedAddresses(titles), keepsWords: true });
  return html.replaceAll(`<a href="${NOTE_WORDS}`, '<a data-note-id="');
}

function filesFolderOf(name: string): string {
  return `${name.replace(/\.json$/i, "")}-files/`;
}

export function storedAddresses(titles: ReadonlyMap<string, string>) {
  return {
    noteId: (key: string) => (titles.has(key) ? stableId(key) : undefined),
    noteTitle: (key: string) => titles.get(key),
    fileId: (file: NoteFile) => file.sha256.slice(0, 22),
  };
}
