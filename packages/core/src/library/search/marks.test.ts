import { describe, expect, it } from "vitest";
import { excerptOf, findWords } from "./marks.ts";
import { markedWords } from "./query.ts";

const shown = (text: string, ...words: string[]) => findWords(text, words).map(({ from, to }) => text.slice(from, to));

describe("A4 search: marks", () => {
  it.each([
    ["Sourdough, and sour cream", ["sour"], ["Sour", "sour"]],
    ["My Résumé", ["resume"], ["Résumé"]],
    ["unsour sour", ["sour"], ["sour"]],
    ["日本語の勉強", ["勉強"], ["勉強"]],
    ["oat milk", ["oat", "milk", "oat milk"], ["oat milk"]],
    ["nothing here", ["milk"], []],
  ])("are at the beginnings of words: %s", (text, words, found) => {
    expect(shown(text, ...words)).toEqual(found);
  });

  it("cover typed words and their corrections", () => {
    expect(markedWords('milk "oat bread" -eggs in:shop', ["mild"])).toEqual(["milk", "oat bread", "oat", "bread", "mild"]);
  });
});

describe("A9 search snippet", () => {
  const long = `${"before ".repeat(60)}the needle is here ${"after ".repeat(60)}`;

  it("has 150 characters around the first hit, cut between words", () => {
    const { text, marks } = excerptOf(long, ["needle"], 150);

    expect(text.length).toBeLessThanOrEqual(152);
    expect(text).toMatch(/^…before .*needle.*…$/);
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(["needle"]);
  });

  it("begins near a hit far into the text, and cuts no word", () => {
    const text = `${"Something about the garden. ".repeat(4)}The needle is under the bench beside the greenhouse door.`;
    const excerpt = excerptOf(text, ["needle"], 60);
    expect(excerpt.text).toMatch(/^…Something about the garden\. The needle is/);
    expect(
      excerpt.text
        .replace(/^…|…$/g, "")
        .split(" ")
        .every((word) => text.split(" ").includes(word)),
    ).toBe(true);
  });

  it("is the beginning if the hit is near it or only in the title", () => {
    expect(excerptOf("A needle\nin the hay", ["needle"], 150)).toEqual({ text: "A needle · in the hay", marks: [{ from: 2, to: 8 }] });
    expect(excerptOf(long, ["absent"], 20).text).toBe("before before before…");
  });

  it("finds the position in a line without spaces", () => {
    const { text } = excerptOf(`${"あ".repeat(300)}勉強${"い".repeat(300)}`, ["勉強"], 150);

    expect(text).toContain("勉強");
    expect(text.length).toBeLessThanOrEqual(152);
  });
});
