import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeContent } from "../../merge/merge-content.ts";
import { writeMarkdown } from "../markdown/write-markdown.ts";
import { canonicalHtml, wildHtml } from "../testing/random-html.ts";
import { toCanonicalHtml } from "./canonical-html.ts";
import { toText } from "./html-text.ts";
import { opaqueText } from "./opaque-html.ts";
import { readStoredHtml } from "./read-stored-html.ts";
import { joinBlocks, splitBlocks } from "./split-blocks.ts";

const SLOW_TEST = { timeout: 60_000 };

/** A block that a later version might write. */
const BOARD =
  '<div data-satchel="board" data-columns="2" dir="rtl"><h2>To &amp; do</h2><ul><li data-card="7"><p>a <a href="https://a.b/?c=1&amp;d">b</a></p></li></ul>' +
  '<table><tbody><tr><td colspan="2">x\n y</td></tr></tbody></table><pre><code>\n  z</code></pre><a data-file-id="f1">n.pdf</a></div>';
const MENTION = '<span data-satchel="mention" data-person="p-1">@<strong>Ada</strong></span>';

describe("0023 blocks of later versions", () => {
  for (const [position, html] of [
    ["on their own", BOARD],
    ["between others", `<p>a</p>${BOARD}<p>b</p>${BOARD}`],
    ["in items, quotations, callouts, toggles and cells", inEveryContainer(`${BOARD}<p>a</p>`)],
    ["in a line", `<h4>a ${MENTION} b</h4><p><a href="https://a.b"><strong>${MENTION}</strong></a></p>`],
    ["with nothing in them", '<div data-satchel="spacer"></div><p><span data-satchel="stamp" data-at="12"></span></p>'],
  ] as const) {
    it(`keep their bytes when read and written ${position}`, () => {
      expect(toCanonicalHtml(html)).toBe(html);
      expect(joinBlocks(splitBlocks(html))).toBe(html);
    });
  }

  it("are found by their words", () => {
    expect(toText(`<p>a</p>${BOARD}`)).toContain("To & do");
    expect(opaqueText(MENTION)).toBe("@Ada");
    expect(opaqueText(BOARD)).toBe("To & do\na b\nx\n y\n  z\nn.pdf");
    expect(writeMarkdown("", readStoredHtml(`${BOARD}<p>${MENTION}</p>`))).toMatch(/To & do[\s\S]*@Ada/);
  });

  it("survive a merge, whichever side moved or added them", () => {
    const base = `<p>a</p>${BOARD}<p>b</p>`;
    expect(mergeContent(base, `<p>A</p>${BOARD}<p>b</p>`, `<p>a</p>${BOARD}<p>b</p><p>${MENTION}</p>`)).toEqual({
      content: `<p>A</p>${BOARD}<p>b</p><p>${MENTION}</p>`,
      clash: false,
    });
  });

  it("are merged as a whole: changes on both sides are a clash", () => {
    const [base, ours, theirs] = ["one two three", "one two 3", "1 two three"].map((text) => `<div data-satchel="board">${text}</div>`);
    expect(mergeContent(base, ours as string, theirs as string)).toEqual({ content: ours, clash: true });
  });

  it("lose everything that runs or loads", () => {
    const hostile =
      '<div data-satchel="board" onclick="x()" style="position:fixed" class="a" data-a="1"><script>x()</script><img src="https://a.b/c.png" onerror="x()">' +
      '<a href="javascript:x()">l</a><iframe src="https://a.b"></iframe><svg onload="x()"></svg><form action="/x"><input></form><p onclick="x()">t</p></div>';
    expect(toCanonicalHtml(hostile)).toBe('<div data-satchel="board" data-a="1"><img><a>l</a><p>t</p></div>');
  });

  it("have a canonical form whatever is in them and around them", SLOW_TEST, () => {
    const around = fc.constantFrom(
      (html: string) => html,
      (html: string) => `<ul>${html}</ul>`,
      (html: string) => `<p>a${html}b`,
      (html: string) => `<table><tr><td>${html}<td>c`,
      (html: string) => `<details><summary>${html}</summary>b`,
    );
    const tag = fc.constantFrom("div", "span");
    fc.assert(
      fc.property(tag, fc.oneof(wildHtml, canonicalHtml), around, (name, html, wrap) => {
        const once = toCanonicalHtml(wrap(`<${name} data-satchel="board">${html}</${name}>`));
        expect(toCanonicalHtml(once)).toBe(once);
      }),
      { numRuns: 1500 },
    );
  });
});

function inEveryContainer(html: string): string {
  return toCanonicalHtml(
    `<ul><li>${html}</li></ul><ul data-type="taskList"><li data-type="taskItem">${html}</li></ul><blockquote>${html}</blockquote>` +
      `<div data-satchel="callout">${html}</div><details><summary>t</summary>${html}</details><table><tr><td>${html}</td></tr></table>`,
  );
}
