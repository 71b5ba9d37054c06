import { describe, expect, it } from "vitest";
import { withCode } from "./lazy-code.ts";

describe("code that comes late", () => {
  it("runs nothing and answers what stands for that when it cannot be fetched, and runs at the next try", async () => {
    let isThere = false;
    const load = async () => {
      if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
      return "code";
    };
    const ran: string[] = [];
    const run = async (code: string) => {
      ran.push(code);
      return true;
    };
    expect(await withCode(load, run, false)).toBe(false);
    expect(ran).toEqual([]);
    isThere = true;
    expect(await withCode(load, run, false)).toBe(true);
    expect(ran).toEqual(["code"]);
  });
});
