import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecentlyUsed } from "./recently-used.ts";

describe("recently used values", () => {
  it("keeps values that are read, and drops the others", () => {
    const kept = createRecentlyUsed<string>(8, () => 1);
    for (const key of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) {
      kept.set(key, key.toUpperCase());
      kept.get("a");
    }

    expect(["a", "b", "c", "i"].map(kept.get)).toEqual(["A", undefined, undefined, "I"]);
  });

  it("does not keep a value heavier than half of the limit, and drops what it replaces", () => {
    const kept = createRecentlyUsed<string>(10, (value) => value.length);
    kept.set("a", "A".repeat(5));
    kept.set("a", "A".repeat(6));

    expect(kept.get("a")).toBeUndefined();
  });

  it("returns the last value or nothing, and never exceeds its weight", () => {
    const anyStep = fc.record({ kind: fc.constantFrom("set", "get", "delete"), key: fc.constantFrom(..."abcdefgh"), weight: fc.nat(7) });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const kept = createRecentlyUsed<{ readonly at: number; readonly weight: number }>(10, ({ weight }) => weight);
        const last = new Map<string, { readonly at: number; readonly weight: number }>();
        for (const [at, { kind, key, weight }] of steps.entries()) {
          if (kind === "set") {
            kept.set(key, { at, weight });
            last.set(key, { at, weight });
          }
          if (kind === "delete") {
            kept.delete(key);
            last.delete(key);
          }
          expect([last.get(key)?.at, undefined]).toContain(kept.get(key)?.at);
        }
        const held = [...last].filter(([key]) => kept.get(key) !== undefined);
        // Reading a value may evict another, so the held values are read again.
        const still = held.filter(([key, { at }]) => kept.get(key)?.at === at);
        expect(still.reduce((sum, [, { weight }]) => sum + weight, 0)).toBeLessThanOrEqual(10);
      }),
    );
  });
});
