import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "./html/canonical-html.ts";
import { allowedAttributes, allowedTags } from "./html/stored-html.ts";
import { cleanPastedHtml } from "./paste/paste-clean.ts";
import { XSS_VECTORS } from "./testing/xss-vectors.ts";

const SHAPE = new RegExp(`^(?:[^<>]|</?(?:${allowedTags().join("|")})(?: (?:${allowedAttributes().join("|")})="[^"<>]*")*>)*$`);
const ADDRESS =
  / (?:href|src|data-remote-src|data-download-url)="(?!https?:\/\/|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif);base64,|\/api\/files\/)/;
const CSS = / style="(?!(?:(?:color|background-color): rgb\(\d+, \d+, \d+\);|text-align: \w+;| )+")/;

describe("decision 0007 script in notes", () => {
  for (const clean of [toCanonicalHtml, cleanPastedHtml]) {
    it.each(XSS_VECTORS)(`${clean.name} disarms %j`, (vector) => {
      for (const html of [vector, `<p>a</p>${vector}<p>b</p>`, `<ul><li>${vector}</ul>`, `<table><td>${vector}</table>`]) {
        const safe = clean(html);
        expect(safe).toMatch(SHAPE);
        expect(safe).not.toMatch(ADDRESS);
        expect(safe).not.toMatch(CSS);
      }
    });
  }
});
