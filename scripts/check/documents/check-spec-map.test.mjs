import { describe, expect, it } from "vitest";
import { checkRows, parseRows } from "./check-spec-map.mjs";

const there = (path) => path.startsWith("packages/");
const problemsOf = (markdown) => checkRows(parseRows(markdown), there);

describe("Spec map", () => {
  it("accepts open, absent and done rows", () => {
    const rows = ["| A2.2-01 | Fields | open: step 3 |", "| B8-04 | Sentence | absent: nothing is loaded from foreign hosts |"];

    expect(problemsOf([...rows, "| A9-01 | Limit | done: packages/a.ts; packages/a.test.ts |"].join("\n"))).toEqual([]);
  });

  it("accepts a row that differs by a decision, and checks its files", () => {
    expect(problemsOf("| A1-01 | x | differs (decision 0042): packages/a.ts; packages/a.test.ts |")).toEqual([]);
    expect(problemsOf("| A1-01 | x | differs (decision 0042): gone/a.ts; packages/a.test.ts |").join()).toContain("gone/a.ts");
    expect(problemsOf("| A1-01 | x | differs: packages/a.ts; packages/a.test.ts |").join()).toContain("no state");
  });

  it.each([
    ["a doubled id", "| A1-01 | x | open: step 1 |\n| A1-01 | y | open: step 1 |", "stands twice"],
    ["no state", "| A1-01 | x | |", "no state"],
    ["a step that is not there", "| A1-01 | x | open: step 11 |", "no state"],
    ["a file that is gone", "| A1-01 | x | done: gone/a.ts; packages/a.test.ts |", "gone/a.ts"],
    ["no test", "| A1-01 | x | done: packages/a.ts |", "names no test"],
    ["a missing cell", "| A1-01 | open: step 1 |", "2 cells"],
  ])("rejects %s", (_name, markdown, words) => {
    expect(problemsOf(markdown).join()).toContain(words);
  });

  it("parses a bar inside a cell", () => {
    expect(parseRows("| A1-01 | a \\| b | open: step 1 |")[0]).toMatchObject({ cells: 3, text: "a \\| b" });
  });
});
