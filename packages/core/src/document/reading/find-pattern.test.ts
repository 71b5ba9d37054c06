import { describe, expect, it } from "vitest";
import { findPattern, toPattern } from "./find-pattern.ts";

const found = (query: string, lines: readonly string[], options = { isExact: false, isWhole: false }): readonly string[] | undefined => {
  const pattern = toPattern(query, options);
  if (pattern === undefined) return undefined;
  const { hits } = findPattern(pattern, lines);
  return hits.flatMap((line, at) => (at % 3 === 0 ? [lines[line]?.slice(hits[at + 1], hits[at + 2]) ?? ""] : []));
};

describe("decision 0029 regular expressions in find", () => {
  it.each([
    ["\\d+", ["1 and 22", "x", "333"], ["1", "22", "333"]],
    ["^a|z$", ["abc z", "za z"], ["a", "z", "z"]],
    ["TEA", ["tea Tea"], ["tea", "Tea"]],
    ["x*", ["axxb"], ["xx"]],
    ["\\p{Lu}", ["Ärger"], ["Ä", "r", "g", "e", "r"]],
    [".", ["👩"], ["👩"]],
  ])("finds %j in %j", (query, lines, hits) => {
    expect(found(query, lines)).toEqual(hits);
  });

  it("respects case and whole words when asked to", () => {
    expect(found("Te.", ["tea Tea"], { isExact: true, isWhole: false })).toEqual(["Tea"]);
    expect(found("te|ea", ["tea te ea"], { isExact: false, isWhole: true })).toEqual(["te", "ea"]);
  });

  it.each(["(", "[a", "a{2,1}", ")(", "\\p{Nope}"])("rejects %j", (query) => {
    expect(found(query, ["a"])).toBeUndefined();
    expect(found(query, ["a"], { isExact: false, isWhole: true })).toBeUndefined();
  });

  it.each([
    ["(\\w+)@(\\w+)", "a@b", "$2 at $1"],
    ["(?<who>\\w+)!", "Ada!", "$<who>, $<none>."],
    ["a", "a", "$$1 $& $1 $0 $"],
    ["(a)(b)?", "a", "$1-$2-$3-$12-$01"],
    ["a", "a", "$<who>"],
  ])("replaces %j in %j with %j as String.replace does", (query, line, replacement) => {
    const pattern = toPattern(query, { isExact: true });
    if (pattern === undefined) throw new Error("the expression is valid");
    const { hits, words } = findPattern({ ...pattern, replacement }, [line]);
    expect(hits).toEqual([0, 0, line.length]);
    expect(words).toEqual([line.replace(new RegExp(query, "u"), replacement)]);
  });

  it("bounds the text of all replacements", () => {
    const line = "a".repeat(5000);
    const { words = [] } = findPattern({ source: "(?<=(.*))a", flags: "gu", replacement: "$1".repeat(10) }, [line, line]);
    expect(words.join("").length).toBeLessThanOrEqual(20_000_000);
    expect(words.length).toBeGreaterThan(1000);
  });
});
