/** A note as Markdown, for the clipboard. Pure. */

import type { NoteDraft } from "../../model/entities/note.ts";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { type MarkdownOptions, writeMarkdown } from "./write-markdown.ts";

export function toMarkdown({ title, content }: NoteDraft, options: MarkdownOptions = {}): string {
  return writeMarkdown(title, readStoredHtml(content), options);
}
