import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOf, type Row, type Span } from "./difference.ts";

const note = (content: string, title = "Sourdough") => ({ title, content });
const marked = (spans: readonly Span[]) => spans.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");
const read = (rows: readonly Row[]) =>
  rows.map((row) => {
    if (row.kind === "same") return row.text;
    return row.kind === "alike" ? `… ${row.count}` : `${marked(row.local)} | ${marked(row.cloud)}`;
  });

describe("decision 0004 side-by-side difference by words", () => {
  it("marks the words that differ, and shows their context", () => {
    const rows = differenceOf(
      note("<p>Strong flour.</p><p>Bulk at 24 °C until doubled. Bake.</p><p>Rest</p><p>Eat</p><p>Sleep</p>"),
      note("<p>Strong flour.</p><p>Bulk at 22 °C until half. Bake.</p><p>Rest</p><p>Eat</p><p>Sleep</p>"),
    );
    expect(read(rows)).toEqual([
      "… 1",
      "Strong flour.",
      "Bulk at [24] °C until [doubled]. Bake. | Bulk at [22] °C until [half]. Bake.",
      "Rest",
      "… 2",
    ]);
  });

  it("shows titles, paragraphs that one side lacks, and text without spaces", () => {
    expect(read(differenceOf(note("<p>one</p>", "Brot"), note("<p>one</p><p>two</p>", "Bread")))).toEqual([
      "[Brot] | [Bread]",
      "one",
      " | [two]",
    ]);
    expect(read(differenceOf(note("<p>日本語の本</p>"), note("<p>日本語の紙</p>")))[1]).toBe("日本語の[本] | 日本語の[紙]");
  });

  it("marks words that follow one another as one", () => {
    expect(read(differenceOf(note("<p>by two thirds, not doubled.</p>"), note("<p>by half.</p>")))[1]).toBe(
      "by [two thirds, not doubled]. | by [half].",
    );
  });

  it("marks nothing where only the markup differs", () => {
    expect(read(differenceOf(note("<p>one <strong>two</strong></p>"), note("<p>one two</p>")))).toEqual(["… 2"]);
  });

  it("is quick on paragraphs as long as a book", () => {
    const long = Array.from({ length: 30_000 }, (_, at) => `word${at}`).join(" ");
    expect(read(differenceOf(note(`<p>${long}</p>`), note(`<p>${long} more</p>`)))).toHaveLength(2);
  });

  it("shows every word of both sides, or says that it left out what is alike", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c d", "e f g"), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (here, there) => {
        const html = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join("");
        const rows = differenceOf(note(html(here)), note(html(there)));
        const lines = (pick: "local" | "cloud") =>
          rows.flatMap((row) =>
            row.kind === "changed" && row[pick].length > 0 ? [row[pick].map(({ text: words }) => words).join("")] : [],
          );
        const hidden = rows.reduce((sum, row) => sum + (row.kind === "alike" ? row.count : row.kind === "same" ? 1 : 0), 0);
        expect(lines("local").length + hidden).toBe(here.length + 1);
        expect(lines("cloud").length + hidden).toBe(there.length + 1);
      }),
    );
  });
});
