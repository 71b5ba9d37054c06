import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeMarkdown, readRows } from "./plain-shapes.ts";

describe("A2.14 plain text that is a table", () => {
  it.each([
    [
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\tb\r\n\td\r\n",
      [
        ["a", "b"],
        ["", "d"],
      ],
    ],
    [
      'a\t"b\nc ""d"""\ne\tf',
      [
        ["a", 'b\nc "d"'],
        ["e", "f"],
      ],
    ],
    [
      'a\t"b\nc\td',
      [
        ["a", '"b'],
        ["c", "d"],
      ],
    ],
  ])("reads %j as rows", (text, rows) => {
    expect(readRows(text)).toEqual(rows);
  });

  it.each(["a\tb", "a b\nc d", "a\tb\nc", "\tif (a)\n\treturn b", "a\tb\n\nc\td"])("does not read %j as rows", (text) => {
    expect(readRows(text)).toBeUndefined();
  });

  it("reads rows with any cells", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', "\n", "\t", "é", " "), maxLength: 6 });
    const row = fc.array(cell, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), (rows) => {
        fc.pre(rows.some(([first]) => first !== ""));
        const text = rows.map((cells) => cells.map((own) => `"${own.replaceAll('"', '""')}"`).join("\t")).join("\n");
        expect(readRows(text)).toEqual(rows);
      }),
    );
  });
});

describe("A2.14 plain text that is Markdown", () => {
  it.each([
    "# Title\n\nText\n\n- a\n- b\n",
    "# One\n\ntext\n\n## Two\n\ntext",
    "## Steps\n1. one\n2. two",
    "Text\n\n- a\n- b\n\n> quoted\n",
    "# Code\n\n```js\na();\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n# Next\n",
    "- [ ] a\n- [x] b\n\n## After\n",
  ])("recognizes %j", (text) => {
    expect(looksLikeMarkdown(text)).toBe(true);
  });

  it.each([
    "one line",
    "1. First of all,\n2. second.",
    "- only\n- a list",
    "#!/bin/sh\n# one\n\n# two\n",
    "# set it\nA=1\n# use it\necho $A\n",
    "key:\n  - a\nother:\n  - b\n",
    "+ added\n- removed\n text",
    "a * b * c\n\n2 # 3\n\n>>> print(1)\n>>> print(2)",
    "# a\n# b\n",
    "def f(*args):\n    # note\n    return 1\n\n# next\nx = 2",
  ])("does not recognize %j", (text) => {
    expect(looksLikeMarkdown(text)).toBe(false);
  });
});
