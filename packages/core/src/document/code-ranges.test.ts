import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { CODE_LANGUAGES, type HighlightNode, knownLanguage, toCodeRanges } from "./code-ranges.ts";

const web = createRequire(new URL("../../../web/package.json", import.meta.url));
type Lowlight = {
  createLowlight(grammars: object): { highlight(language: string, code: string): HighlightNode; registered(name: string): boolean };
  common: object;
};
const { createLowlight, common } = (await import(pathToFileURL(web.resolve("lowlight")).href)) as Lowlight;
const lowlight = createLowlight(common);

describe("decision 0029 code highlighting", () => {
  it("gives each character the class of the innermost element", () => {
    const tree = {
      type: "root",
      children: [
        { type: "text", value: "a " },
        {
          type: "element",
          properties: { className: ["hljs-string"] },
          children: [
            { type: "text", value: '"x' },
            { type: "element", properties: { className: ["hljs-subst"] }, children: [{ type: "text", value: "#{1}" }] },
            { type: "text", value: '"' },
          ],
        },
      ],
    };
    expect(toCodeRanges(tree)).toEqual([
      { from: 2, to: 4, className: "hljs-string" },
      { from: 4, to: 8, className: "hljs-subst" },
      { from: 8, to: 9, className: "hljs-string" },
    ]);
  });

  it("covers the text exactly for any code", () => {
    const code = "// ünïcode 🎒\nconst a: string = `x`;\n";
    const ranges = toCodeRanges(lowlight.highlight("typescript", code));
    expect(ranges.map(({ from, to, className }) => [code.slice(from, to), className])).toContainEqual(["// ünïcode 🎒", "hljs-comment"]);
    expect(ranges.map(({ from, to }) => code.slice(from, to))).toContain("const");
  });

  it("offers only languages that the highlighter knows", () => {
    expect(Object.keys(CODE_LANGUAGES).filter((name) => !lowlight.registered(name))).toEqual([]);
    expect([knownLanguage("ts"), knownLanguage("sql"), knownLanguage("brainfuck"), knownLanguage(null)]).toEqual([
      "typescript",
      "sql",
      undefined,
      undefined,
    ]);
  });
});
