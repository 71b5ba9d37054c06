import { describe, expect, it } from "vitest";
import { checkWritable, describeGrowth, growthOf, putIn, toFigures, toMarkdown } from "./growth-table.ts";

const SIZES = [1000, 10_000, 50_000];
const curve = (...values: number[]) => ({ name: "start", unit: "ms", values });

describe("how a figure grows with the library", () => {
  it.each([
    ["flat", curve(100, 104, 98)],
    ["flat", curve(100, 150, 200)],
    ["less than linear", curve(100, 400, 1200)],
    ["linear", curve(100, 1000, 5000)],
    ["linear", curve(100, 1100, 6500)],
    ["**more than linear**", curve(100, 3000, 90_000)],
    ["**more than linear**", curve(1000, 2000, 20_000)],
    ["**more than linear**", curve(Number.NaN, 1, 2)],
    ["**more than linear**", curve(0, 10, 20)],
  ])("classifies as %s", (description, measured) => expect(describeGrowth(growthOf(measured, SIZES))).toBe(description));
});

describe("table of figures", () => {
  it("replaces exactly the part between the page's marks, with a column per size", () => {
    const table = toMarkdown([curve(0.123, 1234.5, 56_789)], SIZES, "today");

    expect(table.split("\n")).toEqual([
      "Measured today, with `npm run bench -- growth`.",
      "",
      "| | 1,000 notes | 10,000 notes | 50,000 notes | grows |",
      "|---|---|---|---|---|",
      "| start | 0.1 ms | 1,230 ms | 56,800 ms | **more than linear** |",
    ]);
    expect(putIn("before\n<!-- growth -->\nold\n<!-- /growth -->\nafter", "new")).toBe(
      "before\n<!-- growth -->\nnew\n<!-- /growth -->\nafter",
    );
    expect(() => putIn("no place", "new")).toThrow("growth");
  });

  it("is also printed as one line per figure", () => {
    expect(toFigures([curve(1, 2, 3)], SIZES).map(({ name, value }) => [name, value])).toEqual([
      ["start, 1,000 notes", 1],
      ["start, 10,000 notes", 2],
      ["start, 50,000 notes", 3],
    ]);
  });
});

it("is written only after a run with full sizes", () => {
  expect(() => checkWritable(true, true)).toThrow(/leave out --write/);
  for (const [isQuick, isWritten] of [
    [true, false],
    [false, true],
  ] as const)
    expect(() => checkWritable(isQuick, isWritten)).not.toThrow();
});
