import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImageRow, layOutRows } from "./row-layout.ts";

const ratios = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 2, maxLength: 40 });
const height = fc.option(fc.double({ min: 1, max: 5000, noNaN: true }), { nil: undefined });

describe("decision 0056 the layout of images side by side", () => {
  it.each([
    ["two images of half a column", [356, 356], true],
    ["two large images, which stay one below the other", [1200, 1200], false],
    ["two screenshots of the column's width", [720, 720], false],
    ["icons in a line", [40, 40, 40], false],
    ["a large image above two small ones", [1200, 356, 356], true],
    ["an image without a width", [356, Number.NaN, 356], false],
    ["one image", [356], false],
  ])("decides whether a paragraph is a row: %s", (_, widths, expected) => {
    expect(isImageRow(widths)).toBe(expected);
  });

  it("gives two images one height and the whole column", () => {
    expect(layOutRows([1.5, 0.75])).toEqual([
      { width: 474, height: 316 },
      { width: 237, height: 316 },
    ]);
  });

  it("makes a gallery of many, whose last row has the height of the one above", () => {
    const sizes = layOutRows(Array(8).fill(1.5));
    expect(sizes.map(({ width }) => width)).toEqual([234, 234, 234, 234, 234, 234, 234, 234]);
    expect(new Set(sizes.map(({ height: px }) => px)).size).toBe(1);
  });

  it("is always recognized as a row, and no row is wider than the column", () => {
    fc.assert(
      fc.property(ratios, height, (given, px) => {
        const sizes = layOutRows(given, px);
        expect(sizes).toHaveLength(given.length);
        expect(isImageRow(sizes.map(({ width }) => width))).toBe(true);
        for (const [at, { width, height: own }] of sizes.entries()) {
          expect(width).toBeLessThanOrEqual(720);
          expect(Math.abs(width - (given[at] ?? 0) * own)).toBeLessThanOrEqual(1 + (given[at] ?? 0) / 2 + 1);
        }
      }),
    );
  });
});
