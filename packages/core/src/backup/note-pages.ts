/** A note's page and the same as Markdown, both from one reading of the note. Pure. */
import { readPlainHtml } from "../editor/read-plain-html.ts";
import type { StoredDoc } from "../editor/stored-doc.ts";
import { writeMarkdown } from "../notes/write-markdown.ts";
import { notePage, type PagedNote, type ReadableWords, type TextFile } from "./readable.ts";

/** `content`: the document's canonical HTML. */
export type ReadNote = { readonly doc: StoredDoc; readonly content: string };

/** Without a parser, as most notes can be read; undefined: `readAnyNote`'s. */
export function readPlainNote(html: string): ReadNote | undefined {
  const doc = readPlainHtml(html);
  return doc && { doc, content: html };
}

export function notePages({ path, files, ...note }: PagedNote, { doc, content }: ReadNote, words: ReadableWords): readonly TextFile[] {
  return [
    { path, text: notePage({ ...note, content }, words, (id) => files.get(id)) },
    { path: path.replace(/\.html$/, ".md"), text: writeMarkdown(note.title, doc) },
  ];
}
