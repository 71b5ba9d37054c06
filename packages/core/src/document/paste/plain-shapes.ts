/** What plain text on the clipboard looks like: rows of a spreadsheet, or Markdown. Guesses, which the user can take back. Pure. */

/** Cells of rows that are parted by tabs, all of one length; undefined for any other text. A quoted cell may hold line ends, as spreadsheets write it. */
export function readRows(text: string): readonly (readonly string[])[] | undefined {
  if (!text.includes("\t")) return undefined;
  const rows = splitRows(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));
  const width = rows[0]?.length ?? 0;
  // Code is indented with tabs.
  const isTable = rows.length > 1 && width > 1 && rows.every((row) => row.length === width) && !rows.every(([first]) => first === "");
  return isTable ? rows : undefined;
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

/** Only a whole cell is quoted, and a quotation mark in it is doubled. */
function readQuoted(text: string, from: number): { readonly cell: string; readonly end: number } | undefined {
  const match = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;
  match.lastIndex = from;
  const [whole, cell] = match.exec(text) ?? [];
  if (whole === undefined || cell === undefined) return undefined;
  return { cell: cell.replaceAll('""', '"'), end: from + whole.length };
}

const MAX_MARKDOWN_CHARS = 100_000;

/** Two or more blocks that only Markdown writes so. Scripts have lines of the same signs, which stand close to other lines. */
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
    // Indented lines and lines right below belong to the list or quotation.
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
