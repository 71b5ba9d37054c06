import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compareText, containsWord, toNaturalKey } from "./name-keys.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

describe("drive contract §1.4 and §1.5 names", () => {
  it("compares like UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        expect(Math.sign(compareText(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
    );
  });

  it("orders numbers by value", () => {
    const names = ["note 10", "note 9", "note 09", "note 100", "note"];

    expect([...names].sort((a, b) => compareText(toNaturalKey(a), toNaturalKey(b)))).toEqual([
      "note",
      "note 9",
      "note 09",
      "note 10",
      "note 100",
    ]);
  });

  it("matches only beginnings of words", () => {
    expect(["hello", "wor", "two-thr", "WÖR", ""].map((search) => containsWord("Hello world (two-three)", search))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(["ello", "orld", "x"].map((search) => containsWord("Hello world", search))).toEqual([false, false, false]);
  });

  it("finds long repetitive texts exactly as plain comparison does", () => {
    const anyText = (minLength: number) =>
      fc.array(fc.constantFrom("a", "aa", "ab", " ", "aab"), { minLength }).map((parts) => parts.join(""));
    const property = fc.property(anyText(700), anyText(0), fc.nat(), fc.integer({ min: 600, max: 900 }), (text, tail, from, length) => {
      const whole = `${text}${text}${tail}`;
      const start = from % text.length;
      for (const wanted of [
        whole.slice(start, start + length),
        `${whole.slice(start, start + length)}b`,
        `a${whole.slice(start, start + length)}`,
      ])
        expect(containsWord(whole, wanted)).toBe(plainContainsWord(whole, wanted));
    });
    fc.assert(property, { numRuns: 50 });
  });
});

function plainContainsWord(text: string, wanted: string): boolean {
  for (let at = 0; at <= text.length; at += 1) if (text.startsWith(wanted, at) && (at === 0 || text[at - 1] === " ")) return true;
  return false;
}
