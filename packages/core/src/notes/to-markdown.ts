/** A note as Markdown, for the clipboard. Pure. */
import { readStoredHtml } from "../editor/read-stored-html.ts";
import type { NoteDraft } from "./note.ts";
import { writeMarkdown } from "./write-markdown.ts";

export function toMarkdown({ title, content }: NoteDraft): string {
  return writeMarkdown(title, readStoredHtml(content));
}
