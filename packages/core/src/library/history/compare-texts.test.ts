import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "../../document/html/canonical-html.ts";
import { canonicalHtml } from "../../document/testing/random-html.ts";
import { compareTexts, MARKS } from "./compare-texts.ts";

/** Shows marks as readable brackets. */
function show(text: string): string {
  return text
    .replaceAll(MARKS.addBegin, "[+")
    .replaceAll(MARKS.addEnd, "+]")
    .replaceAll(MARKS.cutBegin, "[-")
    .replaceAll(MARKS.cutEnd, "-]")
    .replaceAll(MARKS.changed, "*");
}

const compare = (before: string, after: string): string =>
  show(compareTexts({ title: "", content: before }, { title: "", content: after }).content);

describe("comparison of two versions of a note", () => {
  it("marks the changed words of a paragraph", () => {
    expect(compare("<p>Bulk at 24 degrees</p>", "<p>Bulk at 22 degrees overnight</p>")).toBe(
      "<p>Bulk at [-24-][+22+] degrees[+ overnight+]</p>",
    );
  });

  it("keeps the formatting of the later version, and marks inside it", () => {
    expect(compare("<p>a <strong>bold</strong> word</p>", "<p>a <strong>bolder</strong> word</p>")).toBe(
      "<p>a <strong>[-bold-][+bolder+]</strong> word</p>",
    );
    expect(compare("<p>a plain word</p>", "<p>a <em>plain</em> word</p>")).toBe("<p>*a <em>plain</em> word</p>");
  });

  it("marks added and removed paragraphs in their position", () => {
    expect(compare("<p>one</p><p>two</p><p>three</p>", "<p>one</p><p>three</p><p>four five</p>")).toBe(
      "<p>one</p><p>[-two-]</p><p>three</p><p>[+four five+]</p>",
    );
  });

  it("marks list items and checked boxes", () => {
    expect(compare("<ul><li><p>milk</p></li><li><p>bread</p></li></ul>", "<ul><li><p>milk</p></li><li><p>butter</p></li></ul>")).toBe(
      "<ul><li><p>milk</p></li><li><p>[+butter+]</p></li><li><p>[-bread-]</p></li></ul>",
    );
    const task = (isChecked: boolean) =>
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="${isChecked}"><p>milk</p></li></ul>`;
    expect(compare(task(false), task(true))).toBe(show(task(true)).replace("milk", "*milk"));
  });

  it("marks words in table cells, and whole rows", () => {
    const table = (...rows: readonly string[]) => `<table><tbody>${rows.join("")}</tbody></table>`;
    const row = (a: string, b: string) => `<tr><td><p>${a}</p></td><td><p>${b}</p></td></tr>`;
    const before = toCanonicalHtml(table(row("flour", "500 g"), row("salt", "10 g")));
    const after = toCanonicalHtml(table(row("flour", "450 g"), row("salt", "10 g"), row("honey", "5 g")));
    const shown = compare(before, after);
    expect(shown).toContain("[-500-][+450+] g");
    expect(shown).toContain("[+honey+]");
    expect(toCanonicalHtml(shown.replace(/\[[-+]|[-+]\]/g, ""))).toContain("<table>");
  });

  it("marks an image as a whole", () => {
    const image = '<img alt="heron" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
    expect(compare("<p>at the lake</p>", `<p>at the lake${image}</p>`)).toBe(`<p>at the lake[+${image}+]</p>`);
    expect(compare(`<p>at the lake${image}</p>`, "<p>at the lake</p>")).toBe(`<p>at the lake[-${image}-]</p>`);
  });

  it("counts words, and compares the title", () => {
    const result = compareTexts({ title: "Soup", content: "<p>leek</p>" }, { title: "Leek soup", content: "<p>leek and two potatoes</p>" });
    expect(show(result.title)).toBe("[-Soup-][+Leek soup+]");
    expect(result).toMatchObject({ added: 5, removed: 1 });
  });

  it("marks nothing in an equal text, even if it contains mark characters", () => {
    const content = `<p>odd ${MARKS.addBegin} text</p>`;
    expect(compareTexts({ title: "t", content }, { title: "t", content })).toEqual({
      title: "t",
      content: "<p>odd  text</p>",
      added: 0,
      removed: 0,
    });
  });

  it("gives the later version exactly, once marks and removed words are deleted", () => {
    const withoutCut = new RegExp(`${MARKS.cutBegin}[^${MARKS.cutEnd}]*${MARKS.cutEnd}`, "gu");
    const words = (html: string) =>
      html
        .replace(/<(?!img)[^>]*>/g, " ")
        .replace(/[\u{f5a70}-\u{f5a74}]/gu, "")
        .replace(/\s+/g, "");
    fc.assert(
      fc.property(canonicalHtml, canonicalHtml, (before, after) => {
        const { content } = compareTexts({ title: "", content: before }, { title: "", content: after });
        expect(words(content.replace(withoutCut, ""))).toBe(words(after));
      }),
      { numRuns: 200 },
    );
  });
});
