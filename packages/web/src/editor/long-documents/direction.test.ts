import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { setDirection } from "../typing/editor-commands.ts";
import { MIRRORED, markLeftToRight } from "./left-to-right.ts";

const toHtml = createDocWriter();
const HEBREW = "<ul><li><p>שלום</p><ul><li><p>inner</p></li></ul></li></ul>";
const LATIN = "<ul><li><p>one</p></li></ul>";
const QUOTE = "<blockquote><p>مرحبا</p></blockquote>";

const mirrored = (root: Element): readonly string[] => [...root.querySelectorAll(`[${MIRRORED}]`)].map((frame) => frame.tagName);

describe("A2.14 lists and quotations from right to left", () => {
  it("puts each on the side of its first letter, in both views", () => {
    const { view } = createHands(HEBREW + LATIN + QUOTE).editor;
    expect(mirrored(view.dom)).toEqual(["UL", "BLOCKQUOTE"]);
    const read = document.createElement("div");
    read.append(view.dom.cloneNode(true));
    for (const frame of read.querySelectorAll(`[${MIRRORED}]`)) frame.removeAttribute(MIRRORED);
    markLeftToRight(read);
    expect(mirrored(read)).toEqual(["UL", "BLOCKQUOTE"]);
  });

  it("mirrors callouts and toggles, too", () => {
    const html =
      '<div data-satchel="callout" data-kind="tip"><p>שלום</p></div><details><summary>כותרת</summary><p>a</p></details>' +
      '<div data-satchel="callout" data-kind="tip"><p>one</p></div><details><summary>b</summary><p>גוף</p></details>';
    const { view } = createHands(html).editor;
    expect([...view.dom.querySelectorAll(`[${MIRRORED}]`)].map(({ className }) => className)).toEqual(["callout", "toggle"]);
    const read = document.createElement("div");
    read.append(new DOMParser().parseFromString(html, "text/html").body);
    markLeftToRight(read);
    expect(mirrored(read)).toEqual(["DIV", "DETAILS"]);
  });

  it("follows the typed text, and is not stored in the note", () => {
    const hands = createHands("<ul><li><p></p></li></ul>");
    hands.type("א");
    expect(mirrored(hands.editor.view.dom)).toEqual(["UL"]);
    expect(toHtml(hands.editor.state.doc)).toBe("<ul><li><p>א</p></li></ul>");
    hands.editor.commands.setTextSelection(3);
    hands.type("a");
    expect(mirrored(hands.editor.view.dom)).toEqual([]);
  });

  it("sets an explicit direction, and removes it again", () => {
    const hands = createHands(`<p>a</p>${LATIN}`);
    hands.editor.commands.setTextSelection({ from: 1, to: 8 });
    setDirection(hands.editor, "rtl");
    expect(toHtml(hands.editor.state.doc)).toBe('<p dir="rtl">a</p><ul dir="rtl"><li><p dir="rtl">one</p></li></ul>');
    setDirection(hands.editor, null);
    expect(toHtml(hands.editor.state.doc)).toBe(`<p>a</p>${LATIN}`);
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toContain('<ul dir="rtl">');
  });
});
