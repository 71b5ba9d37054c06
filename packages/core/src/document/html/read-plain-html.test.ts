import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml, wildHtml } from "../testing/random-html.ts";
import { toCanonicalHtml } from "./canonical-html.ts";
import { readPlainHtml } from "./read-plain-html.ts";
import { readStoredHtml } from "./read-stored-html.ts";

/** Allows for many cases on a busy machine. */
const SLOW_TEST = { timeout: 60_000 };

const LINE = ["a", " ", "\t", "&amp;", "&nbsp;", "&quot;", "&", ">", '"', "é", "👩‍🚀", "\ud83d", "\n", "<br>"];
const MARKS = ["strong", "em", "u", "code", "b", "span"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);
const BLOCKS = ["p", "h2", "h4", "ul", "ol", "li", "blockquote"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);

const line = fc.array(fc.constantFrom(...LINE, ...MARKS), { maxLength: 8 }).map((pieces) => pieces.join(""));
const block = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("p", "h1", "h3").chain((tag) => line.map((text) => `<${tag}>${text}</${tag}>`)) },
  {
    weight: 2,
    arbitrary: fc.array(line, { maxLength: 2 }).map((items) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`),
  },
  { weight: 1, arbitrary: fc.constantFrom("<hr>", "a", " ", ...BLOCKS) },
);
/** HTML that is canonical or differs in small ways. */
const nearlyCanonical = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join(""));

describe("A2.14 fast reader of plain canonical HTML", () => {
  it("gives the same document as the full reader, and only for canonical HTML", SLOW_TEST, () => {
    fc.assert(
      fc.property(fc.oneof(nearlyCanonical, canonicalHtml, wildHtml), (html) => {
        const doc = readPlainHtml(html);
        if (doc === undefined) return;
        expect(doc).toEqual(readStoredHtml(html));
        expect(toCanonicalHtml(html)).toBe(html);
      }),
      { numRuns: 4000 },
    );
  });

  it("reads all canonical HTML without attributes, code or tables", SLOW_TEST, () => {
    fc.assert(
      fc.property(nearlyCanonical, (nearly) => {
        const html = toCanonicalHtml(nearly);
        expect(readPlainHtml(html) !== undefined).toBe(html !== "");
      }),
      { numRuns: 1000 },
    );
  });

  const unsure: readonly (readonly [what: string, html: string])[] = [
    ["one empty paragraph", "<p></p>"],
    ["a line that does not end", "<p>a"],
    ["a tag that does not end", "<p>a</p><hr"],
    ["text outside of a block", "<p>a</p>b"],
    ["an empty mark", "<p>a<strong></strong></p>"],
    ["a mark that goes on at once", "<p><em>a</em><em>b</em></p>"],
    ["marks in another order", "<p><em><strong>a</strong></em></p>"],
    ["a list of nothing", "<ul></ul>"],
    ["a script", "<p>a</p><script>b</script>"],
    ["an attribute", '<p onclick="x">a</p>'],
    ["blocks in blocks in blocks", `${"<blockquote>".repeat(1000)}<p>a</p>${"</blockquote>".repeat(1000)}`],
  ];

  for (const [what, html] of unsure) {
    it(`does not read ${what}`, () => expect(readPlainHtml(html)).toBeUndefined());
  }
});
