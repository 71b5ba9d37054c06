import { describe, expect, it } from "vitest";
import { createRecentlyUsed } from "./recently-used.ts";

describe("recently used", () => {
  it("lets go of what was not used longest, by weight", () => {
    const kept = createRecentlyUsed<string>(10);
    kept.set("a", "A", 4);
    kept.set("b", "B", 4);
    kept.get("a");

    kept.set("c", "C", 4);

    expect(["a", "b", "c"].map(kept.get)).toEqual(["A", undefined, "C"]);
  });

  it("counts a replaced value once and a removed one not at all", () => {
    const kept = createRecentlyUsed<string>(10);
    for (let times = 0; times < 5; times += 1) kept.set("a", `A${times}`, 6);
    kept.set("b", "B", 4);
    expect(kept.get("a")).toBe("A4");

    kept.delete("a");
    kept.set("c", "C", 6);
    expect([kept.get("b"), kept.get("c")]).toEqual(["B", "C"]);
  });

  it("keeps nothing that is heavier than everything", () => {
    const kept = createRecentlyUsed<string>(10);
    kept.set("a", "A", 5);
    kept.set("a", "AA", 11);

    expect(kept.get("a")).toBeUndefined();
  });
});
