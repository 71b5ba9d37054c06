import { expect, it } from "vitest";
import { parseFile } from "./source-files.mjs";
import { findTestExports } from "./test-exports.mjs";

const core = (path) => `packages/core/src/${path}`;
const FILES = [
  parseFile(
    core("model/a.ts"),
    "export const used = 1;\nexport const forTests = 2;\nexport function rule() { return used; }\nexport const both = () => rule();",
  ),
  parseFile(core("model/b.ts"), 'import { used, both } from "./a.ts";\nexport const script = used + both();'),
  parseFile(core("model/whole.ts"), "export const anything = 1;"),
  parseFile(core("model/c.ts"), 'export const load = () => import("./whole.ts");'),
  parseFile(core("model/a.test.ts"), 'import { forTests, rule } from "./a.ts";\nimport { load } from "./c.ts";'),
  parseFile("sim/src/run.ts", 'import { forTests } from "@satchel/core/model/a.ts";'),
];

it("finds exports that only tests and the simulator import, and whether their own file uses them", () => {
  expect(findTestExports(FILES, "const { script } = await import('b')")).toEqual([
    { path: core("model/a.ts"), name: "forTests", isUsedInside: false },
    { path: core("model/a.ts"), name: "rule", isUsedInside: true },
    { path: core("model/c.ts"), name: "load", isUsedInside: false },
  ]);
});
