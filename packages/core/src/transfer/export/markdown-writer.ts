/** Notes as a folder that Obsidian opens: a file for each, folders as folders, and one folder of assets. */
import { type ExportSink, type NoteWriter, writeNoteFiles } from "./note-writer.ts";
import { createVaultLayout } from "./vault-layout.ts";
import { writeVaultNote } from "./vault-note.ts";

export function createMarkdownWriter(sink: ExportSink): NoteWriter {
  const layout = createVaultLayout(".md");
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      await writeNoteFiles(sink, note, layout);
      const path = layout.pathOf(note.key) ?? "";
      const text = writeVaultNote(note, layout, isNamedAfter(path, note.title));
      await sink.text(path, text);
      return { output: path, text };
    },
    async close() {},
  };
}

/** The file's name says the title already. */
export function isNamedAfter(path: string, title: string): boolean {
  return path === `${title}.md` || path.endsWith(`/${title}.md`);
}
