import { describe, expect, it } from "vitest";
import {
  citationProblems,
  diffProblems,
  evidenceProblems,
  linkProblems,
  pathProblems,
  seedProblems,
  unnamedFolders,
} from "./documents.mjs";

const problemsOf = (found) => found.map(({ line, problem }) => `${line} ${problem}`);

/** Built here so that this file itself does not contain a citation. */
const SECTION = "§";

describe("Citations", () => {
  const records = new Set(["0001", "0005"]);

  it.each([`issue ${5}`, `Issue ${12} "Search"`, `decisions ${SECTION}5`, `decision ${SECTION}5`, `decisions${".md"}`])(
    "rejects '%s'",
    (cited) => {
      expect(citationProblems(`one\n/** ${cited} */`, records)).toMatchObject([{ line: 2 }]);
    },
  );

  it("accepts existing records, alone and in a list", () => {
    expect(citationProblems('Decision 0005, decisions 0001, 0005 "Drafts"; an issue of theirs', records)).toEqual([]);
  });

  it("rejects a record that does not exist", () => {
    const [one, other] = [`decision ${"0009"}`, `decisions 0001, ${"0007"}`];
    expect(problemsOf(citationProblems(`${one}\n${other}`, records))).toEqual([
      "1 there is no decision 0009",
      "2 there is no decision 0007",
    ]);
  });
});

describe("Paths in documents", () => {
  const files = ["packages/core/src/sync/push.ts", "packages/core/src/sync/cycle/pull.ts", "scripts/check.mjs", ".github/workflows/ci.yml"];

  it.each(["packages/core/src/sync/push.ts", "push.ts", "sync/cycle/", "core/src", "./scripts/check.mjs", ".github/workflows/ci.yml"])(
    "accepts `%s`",
    (path) => {
      expect(pathProblems(`see \`${path}\``, files)).toEqual([]);
    },
  );

  it.each(["packages/core/src/push.ts", "ush.ts", "cycle/sync/", "core/source", "merge.ts"])("rejects `%s`", (path) => {
    expect(problemsOf(pathProblems(`first\nsee \`${path}\``, files))).toEqual([`2 there is no '${path}'`]);
  });

  it("accept a file that the page lets the reader create", () => {
    expect(pathProblems("`core/src/new.ts`\n```ts\nexport {};\n```\nThen use `core/src/new.ts`.", [])).toEqual([]);
    expect(pathProblems("`core/src/new.ts`\n```diff\n+x\n```", [])).toHaveLength(1);
  });

  it("are checked in headings, but not in code, media types, commands and patterns", () => {
    expect(problemsOf(pathProblems("## 2. A module (sync/gone.ts)", files))).toEqual(["1 there is no 'sync/gone.ts'"]);
    expect(pathProblems("```\n`gone.ts`\n```\n`text/html` `npm run x.ts` `*-service.ts` `@satchel/core/x.ts`", files)).toEqual([]);
  });

  it("can be exempt", () => {
    expect(pathProblems("`gone.ts`", files, (path) => path === "gone.ts")).toEqual([]);
  });
});

describe("Folders in documents", () => {
  it("must each be named", () => {
    expect(unnamedFolders("`sync/` has `packs/`", ["core/src/sync", "core/src/sync/packs", "core/src/sync/history"])).toEqual([
      "does not name 'core/src/sync/history/'",
    ]);
  });
});

describe("Seeds in documents", () => {
  it("may appear in commands only", () => {
    expect(problemsOf(seedProblems("one\nfound by seed 4711\n`--seeds 200`\n```\nseed 12\n```"))).toEqual([
      "2 prose names no seeds: say what happened",
    ]);
  });
});

describe("Links in documents", () => {
  const exists = (path) => path === "docs/sync.md";

  it("must lead to existing pages", () => {
    const text = "[a](sync.md) [b](sync.md#part) [c](https://example.org) [d](../docs/sync.md) [e](#here) `[f](gone)`";
    expect(linkProblems(text, "docs", exists)).toEqual([]);
    expect(problemsOf(linkProblems("[a](gone.md)", "docs", exists))).toEqual(["1 the link to 'gone.md' leads to no file"]);
  });
});

describe("Diffs in a how-to", () => {
  const read = (path) => (path === "src/a.ts" ? "one\ntwo\nthree\n" : undefined);
  const page = (path, ...lines) => ["## 1. Step", `\`${path}\``, "```diff", ...lines, "```"].join("\n");

  it("must fit the file named above them", () => {
    expect(diffProblems(page("src/a.ts", " one", "+new", "-two"), read)).toEqual([]);
    expect(problemsOf(diffProblems(page("src/a.ts", " one", " three"), read))).toEqual(["3 the diff does not fit src/a.ts"]);
    expect(problemsOf(diffProblems(page("src/b.ts", " one"), read))).toEqual(["3 the diff does not fit src/b.ts"]);
  });
});

describe("Rows of a table with a column for tests", () => {
  const files = ["packages/core/src/merge/merge.test.ts", "packages/core/src/testing/store-contract.ts", "attack/lines/07-queries.ts"];
  const commands = ["attack", "sim"];
  const problemsIn = (...rows) =>
    problemsOf(evidenceProblems(["| attacker | test |", "|---|---|", ...rows].join("\n"), { files, commands }));

  it.each([
    "`merge.test.ts`",
    "`merge/merge.test.ts`, vectors",
    "`store-contract.ts`",
    "`npm run attack -- 7`",
    "`npm run sim -- --seeds 9`",
    "reasoned",
  ])("accept %s", (cell) => {
    expect(problemsIn(`| one | ${cell} |`)).toEqual([]);
  });

  it("must name tests and commands that exist", () => {
    expect(problemsIn("| a | `gone.test.ts`, `merge.test.ts` |", "| b | `npm run attack -- 8` |", "| c | `npm run gone` |")).toEqual([
      "3 there is no 'gone.test.ts'",
      "4 there is no 'npm run attack -- 8'",
      "5 there is no 'npm run gone'",
    ]);
  });

  it("must name one at least, or be marked as reasoned", () => {
    const none = "the row names no test and is not marked as reasoned";
    expect(problemsIn("| a | – |", "| b | `merge.ts` |", "| c | |")).toEqual([`3 ${none}`, `4 ${none}`, `5 ${none}`]);
  });

  it("are not searched for in other tables", () => {
    expect(evidenceProblems("| test |\n|---|\n| `merge.test.ts` |\n\n| limit | why |\n|---|---|\n| 1 | – |", { files, commands })).toEqual(
      [],
    );
  });
});
