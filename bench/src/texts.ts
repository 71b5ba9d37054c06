/** Texts of any length to measure with: the fixtures' article, repeated as chapters. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";

const article = toCanonicalHtml(readFileSync(join(import.meta.dirname, "../../fixtures/long-article.html"), "utf8"));

export function textOf(chars: number): string {
  let html = "";
  for (let chapter = 1; html.length < chars; chapter += 1) html += `<h2>Chapter ${chapter}</h2>${article}`;
  return toCanonicalHtml(html);
}

export const shortText = (index: number) => `<p>Note ${index}</p>${article.slice(0, article.indexOf("</p>") + 4).repeat(8)}`;
