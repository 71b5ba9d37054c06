/** Exports notes as offline pages with an index and a search. */
import { SITE_FILES } from "../../../exchange/own-site.ts";
import { textOf } from "../../../import/document/note-parts.ts";
import { type ExportSink, type NoteWriter, writeNoteFiles } from "../../note-writer.ts";
import { createVaultLayout } from "../../vault/vault-layout.ts";
import { SITE_SEARCH, SITE_STYLE, type SiteEntry, type SiteLabels, siteDataLine, writeSiteIndex, writeSitePage } from "./html-site.ts";

const SEARCHED_CHARS = 100_000;

export function createSiteWriter(sink: ExportSink, labels: SiteLabels): NoteWriter {
  const layout = createVaultLayout(".html", Object.values(SITE_FILES));
  const entries: SiteEntry[] = [];
  const data = sink.open(SITE_FILES.data);
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      await writeNoteFiles(sink, note, layout);
      const path = layout.pathOf(note.key) ?? "";
      const text = writeSitePage(note, path, { addresses: layout, labels });
      await sink.text(path, text);
      const entry = { title: note.title, folder: note.folder.join(" / "), path };
      const searched = note.doc.content.map(textOf).join("\n").slice(0, SEARCHED_CHARS);
      await data.write(`${entries.length === 0 ? "window.SATCHEL_NOTES=[\n" : ",\n"}${siteDataLine(entry, searched)}`);
      entries.push(entry);
      return { output: path, text };
    },
    async close() {
      await data.write(entries.length === 0 ? "window.SATCHEL_NOTES=[];\n" : "\n];\n");
      await data.close();
      await sink.text(SITE_FILES.index, writeSiteIndex(entries, labels));
      await sink.text(SITE_FILES.style, SITE_STYLE);
      await sink.text(SITE_FILES.search, SITE_SEARCH);
    },
  };
}
