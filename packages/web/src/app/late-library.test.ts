import { failed } from "@satchel/core/result.ts";
import { describe, expect, it } from "vitest";
import { openLate } from "./late-library.ts";

describe("the library's code, fetched late", () => {
  it("opens nothing and says so when it cannot be fetched, and opens at the next try", async () => {
    let isThere = false;
    const load = async () => {
      if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
      return import("./open-library.ts");
    };
    let opened = 0;
    const open = async () => {
      opened += 1;
      return failed({ kind: "storage-full" } as const);
    };
    expect(await openLate(open, load)).toEqual(failed({ kind: "not-loaded" }));
    expect(opened).toBe(0);
    isThere = true;
    expect(await openLate(open, load)).toEqual(failed({ kind: "storage-full" }));
    expect(opened).toBe(1);
  });
});
