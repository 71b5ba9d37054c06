import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { isInLongParagraph, LONG_PARAGRAPH_CHARS, partEnds, splitParagraph } from "./split-paragraph.ts";

const toHtml = createDocWriter();
const SENTENCE = "The quick brown fox jumps over the lazy dog. ";
const LONG = SENTENCE.repeat(Math.ceil(LONG_PARAGRAPH_CHARS / SENTENCE.length));

describe("decision 0014 a paragraph too long to type in", () => {
  it("splits after sentences if the user agrees, and undo restores it", () => {
    const hands = createHands(`<p>${LONG}<strong>end</strong></p><p>next</p>`);
    const { editor } = hands;
    const before = toHtml(editor.state.doc);
    editor.commands.setTextSelection(50_010);
    const typedBehind = editor.state.doc.textBetween(50_000, 50_010);
    expect(isInLongParagraph(editor.state)).toBe(true);
    splitParagraph(editor);
    const { doc, selection } = editor.state;
    expect(doc.childCount).toBeGreaterThan(50);
    for (const block of doc.children.slice(0, -2)) expect(block.textContent).toMatch(/dog\. $/);
    expect(doc.textBetween(selection.head - 10, selection.head)).toBe(typedBehind);
    expect(toHtml(doc).replaceAll("</p><p>", "")).toBe(before.replaceAll("</p><p>", ""));
    expect(isInLongParagraph(editor.state)).toBe(false);
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toBe(before);
  });

  it("has parts of about a page, whatever its content, and splits no character", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word ", "end. ", "x".repeat(900), "😀".repeat(700), "。", "\n"), { maxLength: 40 }),
        (pieces) => {
          const text = pieces.join("");
          const ends = partEnds(text);
          expect(ends.at(-1) ?? 0).toBe(text.length);
          for (const [index, end] of ends.entries()) {
            expect(end - (ends[index - 1] ?? 0)).toBeLessThanOrEqual(2000);
            expect(text.slice(0, end)).not.toMatch(/[\ud800-\udbff]$/);
          }
        },
      ),
    );
  });

  it("is not offered in short paragraphs or in code", () => {
    expect(isInLongParagraph(createHands("<p>short</p>").editor.state)).toBe(false);
    expect(isInLongParagraph(createHands(`<pre><code>${LONG}</code></pre>`).editor.state)).toBe(false);
  });
});
