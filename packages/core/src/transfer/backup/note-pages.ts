/** A note's page and the same as Markdown, both from one reading of the note, and its own images beside them. Pure. */
import { readPlainHtml } from "../../document/html/read-plain-html.ts";
import type { StoredDoc } from "../../document/html/stored-doc.ts";
import { writeMarkdown } from "../../document/markdown/write-markdown.ts";
import { notePage, type PagedNote, type ReadableLabels, type TextFile } from "../../model/backup/readable.ts";
import { linkFiles, type PageImage } from "./link-files.ts";

/** `content`: the document's canonical HTML. */
export type ReadNote = { readonly doc: StoredDoc; readonly content: string };

/** Without a parser, as most notes can be read; undefined: `readAnyNote`'s. */
export function readPlainNote(html: string): ReadNote | undefined {
  const doc = readPlainHtml(html);
  return doc && { doc, content: html };
}

export type NotePages = { readonly texts: readonly TextFile[]; readonly images: readonly PageImage[] };

export function notePages({ path, files, ...note }: PagedNote, { doc, content }: ReadNote, labels: ReadableLabels): NotePages {
  const markdownPath = path.replace(/\.html$/, ".md");
  // What is not there need not be looked for in each of ten thousand notes.
  const hasFiles = files.size > 0 || content.includes("<img");
  const linked = hasFiles ? linkFiles(doc, markdownPath, files) : { doc, images: [] };
  const texts = [
    { path, text: notePage({ ...note, content }, labels, (id) => files.get(id)) },
    { path: markdownPath, text: writeMarkdown(note.title, linked.doc, { titleOf: (id) => note.linkTitles?.get(id) }) },
  ];
  return { texts, images: linked.images };
}
