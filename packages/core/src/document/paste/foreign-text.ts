/** Extracts the words of any HTML by one linear scan, when cleaning would take too long. The order may be wrong. Pure. */
import { decodeText } from "../html/html-text.ts";

const UNSEEN = /^(?:style|script|title|template)\b/i;
const BLOCK = /^\/?(?:p|div|h[1-6]|li|ul|ol|pre|tr|table|blockquote|br|hr|section|article|header|footer|dt|dd)\b/i;
const CELL_END = /^\/t[dh]\b/i;

/** One line per block; table cells are separated by tabs. */
export function toForeignText(html: string): string {
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    parts.push(decodeText(html.slice(at, end)).replace(/[ \t\r\n\f]+/g, " "));
    if (open === -1) break;
    const { next, text } = readMarkup(html, open);
    parts.push(text);
    at = next;
  }
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function readMarkup(html: string, open: number): { readonly next: number; readonly text: string } {
  if (html.startsWith("<!--", open)) return { next: endOf(html, "-->", open + 4), text: "" };
  const name = html.slice(open + 1, open + 16);
  if (!/^[/!?a-z]/i.test(name)) return { next: open + 1, text: "<" };
  const close = endOf(html, ">", open);
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen !== undefined) return { next: endOfElement(html, unseen, close), text: "" };
  if (CELL_END.test(name)) return { next: close, text: "\t" };
  return { next: close, text: BLOCK.test(name) ? "\n" : "" };
}

function endOfElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, "gi");
  end.lastIndex = from;
  return end.test(html) ? endOf(html, ">", end.lastIndex) : html.length;
}

/** Index after the next `mark`, or the end. */
function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}
