import { describe, expect, it } from "vitest";
import { largeFunctions } from "./functions.mjs";
import { parseFile } from "./source-files.mjs";

const found = (code, path = "packages/core/src/a.ts") => largeFunctions(parseFile(path, code));
const lines = (count) => Array.from({ length: count }, (_, at) => `  use(${at});\n`).join("");

describe("Large functions", () => {
  it("have more than 60 lines", () => {
    expect(found(`function fits() {\n${lines(58)}}`)).toEqual([]);
    expect(found(`const plan = () => {\n${lines(59)}};`)).toMatchObject([{ name: "plan", ownLines: 61 }]);
  });

  it("are measured without inner functions, which are measured separately", () => {
    const inner = (count) => `  const inner = () => {\n${lines(count)}  };\n`;
    expect(found(`function create() {\n${inner(40)}${inner(40)}}`)).toEqual([]);
    expect(found(`function create() {\n${inner(70)}}`)).toMatchObject([{ name: "inner", ownLines: 72 }]);
  });

  it("are not reported in tests", () => {
    expect(found(`function move() {\n${lines(59)}}`, "packages/core/src/a.test.ts")).toEqual([]);
  });
});
