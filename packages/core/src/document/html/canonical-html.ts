/**
 * The canonical form of a note's text. Same content, same bytes, on every device: `toCanonicalHtml(toCanonicalHtml(x))` is
 * `toCanonicalHtml(x)`, and what the editor gives out is canonical already. Also the first of the two sanitisers (decision 0007).
 */
import { readStoredHtml } from "./read-stored-html.ts";
import type { StoredDoc } from "./stored-doc.ts";
import { STORED_SOURCE, writeBlocks } from "./write-stored-html.ts";

export function toCanonicalHtml(html: string): string {
  return html === "" ? "" : writeStoredHtml(readStoredHtml(html));
}

export function writeStoredHtml(doc: StoredDoc): string {
  return writeBlocks(doc.content, STORED_SOURCE);
}
