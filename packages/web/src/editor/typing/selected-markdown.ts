/** What is selected, as Markdown. Fetched when it is wanted. */
import type { StoredDoc } from "@satchel/core/document/html/stored-doc.ts";
import { writeMarkdown } from "@satchel/core/document/markdown/write-markdown.ts";
import type { Editor } from "@tiptap/core";

export function selectedMarkdown({ state }: Editor, from: number, to: number): string {
  const doc = state.doc.cut(from, to);
  return writeMarkdown("", doc.toJSON() as StoredDoc).trim();
}
