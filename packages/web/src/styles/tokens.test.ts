// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
/** Colors of the last rule for a theme alone, which wins if two rules set the same. */
const colorsOf = (theme: string): ReadonlyMap<string, string> => {
  const rule = tokens.slice(tokens.lastIndexOf(`[data-theme="${theme}"] {`)).split("}")[0] ?? "";
  return new Map([...rule.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
};

describe("A1 the pure-black theme", () => {
  it("has black pages, lists and sidebars, unlike the dark theme", () => {
    for (const name of ["--page", "--list", "--sidebar"]) {
      expect(colorsOf("amoled").get(name)).toBe("#000000");
      expect(colorsOf("dark").get(name)).toMatch(/^#(?!000000)[0-9a-f]{6}$/);
    }
  });
});
