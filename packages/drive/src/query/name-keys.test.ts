import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compareText, containsWord, toNaturalKey } from "./name-keys.ts";

// Slow on a busy machine, never by design: nothing here waits for real time.
vi.setConfig({ testTimeout: 90_000 });

describe("drive contract §1.4 and §1.5 names", () => {
  it("compares as UTF-8 bytes do", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        expect(Math.sign(compareText(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
    );
  });

  it("orders numbers by their size", () => {
    const names = ["note 10", "note 9", "note 09", "note 100", "note"];

    expect([...names].sort((a, b) => compareText(toNaturalKey(a), toNaturalKey(b)))).toEqual([
      "note",
      "note 9",
      "note 09",
      "note 10",
      "note 100",
    ]);
  });

  it("finds beginnings of words only", () => {
    expect(["hello", "wor", "two-thr", "WÖR", ""].map((search) => containsWord("Hello world (two-three)", search))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(["ello", "orld", "x"].map((search) => containsWord("Hello world", search))).toEqual([false, false, false]);
  });
});
