/** Converts a Roam page to Markdown: blocks as nested lists, Roam's syntax as standard syntax. Pure. */
import { type Fields, fieldsIn, textIn } from "../../document/read-json.ts";

export type RoamBlocks = ReadonlyMap<string, { readonly page: string; readonly text: string }>;

export function indexBlocks(pages: readonly Fields[]): RoamBlocks {
  const blocks = new Map<string, { readonly page: string; readonly text: string }>();
  for (const page of pages) {
    const open = [...fieldsIn(page, "children")];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      const uid = textIn(block, "uid");
      if (uid !== undefined) blocks.set(uid, { page: textIn(page, "title") ?? "", text: textIn(block, "string") ?? "" });
      for (const child of fieldsIn(block, "children")) open.push(child);
    }
  }
  return blocks;
}

export type RoamPage = { readonly markdown: string; readonly properties: readonly (readonly [string, string])[] };

const ATTRIBUTE = /^([^:`\n]{1,100})::[ \t]+(\S[^\n]*)$/;

/** Top-level attributes without children are properties of the page. */
export function toRoamPage(page: Fields, blocks: RoamBlocks): RoamPage {
  const children = fieldsIn(page, "children");
  const attributes = children.map((block) =>
    fieldsIn(block, "children").length > 0 ? null : ATTRIBUTE.exec(textIn(block, "string") ?? ""),
  );
  const properties = attributes.flatMap((match) => (match === null ? [] : [[match[1] ?? "", plainLinks(match[2] ?? "")] as const]));
  const body = children.filter((_, at) => attributes[at] === null);
  return { markdown: body.flatMap((block) => writeFlat(block, 0, blocks)).join("\n\n"), properties };
}

function plainLinks(text: string): string {
  return text.replace(/#?\[\[([^\][]+)\]\]/g, "$1");
}

const MAX_DEPTH = 100;

/**
 * Top-level blocks become paragraphs and headings. Their children become a list, except a single child, or children with headings or
 * tables.
 */
function writeFlat(block: Fields, depth: number, blocks: RoamBlocks): readonly string[] {
  const children = isTable(block) ? [] : fieldsIn(block, "children");
  const own = writeOwn(block, blocks);
  const text = own.trim() === "" ? [] : [/^\[[ x]\] /.test(own) ? asItem(own, 0) : own];
  const isFlat = depth < MAX_DEPTH && (children.length === 1 || children.some((child) => Number(child.heading) > 0 || isTable(child)));
  if (isFlat) return [...text, ...children.flatMap((child) => writeFlat(child, depth + 1, blocks))];
  return children.length === 0 ? text : [...text, writeItems(children, blocks)];
}

function isTable(block: Fields): boolean {
  return /^\{\{(?:\[\[table\]\]|table)\}\}$/.test((textIn(block, "string") ?? "").trim());
}

function writeOwn(block: Fields, blocks: RoamBlocks): string {
  const children = fieldsIn(block, "children");
  if (isTable(block)) return children.length > 0 ? writeTable(children, blocks) : "";
  return writeText(textIn(block, "string") ?? "", block.heading, blocks);
}

/** Iterative, because an outline may be deeper than the call stack. */
function writeItems(outermost: readonly Fields[], blocks: RoamBlocks): string {
  const items: string[] = [];
  const open = outermost.map((block) => ({ block, depth: 0 })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { block, depth } = next;
    items.push(asItem(writeOwn(block, blocks), Math.min(depth, MAX_DEPTH)));
    const children = isTable(block) ? [] : fieldsIn(block, "children");
    for (const child of children.toReversed()) open.push({ block: child, depth: depth + 1 });
  }
  return items.join("\n");
}

function asItem(text: string, depth: number): string {
  const indent = "    ".repeat(depth);
  return text
    .split("\n")
    .map((line, at) => (at === 0 ? `${indent}- ${line}` : line === "" ? "" : `${indent}  ${line}`))
    .join("\n");
}

function writeText(text: string, heading: unknown, blocks: RoamBlocks): string {
  const parts = text.split(/(```[\s\S]*?(?:```|$)|`[^`\n]+`)/);
  const written = parts.map((part, at) => (at % 2 === 1 ? writeCode(part) : writeMarks(part, blocks))).join("");
  const level = Number(heading);
  return level >= 1 && level <= 6 ? `${"#".repeat(level)} ${written.replace(/\n/g, " ")}` : written;
}

/** Puts the closing fence of code on its own line. */
function writeCode(code: string): string {
  return code.startsWith("```") ? code.replace(/([^\n])```$/, "$1\n```") : code;
}

function writeMarks(text: string, blocks: RoamBlocks): string {
  return text
    .replace(/\{\{(?:\[\[)?TODO(?:\]\])?\}\}\s?/g, "[ ] ")
    .replace(/\{\{(?:\[\[)?DONE(?:\]\])?\}\}\s?/g, "[x] ")
    .replace(/\{\{(?:\[\[)?embed(?:-path|-children)?(?:\]\])?:\s*(\(\([^()]+\)\)|\[\[[^\][]+\]\])\s*\}\}/g, "$1")
    .replace(/\{\{(?:\[\[)?(?:video|youtube|iframe|pdf|audio|tweet|twitter)(?:\]\])?:\s*(https?:\/\/[^\s}]+)\s*\}\}/g, "$1")
    .replace(/\[([^\][]+)\]\(\(\(([\w-]+)\)\)\)/g, (_, shown: string, uid: string) => linkTo(blocks.get(uid), shown) ?? shown)
    .replace(/\[([^\][]+)\]\(\[\[([^\][]+)\]\]\)/g, "[[$2|$1]]")
    .replace(/\(\(([\w-]+)\)\)/g, (whole, uid: string) => linkTo(blocks.get(uid), undefined) ?? whole)
    .replace(/#\[\[([^\][]+)\]\]/g, "[[$1]]")
    .replace(/(^|[^_\w])__(?=\S)([^\n]*?\S)__(?![_\w])/g, "$1*$2*")
    .replace(/\^\^(?=\S)([^\n]*?\S)\^\^/g, "==$1==");
}

const SHOWN_CHARS = 200;

/** A reference shows the text of its block. */
function linkTo(block: { readonly page: string; readonly text: string } | undefined, shown: string | undefined): string | undefined {
  if (block === undefined) return undefined;
  const words = (shown ?? plainLinks(block.text))
    .replace(/[[\]|\n`{}]|\(\(|\)\)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SHOWN_CHARS);
  return `[[${block.page.replace(/[[\]|\n]/g, " ").trim()}${words === "" ? "" : `|${words}`}]]`;
}

const MAX_ROWS = 1000;

/** Each block is a cell; its children are the cells to its right. */
function writeTable(rows: readonly Fields[], blocks: RoamBlocks): string {
  const lines = rows.flatMap((row) => rowsOf(row, 0)).slice(0, MAX_ROWS);
  const width = Math.max(...lines.map((line) => line.length));
  const cell = (text: string): string => writeText(text, undefined, blocks).replace(/\n/g, "<br>").replaceAll("|", "\\|");
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_, at) => cell(cells[at] ?? "")).join(" | ")} |`;
  return [line(lines[0] ?? []), `|${" --- |".repeat(width)}`, ...lines.slice(1).map(line)].join("\n");
}

function rowsOf(block: Fields, depth: number): readonly (readonly string[])[] {
  const text = textIn(block, "string") ?? "";
  const below = depth >= MAX_DEPTH ? [] : fieldsIn(block, "children").flatMap((child) => rowsOf(child, depth + 1));
  return below.length === 0 ? [[text]] : below.map((row, at) => [at === 0 ? text : "", ...row]);
}
