import { describe, expect, it } from "vitest";
import { findCode, replaceCode } from "./find-code.ts";

const CODE = `export function pull(deps: Deps) {
  // if (isFirst) is no code here
  const listed = await listAll(
    deps,
    { isFirst, at: "a b" },
  );
  return isFirst ? listed : other(listed);
}`;

describe("finding code by its tokens", () => {
  it("does not depend on layout, comments or trailing commas", () => {
    expect(findCode(CODE, 'await listAll(deps, { isFirst, at: "a b" })')).toHaveLength(1);
    expect(findCode(CODE, "if (isFirst)")).toEqual([]);
  });

  it("distinguishes tokens: a name is not found in a longer one, nor a string in another", () => {
    expect(findCode(CODE, "list")).toEqual([]);
    expect(findCode(CODE, '"a  b"')).toEqual([]);
    expect(findCode("a === b; a == c", "a == c")).toHaveLength(1);
  });

  it("replaces what is there once, and refuses what is not", () => {
    expect(replaceCode(CODE, "isFirst ? listed : other(listed)", "listed")).toContain("return listed;");
    expect(() => replaceCode(CODE, "isFirst", "true")).toThrow("found 2 times");
    expect(() => replaceCode(CODE, "isSecond", "true")).toThrow("found 0 times");
  });
});
