import { describe, expect, it } from "vitest";
import { findCode, type Piece, replaceCode } from "./find-code.ts";

const CODE = `import { listAll } from './list.ts';

export async function pull(deps: Deps) {
  // if (isFirst) is no code here
  const listed = await listAll(
    deps,
    { isFirst, at: 'a b' },
  );
  const keep = (file: File) => {
    return isFirst && file.pattern.test(/"/) ? \`\${"a"}/* no comment */\` : listed;
  };
  return isFirst ? listed : other(listed, keep);
}

export class Files {
  #held = new Map<string, string>();
  read(id: string) {
    return isFirst ? this.#held.get(id) : undefined;
  }
}

const push = (deps: Deps) => (isFirst ? deps : undefined);
`;

const textOf = (piece: Piece): string => {
  const { start, end } = findCode(CODE, piece);
  return CODE.slice(start, end);
};

describe("the address of a piece of code", () => {
  it("does not depend on layout, comments, quotes or trailing commas", () => {
    const found = textOf({ within: "pull", find: 'await listAll(deps, { isFirst, at: "a b" })' });
    expect(found).toMatch(/^await listAll\([\s\S]*a b[\s\S]*\)$/);
    expect(textOf({ within: "pull", find: "return isFirst ? listed : other(listed, keep,)" })).toBe(
      "return isFirst ? listed : other(listed, keep)",
    );
    expect(() => textOf({ within: "pull", find: "if (isFirst)" })).toThrow("Found 0 times in 'pull', and nowhere else");
  });

  it("does not find a name inside a longer name, a string inside another one, or code inside a string", () => {
    expect(() => textOf({ within: "pull", find: "list" })).toThrow("Found 0 times");
    expect(() => textOf({ within: "pull", find: '"a  b"' })).toThrow("Found 0 times");
    expect(textOf({ within: "pull.keep", find: `\`\${"a"}/* no comment */\` : listed` })).toContain("no comment");
    expect(() => textOf({ within: "pull.keep", find: '"a"' })).toThrow("Found 0 times");
  });

  it("names functions, methods, fields and what is inside them, so the same tokens elsewhere do not matter", () => {
    expect(textOf({ within: "Files.read", find: "isFirst ?" })).toBe("isFirst ?");
    expect(textOf({ within: "push", find: "isFirst ?" })).toBe("isFirst ?");
    expect(textOf({ within: "Files.#held", find: "new Map" })).toBe("new Map");
    expect(textOf({ within: "Files", find: "isFirst ?" })).toBe("isFirst ?");
  });

  it("refuses an address that fits nowhere or twice, and says where the tokens are instead", () => {
    expect(() => textOf({ within: "fetch", find: "isFirst" })).toThrow(
      "There is no 'fetch' here. There are: pull, pull.keep, Files, Files.#held, Files.read, push",
    );
    expect(() => textOf({ within: "Files.read", find: "other(listed" })).toThrow(
      "Found 0 times in 'Files.read', in this file in pull: other(listed",
    );
    expect(() => textOf({ within: "pull", find: "isFirst" })).toThrow(
      "Found 3 times in 'pull', in this file in pull, pull.keep, Files.read, push",
    );
    expect(() => findCode("const = 1", { within: "a", find: "b" })).toThrow("does not parse");
  });

  it("replaces the piece that it finds once", () => {
    expect(replaceCode(CODE, { within: "Files.read", find: "isFirst ?" }, "true ?")).toContain("return true ? this.#held.get(id)");
  });
});
