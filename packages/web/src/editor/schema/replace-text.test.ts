import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { toEditorDoc } from "./editor-html.ts";
import { replaceText } from "./replace-text.ts";

const LINES = ["one", "two", "three", "four", "five"];
const paragraphs = (lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join("");

/** Puts the caret behind a text, replaces the note, and returns the text around the caret, marked as `|`. */
function caretAfter(before: string, behind: string, next: string): string {
  const { editor } = createHands(before);
  const texts: { readonly pos: number; readonly text: string }[] = [];
  editor.state.doc.descendants((node, pos) => void (node.text !== undefined && texts.push({ pos, text: node.text })));
  const found = texts.find(({ text }) => text.includes(behind));
  editor.commands.setTextSelection((found?.pos ?? 0) + (found?.text.indexOf(behind) ?? 0) + behind.length);
  replaceText(editor, next);
  const { $head } = editor.state.selection;
  const { textContent } = $head.parent;
  expect(editor.getHTML()).toBe(createHands(next).editor.getHTML());
  return `${textContent.slice(0, $head.parentOffset)}|${textContent.slice($head.parentOffset)}`;
}

describe("a version that arrives in an open editor", () => {
  it.each([
    ["changed above and below", ["one changed", "two", "three", "four", "five changed"]],
    ["inserted above and below", ["zero", "one", "two", "three", "four", "five", "six"]],
    ["removed above and changed below", ["two", "three", "four", "five, and more"]],
    ["changed in the blocks next to it", ["one", "2", "three", "4", "five"]],
    ["changed everywhere else", ["1", "2", "three", "4", "5"]],
  ])("keeps the caret at its text if blocks were %s", (_, next) => {
    expect(caretAfter(paragraphs(LINES), "thr", paragraphs(next))).toBe("thr|ee");
  });

  it("keeps the caret at its text if its block changed on both sides", () => {
    expect(caretAfter("<p>a heron stands still here</p>", "stands", "<p>the grey heron stands still out there</p>")).toBe(
      "the grey heron stands| still out there",
    );
  });

  it("takes a word of ten million letters", () => {
    const { editor } = createHands("<p>ж</p>");
    // V8 compiles an expression that is used often, and a compiled one has less stack.
    for (let time = 0; time < 30; time += 1) replaceText(editor, `<p>ж ${time}</p>`);
    replaceText(editor, `<p>ж${"x".repeat(10_000_000)}</p>`);
    expect(editor.state.doc.textContent).toHaveLength(10_000_001);
  });

  it("keeps the caret in a list whose other items changed", () => {
    const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`;
    expect(caretAfter(list(LINES), "thr", list(["1", "two", "three", "four", "5", "six"]))).toBe("thr|ee");
  });

  it("keeps the caret at its text if the block was split behind it", () => {
    expect(caretAfter(paragraphs(LINES), "thr", paragraphs(["1", "two", "thre", "e", "four", "five"]))).toBe("thr|e");
  });

  it("replaces marks, tables and an entirely different text", () => {
    const table = "<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>";
    for (const next of ["<p><strong>one</strong> two</p>", `<p>one</p>${table}`, "<h2>Other</h2>", table, "<p></p>"]) {
      const { editor } = createHands(`<p>one two</p>${table}<p>three</p>`);
      replaceText(editor, next);
      expect(editor.getHTML()).toBe(createHands(next).editor.getHTML());
    }
  });

  it("turns any text into any other", () => {
    const blocks = [
      "<p>alpha beta</p>",
      "<p>gamma</p>",
      "<ul><li><p>x</p></li><li><p>y</p></li></ul>",
      "<p>alpha</p>",
      "<hr>",
      "<p>beta beta</p>",
    ];
    const textOf = (seed: number): string => blocks.filter((_, at) => ((seed * 7919) >> at) % 2 === 0).join("") + (blocks[seed % 6] ?? "");
    const { editor } = createHands(textOf(1));
    for (let seed = 0; seed < 60; seed += 1) {
      replaceText(editor, textOf(seed));
      expect(editor.state.doc.toJSON()).toEqual(toEditorDoc(editor.schema, textOf(seed)).toJSON());
    }
  });
});
