import { describe, expect, it } from "vitest";
import { countCharacters, countWords, formatCount } from "./counts.ts";

describe("A2.11 word and character counts", () => {
  it.each([
    ["", 0],
    ["   \n ", 0],
    ["one", 1],
    ["Hydration 78 %, don’t hurry.", 4],
    ["well-known half-truths", 2],
    ["שלום עולם", 2],
    ["Привет, мир!", 2],
  ])("counts the words of %j as %d", (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it("counts words where no spaces stand between them", () => {
    expect(countWords("主題と主語")).toBeGreaterThan(1);
    expect(countWords("สวัสดีชาวโลก")).toBeGreaterThan(1);
  });

  it("counts what a reader calls one character once", () => {
    expect(countCharacters("abc")).toBe(3);
    expect(countCharacters("é👩‍👩‍👧🇩🇪")).toBe(3);
    expect(countCharacters("e\u0301")).toBe(1);
  });

  it("groups thousands", () => {
    expect(formatCount(1482, "en-GB")).toBe("1,482");
  });
});
