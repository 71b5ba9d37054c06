/** Converts a table to WordprocessingML: unbroken rows, a repeated header, merged cells. Pure. */
import { isText, type StoredElement } from "../../../../document/html/stored-doc.ts";

type Covered = { readonly colspan: number; rowsLeft: number };

export function writeDocxTable(table: StoredElement, writeCell: (cell: StoredElement) => string): string {
  const rows = elementsIn(table);
  const covered: (Covered | undefined)[] = [];
  let columns = 1;
  const written = rows.map((row, at) => {
    const cells: string[] = [];
    let column = 0;
    const skipCovered = (): void => {
      for (let above = covered[column]; above !== undefined && above.rowsLeft > 0; above = covered[column]) {
        above.rowsLeft -= 1;
        cells.push(`<w:tc><w:tcPr>${span(above.colspan)}<w:vMerge/></w:tcPr><w:p/></w:tc>`);
        column += above.colspan;
      }
    };
    for (const cell of elementsIn(row)) {
      skipCovered();
      const [colspan, rowspan] = [Number(cell.attrs.colspan ?? 1), Number(cell.attrs.rowspan ?? 1)];
      covered[column] = { colspan, rowsLeft: rowspan - 1 };
      const fill = hexOf(cell.attrs.backgroundColor);
      const merge = rowspan > 1 ? '<w:vMerge w:val="restart"/>' : "";
      const shade = fill === undefined ? "" : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
      const content = writeCell(cell);
      // Word requires a paragraph at the end of every cell.
      cells.push(
        `<w:tc><w:tcPr>${span(colspan)}${merge}${shade}</w:tcPr>${content}${/<\/w:p>$|<w:p\/>$/.test(content) ? "" : "<w:p/>"}</w:tc>`,
      );
      column += colspan;
    }
    skipCovered();
    columns = Math.max(columns, column);
    return `<w:tr><w:trPr><w:cantSplit/>${at === 0 && isHead(row) ? "<w:tblHeader/>" : ""}</w:trPr>${cells.join("")}</w:tr>`;
  });
  const grid = Array.from({ length: columns }, () => `<w:gridCol w:w="${Math.floor(9000 / columns)}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join("")}</w:tbl><w:p/>`;
}

function elementsIn({ content = [] }: StoredElement): readonly StoredElement[] {
  return content.filter((node): node is StoredElement => !isText(node));
}

function isHead(row: StoredElement): boolean {
  return elementsIn(row).every(({ type }) => type === "tableHeader");
}

function span(columns: number): string {
  return columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : "";
}

/** Converts a color to Word's six hexadecimal digits; undefined for other forms. Pure. */
export function hexOf(color: unknown): string | undefined {
  if (typeof color !== "string") return undefined;
  const parts = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(color)?.slice(1) ?? [];
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  return (
    hex?.toUpperCase() ??
    (parts.length === 3
      ? parts
          .map((part) => Number(part).toString(16).padStart(2, "0"))
          .join("")
          .toUpperCase()
      : undefined)
  );
}
