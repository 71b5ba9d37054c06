/** Writes a selection as plain text: readable Markdown without escapes or emphasis; cells are separated by tabs. Pure. */

import type { NoteDraft } from "../../model/entities/note.ts";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { isText, type StoredElement, type StoredNode } from "../html/stored-doc.ts";
import { type MarkdownOptions, writeMarkdown } from "./write-markdown.ts";

export function writePlainText(blocks: readonly StoredNode[]): string {
  const [only, ...others] = blocks.filter((block): block is StoredElement => !isText(block));
  if (only === undefined) return "";
  return others.length === 0 && only.type === "table" ? writeSheet(only) : writeBlocks([only, ...others]);
}

/** Cells alone, as spreadsheets write them: a cell with tabs or line ends is quoted, so that it is read back unchanged. */
function writeSheet(table: StoredElement): string {
  return elements(table)
    .map((row) => elements(row).map(writeCell).join("\t"))
    .join("\n");
}

function writeCell(cell: StoredElement): string {
  const text = elements(cell).map(writeBlock).join("\n");
  return /[\t\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text of one line, without the sign of its block. */
export function writePlainLine(nodes: readonly StoredNode[]): string {
  let [text, link]: [string, string | undefined] = ["", undefined];
  let shown = "";
  const endLink = (): void => {
    text += link === undefined || isSameAddress(shown, link) ? shown : `[${shown}](${link})`;
    [link, shown] = [undefined, ""];
  };
  for (const node of nodes) {
    const href = hrefOf(node);
    if (href !== link) endLink();
    link = href;
    shown += isText(node) ? node.text : (LEAVES[node.type]?.(node) ?? "");
  }
  endLink();
  return text;
}

function hrefOf(node: StoredNode): string | undefined {
  const link = node.marks?.find((mark) => mark.type === "link");
  return link === undefined ? undefined : String(link.attrs.href);
}

/** True if both mean the same address: `example.org` and `https://example.org/`. */
function isSameAddress(shown: string, href: string): boolean {
  const bare = (address: string): string =>
    address
      .trim()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/, "")
      .replace(/\/$/, "");
  return bare(shown) === bare(href);
}

type Writer = (node: StoredElement) => string;

const attr = ({ attrs }: StoredElement, name: string): string => String(attrs[name] ?? "");

const LEAVES: Readonly<Record<string, Writer | undefined>> = {
  hardBreak: () => "\n",
  image: (node) => `[${attr(node, "caption") || attr(node, "alt") || attr(node, "remoteSrc")}]`.replace(/^\[\]$/, ""),
  attachment: (node) => `[${attr(node, "fileName")}]`,
  math: (node) => `$${attr(node, "tex")}$`,
  footnote: (node) => ` (${attr(node, "text")})`,
};

/** Drops empty lines, because blocks are separated by a blank line anyway. */
function writeBlocks(blocks: readonly StoredElement[]): string {
  return blocks
    .map(writeBlock)
    .filter((text) => text !== "")
    .join("\n\n");
}

function writeBlock(block: StoredElement): string {
  const children = block.content ?? [];
  return BLOCKS[block.type]?.(block) ?? (holdsBlocks(children) ? writeBlocks(children) : writePlainLine(children));
}

function holdsBlocks(children: readonly StoredNode[]): children is readonly StoredElement[] {
  return children.some((child) => !isText(child) && child.content !== undefined) || children.some((child) => child.type === "paragraph");
}

const BLOCKS: Readonly<Record<string, Writer | undefined>> = {
  heading: (node) => `${"#".repeat(Number(node.attrs.level ?? 1))} ${writePlainLine(node.content ?? [])}`,
  bulletList: (node) => writeList(node, () => "- "),
  orderedList: (node) => writeList(node, (at) => `${Number(node.attrs.start ?? 1) + at}. `),
  taskList: (node) => writeList(node, (_at, item) => `- [${item.attrs.checked === true ? "x" : " "}] `),
  blockquote: (node) => writeBlocks(elements(node)).replace(/^/gm, "> ").replace(/^> $/gm, ">"),
  codeBlock: (node) =>
    `\`\`\`${attr(node, "language")}\n${(node.content ?? []).map((child) => (isText(child) ? child.text : "\n")).join("")}\n\`\`\``,
  horizontalRule: () => "---",
  table: (node) => elements(node).map(writeRow).join("\n"),
  tableRow: writeRow,
};

function writeList(list: StoredElement, sign: (at: number, item: StoredElement) => string): string {
  return elements(list)
    .map((item, at) => {
      const mark = sign(at, item);
      const [first = "", ...rest] = writeItem(item).split("\n");
      return [mark + first, ...rest.map((line) => (line === "" ? "" : " ".repeat(mark.length > 5 ? 2 : mark.length) + line))].join("\n");
    })
    .join("\n");
}

/** A nested list follows its item's line directly. */
function writeItem(item: StoredElement): string {
  return elements(item).reduce((text, block) => {
    if (text === "") return writeBlock(block);
    return `${text}${/List$/.test(block.type) ? "\n" : "\n\n"}${writeBlock(block)}`;
  }, "");
}

/** Replaces tabs and line ends, which would split a cell. */
function writeRow(row: StoredElement): string {
  return elements(row)
    .map((cell) =>
      writeBlocks(elements(cell))
        .replace(/[\t\n]+/g, " ")
        .trim(),
    )
    .join("\t");
}

function elements({ content = [] }: StoredElement): readonly StoredElement[] {
  return content.filter((child): child is StoredElement => !isText(child));
}

/** Returns a note as Markdown for the clipboard. Pure. */
export function toMarkdown({ title, content }: NoteDraft, options: MarkdownOptions = {}): string {
  return writeMarkdown(title, readStoredHtml(content), options);
}
