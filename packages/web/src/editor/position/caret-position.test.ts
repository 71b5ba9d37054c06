import { Editor } from "@tiptap/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createExtensions } from "../extensions.ts";
import { replaceReadText } from "../read-view/replace-read-text.ts";
import { showOnce } from "../schema/mounted-editor.ts";
import { positionOfCaret, putCaret, toPosition } from "./caret-position.ts";
import { positionOfPoint } from "./text-position.ts";

const HTML =
  "<p>One <strong>two</strong> three</p><ul><li><p>milk</p></li><li><p>bread</p></li></ul><hr>" +
  "<table><tbody><tr><td><p>left</p></td><td><p>right</p></td></tr></tbody></table><p></p><p>end</p>";

let host: HTMLElement;
let editor: Editor;

beforeEach(() => {
  host = document.createElement("div");
  document.body.replaceChildren(host);
  replaceReadText(host, HTML);
  editor = new Editor({ element: document.body, extensions: createExtensions(), injectCSS: false });
  showOnce(editor, HTML);
});

afterEach(() => {
  editor.destroy();
  document.body.replaceChildren();
});

/** Finds the text node with these words in the read view, and an offset in it. */
function pointIn(words: string, offset: number): [Node, number] {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.textContent?.includes(words)) return [node, offset];
  }
  throw new Error(`no text node says '${words}'`);
}

/** Text around the caret in its paragraph. */
function aroundCaret(position: number): string {
  const $at = editor.state.doc.resolve(position);
  return `${$at.parent.textContent.slice(0, $at.parentOffset)}|${$at.parent.textContent.slice($at.parentOffset)}`;
}

describe("A2.12 the caret of a note that is opened to be edited", () => {
  it.each([
    ["in a word", "three", 3, "One two th|ree"],
    ["at the start of bold words", "two", 0, "One |two three"],
    ["at the end of an item", "milk", 4, "milk|"],
    ["at the start of the next item", "bread", 0, "|bread"],
    ["in a cell", "right", 2, "ri|ght"],
    ["behind an empty paragraph", "end", 3, "end|"],
  ])("is where the reader clicked: %s", (_where, words, offset, expected) => {
    const position = positionOfPoint(host, ...pointIn(words, offset));
    expect(position).toBeDefined();
    if (position !== undefined) expect(aroundCaret(toPosition(editor.state.doc, position))).toBe(expected);
  });

  it("returns to its last position", () => {
    for (const position of [5, 9, 30]) {
      editor.commands.setTextSelection(position);
      const before = aroundCaret(editor.state.selection.head);
      expect(aroundCaret(toPosition(editor.state.doc, positionOfCaret(editor.state)))).toBe(before);
    }
  });

  it("is in the last remaining block of a note that became shorter", () => {
    putCaret(editor.view, { block: 40, chars: 90, side: "after" });
    expect(aroundCaret(editor.state.selection.head)).toBe("end|");
  });

  it("is at the end of a note that is fully visible, if it had no position", () => {
    putCaret(editor.view, undefined);
    expect(aroundCaret(editor.state.selection.head)).toBe("end|");
  });
});
