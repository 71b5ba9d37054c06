import { BACKGROUND_COLORS } from "@satchel/core/document/colors/palette.ts";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { type Command, NodeSelection, TextSelection } from "@tiptap/pm/state";
import { CellSelection, TableMap } from "@tiptap/pm/tables";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands, type Hands } from "../testing/hands.ts";
import { sortedOrder } from "./sort-rows.ts";
import { alignCells, colorCells, moveLineBy, sortRows } from "./table-commands.ts";

const toHtml = createDocWriter();
const html = ({ editor }: Hands): string => toHtml(editor.state.doc);

const cell = (text: string): string => `<td><p>${text}</p></td>`;
const head = (text: string): string => `<th><p>${text}</p></th>`;
const table = (...rows: readonly string[]): string => `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
const cells = (...texts: readonly string[]): string => texts.map(cell).join("");
const TABLE = table(cells("a", "b"), cells("c", "d"));

/** Puts the caret at the end of a text. */
function caretIn({ editor }: Hands, text: string): void {
  let at = 0;
  editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text === text) at = pos + text.length;
  });
  editor.commands.setTextSelection(at);
}

/** Selects the cells between two texts. */
function selectCells(hands: Hands, from: string, to: string): void {
  const { view } = hands.editor;
  const cellPos = (text: string): number => {
    caretIn(hands, text);
    return view.state.selection.$from.before(-1);
  };
  const [anchor, headCell] = [cellPos(from), cellPos(to)];
  view.dispatch(view.state.tr.setSelection(CellSelection.create(view.state.doc, anchor, headCell)));
}

const selectedTexts = ({ editor }: Hands): readonly string[] => {
  const { selection } = editor.state;
  if (!(selection instanceof CellSelection)) return [];
  const texts: string[] = [];
  selection.forEachCell((node) => void texts.push(node.textContent));
  return texts;
};

const run = ({ editor }: Hands, command: Command): boolean => command(editor.state, editor.view.dispatch);

describe("A2.14 keys around a table", () => {
  it.each([
    ["Backspace after it", `${TABLE}<p>after</p>`, "Backspace", "after"],
    ["Backspace in the empty line after it", `${TABLE}<p></p>`, "Backspace", ""],
    ["Delete before it", `<p>before</p>${TABLE}`, "Delete", "before"],
  ])("select it first, and delete it only when pressed again: %s", (_, note, key, text) => {
    const hands = createHands(note);
    if (text !== "") caretIn(hands, text);
    if (key === "Backspace" && text !== "") hands.editor.commands.setTextSelection(hands.editor.state.selection.from - text.length);
    hands.press(key);
    expect(html(hands)).toBe(note);
    expect(hands.editor.state.selection).toBeInstanceOf(NodeSelection);
    hands.press(key);
    expect(html(hands)).toBe(note.replace(TABLE, "").replace(/^<p><\/p>$/, ""));
    hands.editor.commands.undo();
    expect(html(hands)).toBe(note);
  });

  it("type behind a table that is selected as a block", () => {
    const hands = createHands(`${TABLE}<p>after</p>`);
    hands.editor.commands.setNodeSelection(0);
    hands.type("xy");
    expect(html(hands)).toBe(`${TABLE}<p>xy</p><p>after</p>`);
  });

  it("type into the last cell if all cells are selected", () => {
    const hands = createHands(TABLE);
    selectCells(hands, "a", "d");
    hands.type("x");
    expect(html(hands)).toBe(table(cells("a", "b"), cells("c", "dx")));
  });

  it("empty the selected cells first, and delete a table of empty cells", () => {
    const hands = createHands(`${TABLE}<p>after</p>`);
    selectCells(hands, "a", "d");
    hands.press("Delete");
    expect(html(hands)).toBe(`${table(cells("", ""), cells("", ""))}<p>after</p>`);
    hands.press("Delete");
    expect(html(hands)).toBe("<p>after</p>");
  });

  it("extend selected cells past the end of the row, and stop at the end of the table", () => {
    const hands = createHands(`<p>before</p>${TABLE}<p>after</p>`);
    caretIn(hands, "b");
    hands.press("ArrowRight", { shiftKey: true });
    expect(selectedTexts(hands)).toEqual(["b", "d"]);
    for (let times = 0; times < 3; times += 1) hands.press("ArrowRight", { shiftKey: true });
    expect(selectedTexts(hands)).toEqual(["b", "d"]);
    for (let times = 0; times < 3; times += 1) hands.press("ArrowDown", { shiftKey: true });
    expect(selectedTexts(hands)).toEqual(["b", "d"]);
    hands.press("ArrowLeft", { shiftKey: true });
    expect(selectedTexts(hands)).toEqual(["a", "b", "c", "d"]);
  });

  it("add a row with Tab in the last cell", () => {
    const hands = createHands(TABLE);
    caretIn(hands, "d");
    hands.press("Tab");
    hands.type("e");
    expect(html(hands)).toBe(table(cells("a", "b"), cells("c", "d"), cells("e", "")));
  });
});

describe("A2.14 cells and spreadsheets", () => {
  it("fills cells with the rows of a spreadsheet, and adds rows and columns for the rest", () => {
    const hands = createHands(TABLE);
    caretIn(hands, "d");
    hands.paste({ "text/plain": "1\t2\n3\t4\n" });
    expect(html(hands)).toBe(table(cells("a", "b", ""), cells("c", "1", "2"), cells("", "3", "4")));
    hands.editor.commands.undo();
    expect(html(hands)).toBe(TABLE);
  });

  it("fills the cells of one row, and rows of different lengths", () => {
    const hands = createHands(TABLE);
    caretIn(hands, "a");
    hands.paste({ "text/plain": "1\t2" });
    expect(html(hands)).toBe(table(cells("1", "2"), cells("c", "d")));
    hands.load(TABLE);
    caretIn(hands, "a");
    hands.paste({ "text/plain": "1\n3\t4" });
    expect(html(hands)).toBe(table(cells("1", ""), cells("3", "4")));
  });

  it("fills selected cells with the lines of a column, and keeps lines in one cell otherwise", () => {
    const hands = createHands(TABLE);
    selectCells(hands, "a", "c");
    hands.paste({ "text/plain": "1\n2\n" });
    expect(html(hands)).toBe(table(cells("1", "b"), cells("2", "d")));
    caretIn(hands, "d");
    hands.paste({ "text/plain": "e\nf" });
    expect(html(hands)).toBe(table(cells("1", "b"), `${cell("2")}<td><p>de</p><p>f</p></td>`));
  });

  it("keeps header cells, colors and alignment of the cells it fills", () => {
    const styled = (text: string): string =>
      `<td style="text-align: right; background-color: ${BACKGROUND_COLORS.red};"><p>${text}</p></td>`;
    const hands = createHands(table(head("a") + head("b"), cell("c") + styled("d")));
    caretIn(hands, "a");
    hands.paste({ "text/plain": "1\t2\n3\t4" });
    expect(html(hands)).toBe(table(head("1") + head("2"), cell("3") + styled("4")));
  });

  it.each(["text/plain", "text/html"] as const)("copies cells out and back without a change: %s", (kind) => {
    const texts = ["a", 'say "b"', '"quoted"', "two<br>lines", "tab\tinside", "", "007", "=1+1"];
    const note = table(cells(...texts.slice(0, 4)), cells(...texts.slice(4)));
    const hands = createHands(note);
    const { view } = hands.editor;
    const map = TableMap.get(view.state.doc.firstChild as never);
    view.dispatch(view.state.tr.setSelection(CellSelection.create(view.state.doc, 1 + (map.map[0] ?? 0), 1 + (map.map[7] ?? 0))));
    const { dom, text } = view.serializeForClipboard(view.state.selection.content());
    hands.load(table(cells("x", "", "", ""), cells("", "", "", "")));
    caretIn(hands, "x");
    hands.paste(kind === "text/plain" ? { "text/plain": text } : { "text/plain": text, "text/html": dom.innerHTML });
    expect(html(hands)).toBe(note);
  });
});

describe("A2.14 rows, columns and cells", () => {
  const GRID = table(head("n") + head("m"), cells("10", "x"), cells("9", "y"), cells("", "z"));

  it("sorts the rows under the header by number, empty cells last, with the caret and as one undo step", () => {
    const hands = createHands(GRID);
    caretIn(hands, "10");
    expect(run(hands, (state, dispatch) => sortRows(state, dispatch, "ascending"))).toBe(true);
    expect(html(hands)).toBe(table(head("n") + head("m"), cells("9", "y"), cells("10", "x"), cells("", "z")));
    expect(hands.editor.state.selection.$from.parent.textContent).toBe("10");
    hands.editor.commands.undo();
    expect(html(hands)).toBe(GRID);
    expect(run(hands, (state, dispatch) => sortRows(state, dispatch, "descending"))).toBe(true);
    expect(html(hands)).toBe(GRID);
  });

  it("does not sort rows that are merged", () => {
    const merged = table(`<td rowspan="2"><p>a</p></td>${cell("b")}`, cell("c"));
    const hands = createHands(merged);
    caretIn(hands, "b");
    expect(run(hands, (state, dispatch) => sortRows(state, dispatch, "ascending"))).toBe(false);
    expect(html(hands)).toBe(merged);
  });

  it("moves a row and a column with the caret, and never past the header", () => {
    const hands = createHands(GRID);
    caretIn(hands, "x");
    expect(run(hands, (state, dispatch) => moveLineBy(state, dispatch, { side: "row", by: 1 }))).toBe(true);
    expect(html(hands)).toBe(table(head("n") + head("m"), cells("9", "y"), cells("10", "x"), cells("", "z")));
    expect(run(hands, (state, dispatch) => moveLineBy(state, dispatch, { side: "column", by: -1 }))).toBe(true);
    expect(html(hands)).toBe(table(head("m") + head("n"), cells("y", "9"), cells("x", "10"), cells("z", "")));
    expect(hands.editor.state.selection.$from.parent.textContent).toBe("x");
    caretIn(hands, "y");
    expect(run(hands, (state, dispatch) => moveLineBy(state, dispatch, { side: "row", by: -1 }))).toBe(false);
  });

  it("colors and aligns a column, also in the canonical form", () => {
    const hands = createHands(table(cell("a") + cell("b"), `<td><p style="text-align: right;">c</p></td>${cell("d")}`));
    caretIn(hands, "a");
    run(hands, (state, dispatch) => colorCells(state, dispatch, { scope: "column", color: BACKGROUND_COLORS.blue }));
    run(hands, (state, dispatch) => alignCells(state, dispatch, { scope: "column", align: "center" }));
    const styled = (text: string): string =>
      `<td style="text-align: center; background-color: ${BACKGROUND_COLORS.blue};"><p>${text}</p></td>`;
    expect(html(hands)).toBe(table(styled("a") + cell("b"), styled("c") + cell("d")));
    expect(toCanonicalHtml(html(hands))).toBe(html(hands));
    run(hands, (state, dispatch) => colorCells(state, dispatch, { scope: "row", color: null }));
    run(hands, (state, dispatch) => alignCells(state, dispatch, { scope: "cells", align: "left" }));
    expect(html(hands)).toBe(table(cell("a") + cell("b"), styled("c") + cell("d")));
  });

  it.each([
    [
      ["b", "", "A"],
      [2, 0, 1],
    ],
    [
      ["1,000", "20", "-3", "5 %"],
      [2, 3, 1, 0],
    ],
    [
      ["item 10", "item 9"],
      [1, 0],
    ],
    [
      ["2026-01-02", "2025-12-31"],
      [1, 0],
    ],
  ])("orders %j", (texts, order) => {
    expect(sortedOrder(texts, "ascending")).toEqual(order);
  });

  it("keeps the caret a text selection after a row was moved", () => {
    const hands = createHands(GRID);
    caretIn(hands, "y");
    run(hands, (state, dispatch) => moveLineBy(state, dispatch, { side: "row", by: 1 }));
    expect(hands.editor.state.selection).toBeInstanceOf(TextSelection);
  });
});
