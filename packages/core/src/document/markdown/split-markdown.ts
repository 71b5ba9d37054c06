/** Cuts long Markdown between blocks, because the parser's time is quadratic. Pure. */

const PART_CHARS = 30_000;
const MAX_INDENT = 200;

export function splitMarkdown(markdown: string): readonly string[] {
  if (markdown.length <= PART_CHARS) return [markdown];
  const parts: string[] = [];
  let [part, chars, isAfterBlank, closes]: [string[], number, boolean, RegExp | undefined] = [[], 0, false, undefined];
  for (const line of markdown.split("\n")) {
    if (chars > PART_CHARS && isAfterBlank && closes === undefined && BEGINS_BLOCK.test(line)) {
      parts.push(`${part.join("\n")}\n`);
      [part, chars] = [[], 0];
    }
    closes = closes === undefined ? closingOf(line) : closes.test(line) ? undefined : closes;
    part.push(closes === undefined ? line.replace(DEEP_INDENT, " ".repeat(MAX_INDENT)) : line);
    chars += line.length + 1;
    isAfterBlank = line.trim() === "";
  }
  return [...parts, part.join("\n")];
}

/** Matches a line that certainly begins a new block: not indented, and not in a list, quote, table, HTML or reference definition. */
export const BEGINS_BLOCK = /^(?:[\p{L}\p{N}](?!\d{0,8}[.)][ \t])|#{1,6} |\*\*|!?\[(?!\^)|`{3,}|~{3,}|\$\$)/u;
const DEEP_INDENT = new RegExp(`^[ \\t]{${MAX_INDENT + 1},}`);

/** Returns the pattern that ends the block of this line; undefined if a blank line does. */
export function closingOf(line: string): RegExp | undefined {
  const fence = /^[ \t>]{0,20}(?:[-*+] )?(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^[ \\t>]{0,20}${fence[0]}{${fence.length},}[ \\t\\r]*$`);
  if (/^\$\$/.test(line)) return /^\$\$.*\$\$\s*$/.test(line) ? undefined : /\$\$/;
  if (/<!--(?![\s\S]*-->)/.test(line)) return /-->/;
  if (/^\s*<(?:pre|script|style|details|table|div)\b/i.test(line))
    return /<\/(?:pre|script|style|details|table|div)>\s*$/i.test(line) ? undefined : /<\/(?:pre|script|style|details|table|div)>/i;
  return undefined;
}
