import { Editor } from "@tiptap/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createExtensions } from "../extensions.ts";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const ROWS = 1200;
const table = (rows = ROWS, word = "row") =>
  `<p>before</p><table><tbody>${Array.from({ length: rows }, (_, at) => `<tr><td><p>${word} ${at}</p></td><td><p>b</p></td></tr>`).join("")}</tbody></table><p>after</p>`;

let editor: Editor;
beforeEach(() => {
  vi.useFakeTimers();
  editor = new Editor({ extensions: createExtensions(), content: "<p></p>", injectCSS: false });
});
afterEach(() => {
  editor.destroy();
  vi.useRealTimers();
});

const shownRows = () => [...editor.view.dom.querySelectorAll("tr:not([data-far])")];
const gaps = () => [...editor.view.dom.querySelectorAll("tr[data-far]")];
const renderAll = () => vi.runAllTimers();

/** Position of the text of a row's first cell. */
function positionOf(word: string): number {
  let found = -1;
  editor.state.doc.descendants((node, at) => {
    if (node.isText && node.text === word) found = at;
    return found === -1;
  });
  return found;
}

/** Rows whose element and position in the document do not match. */
function misplaced(): readonly string[] {
  return shownRows().flatMap((row) => {
    const text = row.querySelector("p")?.firstChild;
    if (!(text instanceof Text)) return [];
    const at = editor.view.posAtDOM(text, 0);
    return editor.state.doc.textBetween(at, at + text.length) === text.data ? [] : [text.data];
  });
}

describe("decision 0014 a table of tens of thousands of cells", () => {
  it("is in the document at once and rendered in slices", () => {
    editor.commands.setContent(table());
    expect(editor.getHTML()).toBe(table());
    expect(shownRows().length).toBeLessThan(ROWS / 2);
    expect(gaps().map((gap) => gap.textContent)).toEqual([`${ROWS - shownRows().length} more rows…`]);
    expect(misplaced()).toEqual([]);

    renderAll();

    expect(shownRows().length).toBe(ROWS);
    expect(gaps()).toEqual([]);
    expect(misplaced()).toEqual([]);
  });

  it("renders the row of the caret at once", () => {
    editor.commands.setContent(table());
    editor.commands.setTextSelection(positionOf(`row ${ROWS - 10}`));
    expect(shownRows().map((row) => row.querySelector("p")?.textContent)).toContain(`row ${ROWS - 10}`);
    expect(gaps()).toHaveLength(2);
    expect(misplaced()).toEqual([]);
  });

  it("keeps what is typed and deleted while rows are not rendered yet", () => {
    editor.commands.setContent(table());
    editor.commands.insertContentAt(positionOf("row 3"), "typed ");
    editor.commands.insertContentAt(positionOf("row 1190"), "typed ");
    editor.commands.deleteRange({ from: positionOf("row 900"), to: positionOf("row 900") + 8 });
    renderAll();
    expect(shownRows().map((row) => row.querySelector("p")?.textContent)).toEqual(
      Array.from({ length: ROWS }, (_, at) => (at === 900 ? "" : `${at === 3 || at === 1190 ? "typed " : ""}row ${at}`)),
    );
    expect(misplaced()).toEqual([]);
  });

  it("is removed by one undo and complete after redo, at any time", () => {
    const before = editor.getHTML();
    editor.commands.insertContent(table());
    const after = editor.getHTML();
    editor.commands.undo();
    expect(editor.getHTML()).toBe(before);
    editor.commands.redo();
    expect(editor.getHTML()).toBe(after);
    renderAll();
    expect(shownRows().length).toBe(ROWS);
  });

  it("does not render replaced rows later than before", () => {
    editor.commands.setContent(table());
    renderAll();
    editor.commands.setTextSelection(positionOf("row 3"));
    editor.commands.addColumnAfter();
    expect(gaps()).toEqual([]);
    expect(shownRows()[ROWS - 1]?.children).toHaveLength(3);
  });

  it("renders the rest at once for printing", () => {
    editor.commands.setContent(table());
    window.dispatchEvent(new Event("beforeprint"));
    expect(shownRows().length).toBe(ROWS);
  });
});
