/** Guesses whether plain text on the clipboard is spreadsheet rows or Markdown; the user can undo the conversion. Pure. */

/**
 * Returns cells of tab-separated rows of equal length; undefined for any other text. A quoted cell may contain line ends, as spreadsheets
 * write it.
 */
export function readRows(text: string): readonly (readonly string[])[] | undefined {
  if (!text.includes("\t")) return undefined;
  const rows = readLines(text);
  const width = rows[0]?.length ?? 0;
  // Rows that all begin with an empty cell are code indented with tabs.
  const isTable = rows.length > 1 && width > 1 && rows.every((row) => row.length === width) && !rows.every(([first]) => first === "");
  return isTable ? rows : undefined;
}

/** Rows of any text with tabs, for cells that exist already: short rows are filled up. Returns undefined for text without tabs. */
export function readCells(text: string): readonly (readonly string[])[] | undefined {
  if (!text.includes("\t")) return undefined;
  const rows = readLines(text);
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
}

/** Cells of a text without tabs: one for each line. */
export function readLines(text: string): readonly (readonly string[])[] {
  return splitRows(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));
}

function splitRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined;
    const end = quoted?.end ?? nextBreak(text, at);
    rows.at(-1)?.push(quoted?.cell ?? text.slice(at, end));
    if (text[end] === "\n") rows.push([]);
    at = end + 1;
  }
  return rows;
}

function nextBreak(text: string, from: number): number {
  const found = /[\t\n]/.exec(text.slice(from, from + 32_768));
  if (found !== null) return from + found.index;
  const [tab, line] = [text.indexOf("\t", from), text.indexOf("\n", from)].map((at) => (at === -1 ? text.length : at));
  return Math.min(tab ?? text.length, line ?? text.length);
}

/** Only a whole cell is quoted, with quotation marks doubled inside. */
function readQuoted(text: string, from: number): { readonly cell: string; readonly end: number } | undefined {
  const match = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;
  match.lastIndex = from;
  const [whole, cell] = match.exec(text) ?? [];
  if (whole === undefined || cell === undefined) return undefined;
  return { cell: cell.replaceAll('""', '"'), end: from + whole.length };
}

const MAX_MARKDOWN_CHARS = 100_000;

/** True if at least two blocks are unmistakably Markdown. Scripts have lines with the same signs, but directly adjacent to other lines. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > MAX_MARKDOWN_CHARS || text.startsWith("#!")) return false;
  const lines = text.split(/\r\n?|\n/);
  let [blocks, isInFence, before]: [number, boolean, Kind | undefined] = [0, false, undefined];
  for (const [index, line] of lines.entries()) {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) {
      isInFence = !isInFence;
      if (!isInFence) blocks += 1;
      before = "fence";
      continue;
    }
    if (isInFence) continue;
    const kind = kindOf(line);
    if (kind !== undefined && kind !== before && isSetOff(kind, before, lines[index + 1])) blocks += 1;
    // Indented and directly following lines belong to the list or quotation.
    if (kind !== undefined || line.trim() === "" || before === undefined) before = line.trim() === "" ? undefined : (kind ?? "text");
    else if (before === "heading") before = "text";
  }
  return blocks > 1;
}

type Kind = "heading" | "list" | "quote" | "table" | "fence" | "text";

function kindOf(line: string): Kind | undefined {
  if (/^#{1,6} \S/.test(line)) return "heading";
  if (/^ {0,3}(?:[-*+] |\d{1,3}[.)] )\S/.test(line)) return "list";
  if (/^ {0,3}> ?\S/.test(line)) return "quote";
  return /^\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/.test(line) ? "table" : undefined;
}

function isSetOff(kind: Kind, before: Kind | undefined, next: string | undefined): boolean {
  if (kind === "table") return true;
  const isFree = before === undefined || before === "heading" || before === "fence";
  if (kind !== "heading") return isFree;
  return isFree && (next === undefined || next.trim() === "" || kindOf(next) !== undefined || /^ {0,3}(?:```|~~~)/.test(next));
}
