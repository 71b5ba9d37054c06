/// <reference types="node" />
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { decideTheme } from "@satchel/core/workspace/theme/theme-service.ts";
import { describe, expect, it } from "vitest";

const script = readFileSync(join(import.meta.dirname, "../../../public/theme.js"), "utf8");

function run(stored: string | null | "refused", prefersDark: boolean): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(script, {
    localStorage: {
      getItem: (key: string) => {
        if (stored === "refused") throw new Error("storage is refused");
        return key === LOCAL_KEYS.theme ? stored : null;
      },
    },
    matchMedia: (query: string) => ({ matches: query === "(prefers-color-scheme: dark)" && prefersDark }),
    document: { documentElement: { dataset } },
  });
  return dataset.theme;
}

describe("B4 themes without a flash: /theme.js", () => {
  it.each(["light", "dark", "amoled", "black", null])("chooses the same as core for %s", (stored) => {
    for (const prefersDark of [true, false]) expect(run(stored, prefersDark)).toBe(decideTheme(stored ?? undefined, prefersDark));
  });

  it("follows the system if storage is refused", () => {
    expect(run("refused", true)).toBe("dark");
  });
});
