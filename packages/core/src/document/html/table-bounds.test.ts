/** Bounds on the tables that a note's text, a paste or Markdown makes. docs/threat-model.md "Expansions". */
import { describe, expect, it } from "vitest";
import { markdownToHtml } from "../markdown/markdown-html.ts";
import { readRows } from "../paste/plain-shapes.ts";
import { toCanonicalHtml } from "./canonical-html.ts";

const cellsIn = (html: string): number => html.match(/<t[dh][ >]/g)?.length ?? 0;

/** Cells that filling a table may add to those that it has. */
const bound = (cells: number): number => cells * 10 + 10_000;

describe("decision 0014 cells of a table", () => {
  it.each([
    ["rows shorter than the first", `<table><tr>${"<td>a".repeat(500)}${"<tr><td>b".repeat(4000)}</table>`],
    ["cells over many columns and rows", `<table>${"<tr><td colspan=100 rowspan=1000>a".repeat(5000)}</table>`],
    ["spans beyond any table", '<table><tr><td colspan="4000000000" rowspan="4000000000">a</td></tr></table>'],
  ])("does not fill a table beyond its bound: %s", (_, html) => {
    const written = toCanonicalHtml(html);
    expect(cellsIn(written)).toBeLessThanOrEqual(bound(cellsIn(html)));
    expect(written).toContain("a");
  });

  it("does not fill a Markdown table beyond the bound once it is stored", () => {
    const markdown = `${"|a".repeat(500)}|\n${"|---".repeat(500)}|\n${"|b|\n".repeat(4000)}`;
    const written = toCanonicalHtml(markdownToHtml(markdown));
    expect(cellsIn(written)).toBeLessThanOrEqual(bound(4500));
    expect(written.match(/b/g)?.length ?? 0).toBeGreaterThanOrEqual(4000);
  });

  it("has one cell for each tab and line end of pasted rows", () => {
    const text = "a\tb\n".repeat(20_000);
    expect(readRows(text)?.reduce((sum, row) => sum + row.length, 0)).toBe(40_000);
    expect(readRows(`${"a\t".repeat(5000)}\n${"b\n".repeat(5000)}`)).toBeUndefined();
  });
});
