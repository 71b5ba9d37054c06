import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../testing/random-html.ts";
import { type Block, blockKey, joinBlocks, splitBlocks } from "./split-blocks.ts";

/** Allows for many cases on a busy machine. */
const SLOW_TEST = { timeout: 60_000 };

const keysOf = (blocks: readonly Block[]): readonly string[] => blocks.map(blockKey);

describe("sync.md merge units", () => {
  it("joins the blocks of any canonical document to the same bytes", SLOW_TEST, () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(joinBlocks(splitBlocks(html))).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it("makes a block of each item, table row and quoted paragraph, even if nested", () => {
    const html =
      "<p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li><li><p>d</p></li></ul>" +
      "<table><tbody><tr><td><p>e</p></td></tr><tr><td><p>f</p></td></tr></tbody></table><blockquote><p>g</p><p>h</p></blockquote>";
    expect(splitBlocks(html).map((block) => [block.path.join(" "), block.html])).toEqual([
      ["", "<p>a</p>"],
      ["bulletList listItem", "<p>b</p>"],
      ["bulletList listItem bulletList listItem", "<p>c</p>"],
      ["bulletList listItem", "<p>d</p>"],
      ["table", "<tr><td><p>e</p></td></tr>"],
      ["table", "<tr><td><p>f</p></td></tr>"],
      ["blockquote", "<p>g</p>"],
      ["blockquote", "<p>h</p>"],
    ]);
  });

  it("leaves the other items unchanged when one is added above", () => {
    const before = keysOf(splitBlocks("<ul><li><p>b</p></li><li><p>c</p></li></ul>"));
    const after = keysOf(splitBlocks("<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>"));
    expect(after.slice(1)).toEqual(before);
  });

  it("changes one block when one item with nested items is checked", () => {
    const list = (isOn: boolean): string =>
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="${isOn}"><p>a</p><ul data-type="taskList">` +
      '<li data-type="taskItem" data-checked="false"><p>b</p></li></ul></li></ul>';
    const [before, after] = [keysOf(splitBlocks(list(false))), keysOf(splitBlocks(list(true)))];
    expect(after.filter((key, index) => key !== before[index])).toHaveLength(1);
  });

  it("keeps two adjacent lists of the same kind separate", () => {
    const html = '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><ol><li><p>c</p></li></ol><ol start="5"><li><p>d</p></li></ol>';
    expect(joinBlocks(splitBlocks(html))).toBe(html);
  });

  it("gives a merged row a table when the blocks around it are gone", () => {
    const [, nested] = splitBlocks("<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>");
    expect(joinBlocks([nested as Block])).toBe("<ul><li><ul><li><p>b</p></li></ul></li></ul>");
  });
});
