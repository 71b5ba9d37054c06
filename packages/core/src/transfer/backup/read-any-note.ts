/** Notes come from anywhere: what is not canonical for sure is made so. Apart, since few notes need the parser that comes with it. Pure. */
import { writeStoredHtml } from "../../document/html/canonical-html.ts";
import { readStoredHtml } from "../../document/html/read-stored-html.ts";
import type { ReadNote } from "./note-pages.ts";

export function readAnyNote(html: string): ReadNote {
  const doc = readStoredHtml(html);
  return { doc, content: html === "" ? "" : writeStoredHtml(doc) };
}
