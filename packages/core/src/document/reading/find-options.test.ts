import { describe, expect, it } from "vitest";
import { findWithOptions } from "./find-options.ts";

describe("decision 0029 find inside the note", () => {
  it.each([
    ["tea, steam, tea_bag, tea's Tea", "tea", ["tea", "tea", "Tea"]],
    ["naïve naïveté", "naïve", ["naïve"]],
    ["C++ C", "C++", ["C++"]],
    ["x1 x 1x", "x", ["x"]],
  ])("leaves out hits inside of longer words in %j", (text, query, hits) => {
    expect(findWithOptions(text, query, { isExact: false, isWhole: true }).map(({ from, to }) => text.slice(from, to))).toEqual(hits);
  });
});
