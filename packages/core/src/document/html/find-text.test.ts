import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInText } from "./find-text.ts";

const found = (text: string, query: string, isExact = false): readonly string[] =>
  findInText(text, query, isExact).map(({ from, to }) => text.slice(from, to));

describe("decision 0029 find inside the note", () => {
  it.each([
    ["Milk and milk", "milk", ["Milk", "milk"]],
    ["Café, cafe\u0301, CAFE", "cafe", ["Café", "cafe\u0301", "CAFE"]],
    ["aaaa", "aa", ["aa", "aa"]],
    ["日本語の日本", "日本", ["日本", "日本"]],
    ["Ⅷ and VIII", "viii", ["Ⅷ", "VIII"]],
    ["ﬁne", "fin", ["ﬁn"]],
    ["Straße", "strasse", []],
    ["👩‍🚀 rocket 👩‍🚀", "👩‍🚀", ["👩‍🚀", "👩‍🚀"]],
    ["한글", "한글".normalize("NFD"), ["한글"]],
    ["nothing", "", []],
    ["nothing", "\u0301", []],
  ])("searches %j for %j", (text, query, hits) => {
    expect(found(text, query)).toEqual(hits);
  });

  it("respects case and accents when asked to", () => {
    expect(found("Milk milk", "milk", true)).toEqual(["milk"]);
  });

  it("finds every text within itself, without overlaps", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(20), fc.nat(6), (text, start, length) => {
        const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
        const part = letters.slice(start, start + length).join("");
        const ranges = findInText(text, part, false);
        for (const [index, range] of ranges.entries()) expect(range.from).toBeGreaterThanOrEqual(ranges[index - 1]?.to ?? 0);
        if (/[a-z]/i.test(part)) expect(ranges.length).toBeGreaterThan(0);
      }),
    );
  });
});
