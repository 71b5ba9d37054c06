import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { LARGE_FROM_ROWS } from "./large-table.ts";

const row = (first: string, rest = "<td><p>b</p></td>"): string => `<tr>${first}${rest}</tr>`;
const table = (rows: readonly string[]): string => `<table><tbody>${rows.join("")}</tbody></table><p></p>`;
const rows = (count: number, first = "<td><p>a</p></td>"): readonly string[] => Array.from({ length: count }, () => row(first));
const isLarge = (html: string): boolean => createHands(html).editor.view.dom.querySelector("table.large-table") !== null;

describe("decision 0014 a table of hundreds of rows", () => {
  it("lays out each row separately, in columns of fixed width", () => {
    const { editor } = createHands(table(rows(LARGE_FROM_ROWS, '<td data-colwidth="90"><p>a</p></td>')));
    const shown = editor.view.dom.querySelector("table");
    expect(shown?.className).toContain("large-table");
    expect(shown?.style.getPropertyValue("--columns")).toBe("90px minmax(120px, 1fr)");
    editor.commands.setTextSelection(5);
    editor.commands.deleteRow();
    expect(shown?.className).not.toContain("large-table");
  });

  it("uses the normal layout if it is short, or if a cell spans others", () => {
    expect(isLarge(table(rows(LARGE_FROM_ROWS - 1)))).toBe(false);
    expect(isLarge(table([...rows(LARGE_FROM_ROWS), row('<td colspan="2"><p>a</p></td>', "")]))).toBe(false);
    expect(isLarge(table(rows(LARGE_FROM_ROWS)))).toBe(true);
  });
});
