import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeWords, toTokens } from "./merge-content.ts";
import { mergeSequences } from "./merge-sequences.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 });
const keepWinner = (_base: string, item: string) => ({ item, clash: true });

describe("sync.md §6.2 merging of sequences", () => {
  it("returns one side's result if the other changed nothing", () => {
    fc.assert(
      fc.property(words, words, (base, side) => {
        expect(mergeSequences(base, { winner: side, loser: base }, keepWinner)).toEqual({ items: side, clash: false });
        expect(mergeSequences(base, { winner: base, loser: side }, keepWinner)).toEqual({ items: side, clash: false });
      }),
    );
  });

  it("changes nothing if both sides are equal", () => {
    fc.assert(
      fc.property(words, words, (base, side) => {
        expect(mergeSequences(base, { winner: side, loser: side }, keepWinner)).toEqual({ items: side, clash: false });
      }),
    );
  });

  it("keeps everything that either side added, unless it reports a clash", () => {
    fc.assert(
      fc.property(words, words, words, (base, winner, loser) => {
        const known: readonly string[] = base;
        const fresh = (side: readonly string[]) => side.filter((word) => !known.includes(word));
        const { items, clash } = mergeSequences(base, { winner, loser }, keepWinner);

        for (const word of fresh(winner)) expect(items).toContain(word);
        if (!clash) for (const word of fresh(loser)) expect(items).toContain(word);
      }),
    );
  });

  it("takes edits of adjacent items from both sides", () => {
    expect(mergeSequences(["a", "b", "c"], { winner: ["A", "b", "c"], loser: ["a", "B", "c"] }, keepWinner)).toEqual({
      items: ["A", "B", "c"],
      clash: false,
    });
  });

  it("keeps an item that one side changed and the other deleted", () => {
    expect(mergeSequences(["a", "b"], { winner: ["b"], loser: ["A", "b"] }, keepWinner)).toEqual({ items: ["A", "b"], clash: false });
  });

  it("puts the older of two insertions first", () => {
    expect(mergeSequences(["a"], { winner: ["a", "new"], loser: ["a", "old"] }, keepWinner)).toEqual({
      items: ["a", "old", "new"],
      clash: false,
    });
  });
});

describe("sync.md §6.2 merging of words", () => {
  it("splits a block into tokens without losing a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(toTokens(text).join("")).toBe(text);
      }),
    );
  });

  it("merges two edits of one sentence", () => {
    const base = "<p>The quick brown fox jumps over the dog</p>";

    expect(mergeWords(base, "<p>The quick red fox jumps over the dog</p>", "<p>The quick brown fox jumps over the lazy dog</p>")).toBe(
      "<p>The quick red fox jumps over the lazy dog</p>",
    );
  });

  it("merges a checked box with new words in it", () => {
    const base = '<li data-checked="false"><p>Buy milk</p></li>';

    expect(mergeWords(base, '<li data-checked="true"><p>Buy milk</p></li>', '<li data-checked="false"><p>Buy oat milk</p></li>')).toBe(
      '<li data-checked="true"><p>Buy oat milk</p></li>',
    );
  });

  it("does not choose if both changed the same words", () => {
    expect(mergeWords("<p>one</p>", "<p>two</p>", "<p>three</p>")).toBeUndefined();
    expect(mergeWords("<p>text</p>", "<p>from the laptop</p>", "<p>from the phone</p>")).toBeUndefined();
    expect(mergeWords("<p></p>", "<p>mine</p>", "<p>yours</p>")).toBeUndefined();
  });
});
