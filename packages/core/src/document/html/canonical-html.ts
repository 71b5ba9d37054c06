/** Canonical form of a note's text: same content, same bytes; idempotent. The first of two sanitizers (decision 0007). */
import { readStoredHtml } from "./read-stored-html.ts";
import type { StoredDoc } from "./stored-doc.ts";
import { STORED_SOURCE, writeBlocks } from "./write-stored-html.ts";

export function toCanonicalHtml(html: string): string {
  return html === "" ? "" : writeStoredHtml(readStoredHtml(html));
}

export function writeStoredHtml(doc: StoredDoc): string {
  return writeBlocks(doc.content, STORED_SOURCE);
}

/** Reads a note from any source and makes it canonical. Separate, since few notes need its parser. Pure. */
export function readAnyNote(html: string): { readonly doc: StoredDoc; readonly content: string } {
  const doc = readStoredHtml(html);
  return { doc, content: html === "" ? "" : writeStoredHtml(doc) };
}
