/** Writes a document as CommonMark with GitHub's tables, tasks and strikethrough. Inline images leave their description. Pure. */
import { opaqueText } from "../html/opaque-html.ts";
import {
  isText,
  markedRuns,
  type StoredDoc,
  type StoredElement,
  type StoredMark,
  type StoredNode,
  unloadedAddress,
} from "../html/stored-doc.ts";
import { type MarkName, NOTE_ADDRESS } from "../html/stored-html.ts";
import { STORED_SOURCE, writeBlock as writeStoredBlock } from "../html/write-stored-html.ts";

export type MarkdownOptions = {
  /** Returns the current title of another note; undefined if it does not exist or cannot be read. */
  readonly titleOf?: (noteId: string) => string | undefined;
};

/** Style of Markdown that is edited: footnotes are inside the text; `bare` does not escape signs, so the caller must check the result. */
export type SourceStyle = "bare" | "escaped";
let style: SourceStyle | undefined;
/** True while lists are written with the other sign, so that they do not join the list before. */
let hasOtherSigns = false;

export type SourceOptions = MarkdownOptions & { readonly hasOtherSigns?: boolean };

/** Writes one block as Markdown that the user edits. */
export function writeSourceBlock(block: StoredElement, own: SourceStyle, options: SourceOptions = {}): string {
  const { titleOf = () => undefined } = options;
  style = own;
  hasOtherSigns = options.hasOtherSigns === true;
  try {
    return writeBlocks(withPlainLinks([block], titleOf, undefined));
  } finally {
    style = undefined;
    hasOtherSigns = false;
  }
}

export function writeMarkdown(title: string, doc: StoredDoc, { titleOf = () => undefined }: MarkdownOptions = {}): string {
  const footnotes: string[] = [];
  const text = writeBlocks(withPlainLinks(doc.content, titleOf, footnotes));
  const heading = title.trim() === "" ? "" : `# ${escapeText(title.trim())}\n\n`;
  const notes = footnotes.map((note, at) => `[^${at + 1}]: ${escapeText(note)}`).join("\n");
  return `${heading}${text}\n\n${notes}`.trim().concat("\n");
}

/** Replaces links to notes by ordinary links with titles, and numbers footnotes in text order; not in a toggle's title, which is HTML. */
function withPlainLinks(
  nodes: readonly StoredNode[],
  titleOf: (noteId: string) => string | undefined,
  footnotes: string[] | undefined,
): readonly StoredNode[] {
  return nodes.map((node) => {
    if (isText(node)) return node;
    if (node.type === "noteLink") return linkToNote(node, titleOf);
    if (node.type === "footnote") return withNumber(node, footnotes?.push(String(node.attrs.text)) ?? 0);
    const within = node.type === "toggleTitle" ? undefined : footnotes;
    return node.content === undefined ? node : { ...node, content: withPlainLinks(node.content, titleOf, within) };
  });
}

/** A footnote's number is a link, so it cannot be inside another link or code. */
function withNumber(footnote: StoredElement, number: number): StoredNode {
  const marks = (footnote.marks ?? []).filter(({ type }) => type !== "link" && type !== "code");
  return { ...footnote, attrs: { ...footnote.attrs, number }, marks };
}

function linkToNote({ attrs, marks = [] }: StoredElement, titleOf: (noteId: string) => string | undefined): StoredNode {
  const id = String(attrs.noteId);
  const link: StoredMark = { type: "link", attrs: { href: `${NOTE_ADDRESS}${id}` } };
  return { type: "text", text: titleOf(id)?.trim() || id, marks: [link, ...marks.filter(({ type }) => type !== "link")] };
}

function writeBlocks(blocks: readonly StoredNode[]): string {
  return blocks
    .map((block) => (isText(block) ? "" : writeBlock(block)))
    .filter((text) => text !== "")
    .join("\n\n");
}

function writeBlock(block: StoredElement): string {
  const children = block.content ?? [];
  switch (block.type) {
    case "heading":
      return `${"#".repeat(Number(block.attrs.level ?? 1))} ${writeInline(children).replace(/\s*\n\s*/g, " ")}`;
    case "bulletList":
      return writeList(children, () => `${bullet()} `);
    case "orderedList":
      return writeList(children, (at) => `${Number(block.attrs.start ?? 1) + at}${hasOtherSigns ? ")" : "."} `);
    case "taskList":
      return writeList(children, (_at, item) => `${bullet()} [${item.attrs.checked === true ? "x" : " "}] `);
    case "blockquote":
      return quote(writeBlocks(children));
    case "callout":
      return writeCallout(block, children);
    case "toggle":
      return writeToggle(children);
    case "unknownBlock":
      return escapeLineStart(escapeText(opaqueText(String(block.attrs.html)).trim()));
    case "codeBlock":
      return writeCode(children, block.attrs.language);
    case "horizontalRule":
      return "---";
    case "table":
      return writeTable(children);
    default:
      return escapeLineStart(writeInline(children));
  }
}

function quote(text: string): string {
  return text.replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** Directly below the kind, a line of dashes would make the kind a heading. */
function writeCallout({ attrs }: StoredElement, children: readonly StoredNode[]): string {
  const gap = children[0]?.type === "paragraph" ? "\n" : "\n\n";
  return quote(`[!${String(attrs.kind).toUpperCase()}]${gap}${writeBlocks(children)}`);
}

/** An HTML block contains no Markdown before a blank line, so the title is written as HTML. */
function writeToggle([title, body]: readonly StoredNode[]): string {
  const line = title === undefined || isText(title) ? "<summary></summary>" : writeStoredBlock(title, STORED_SOURCE);
  const blocks = body === undefined || isText(body) ? "" : writeBlocks(body.content ?? []);
  return ["<details>", line, "", blocks, "", "</details>"].join("\n").replace(/\n{3,}/g, "\n\n");
}

function bullet(): string {
  return hasOtherSigns ? "*" : "-";
}

function writeList(items: readonly StoredNode[], sign: (at: number, item: StoredElement) => string): string {
  return items
    .flatMap((item, at) => {
      if (isText(item)) return [];
      const mark = sign(at, item);
      const text = item.type === "taskItem" && !beginsWithText(item) ? `\n${writeItem(item)}` : writeItem(item);
      const [first = "", ...rest] = text.split("\n");
      const indent = " ".repeat(mark.length > 5 ? 2 : mark.length);
      const line = style === undefined || first === "" ? (mark + first).trimEnd() : mark + first;
      return [line, ...rest.map((line) => (line === "" ? "" : indent + line))].join("\n");
    })
    .join("\n");
}

/** True if the item begins with text. Anything else on a task's line would be read as text. */
function beginsWithText({ content: [first] = [] }: StoredElement): boolean {
  return first !== undefined && !isText(first) && first.type === "paragraph" && writeBlock(first) !== "";
}

/** A nested list follows its item's line directly; other blocks are separated by a blank line. */
function writeItem({ content = [] }: StoredElement): string {
  return content.reduce<string>((text, block) => {
    if (isText(block)) return text;
    const written = writeBlock(block);
    if (text === "") return written;
    return `${text}${/List$/.test(block.type) ? "\n" : "\n\n"}${written}`;
  }, "");
}

function writeCode(children: readonly StoredNode[], language: unknown): string {
  const text = children.map((child) => (isText(child) ? child.text : "\n")).join("");
  const fence = fenceFor(text, "```");
  return `${fence}${typeof language === "string" ? language : ""}\n${text}\n${fence}`;
}

function writeTable(rows: readonly StoredNode[]): string {
  const cells = rows.flatMap((row) => (isText(row) ? [] : [(row.content ?? []).map(writeCell)]));
  const width = Math.max(...cells.map((row) => row.length), 1);
  const lines = cells.map((row) => `| ${[...row, ...Array<string>(width - row.length).fill("")].join(" | ")} |`);
  const rule = `| ${Array.from({ length: width }, (_, column) => ruleOf(rows, column)).join(" | ")} |`;
  return [lines[0] ?? "", rule, ...lines.slice(1)].join("\n");
}

/** The alignment that all cells of a column have. Exports do not write it. */
function ruleOf(rows: readonly StoredNode[], column: number): string {
  const aligned = rows
    .map((row) => (isText(row) ? undefined : row.content?.[column]))
    .map((cell) => cell !== undefined && !isText(cell) && cell.attrs.textAlign);
  const [first] = aligned;
  if (style === undefined || aligned.some((align) => align !== first)) return "---";
  return first === "center" ? ":---:" : first === "right" ? "---:" : "---";
}

/** Escapes bars, which end a cell even inside code. */
function writeCell(cell: StoredNode): string {
  if (isText(cell)) return "";
  return writeBlocks(cell.content ?? [])
    .replace(/\n+/g, "<br>")
    .replace(/(?<!\\)\|/g, "\\|");
}

/** Adjacent nodes with the same mark share one pair of signs. */
function writeInline(nodes: readonly StoredNode[]): string {
  let text = "";
  for (const run of markedRuns(nodes)) {
    if (run.mark !== undefined) text += withMark(run.mark, run.nodes);
    else text += isText(run.node) ? escapeText(run.node.text) : writeInlineElement(run.node);
  }
  return text;
}

const SIGNS: Readonly<Partial<Record<MarkName, readonly [string, string]>>> = {
  bold: ["**", "**"],
  italic: ["*", "*"],
  strike: ["~~", "~~"],
  underline: ["<u>", "</u>"],
  subscript: ["<sub>", "</sub>"],
  superscript: ["<sup>", "</sup>"],
};

const HIGHLIGHT = ["==", "=="] as const;

function withMark({ type, attrs }: StoredMark, nodes: readonly StoredNode[]): string {
  if (type === "code") return writeCodeSpan(nodes);
  const inner = writeInline(nodes);
  if (type === "link") return `[${inner}](${String(attrs.href).replace(/[\s()<>]/g, percent)})`;
  const signs = type === "textStyle" && attrs.backgroundColor !== null ? HIGHLIGHT : SIGNS[type];
  const trimmed = inner.trim();
  const begin = inner.length - inner.trimStart().length;
  // Marks must be adjacent to words.
  if (signs === undefined || trimmed === "") return inner;
  return `${inner.slice(0, begin)}${signs[0]}${trimmed}${signs[1]}${inner.slice(begin + trimmed.length)}`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Only text can be inside a code span; other nodes in it are written without the code mark. */
function writeCodeSpan(nodes: readonly StoredNode[]): string {
  let [written, code] = ["", ""];
  for (const node of nodes) {
    if (isText(node)) code += node.text;
    else if (node.type === "unknownInline") code += opaqueText(String(node.attrs.html));
    else {
      written += `${fenceCode(code)}${writeInlineElement(node)}`;
      code = "";
    }
  }
  return written + fenceCode(code);
}

function fenceCode(text: string): string {
  if (text === "") return "";
  const fence = fenceFor(text, "`");
  const gap = /^`|`$/.test(text) ? " " : "";
  return `${fence}${gap}${text}${gap}${fence}`;
}

function writeInlineElement({ type, attrs }: StoredElement): string {
  if (type === "hardBreak") return style === undefined ? "\\\n" : "\n";
  if (type === "image") return writeImage(attrs);
  if (type === "math") return `$${String(attrs.tex)}$`;
  if (type === "footnote")
    return style === undefined ? `[^${String(attrs.number)}]` : `^[${String(attrs.text).replace(/[[\]\\]/g, "\\$&")}]`;
  if (type === "unknownInline") return escapeText(opaqueText(String(attrs.html)));
  return type === "attachment" ? `[${escapeText(String(attrs.fileName ?? ""))}]` : "";
}

/** An image of another website is a link: most viewers would fetch it when they open the file. */
function writeImage(attrs: StoredElement["attrs"]): string {
  const address = unloadedAddress(attrs);
  const words = escapeText(String(attrs.alt ?? ""));
  const title = writeTitle(attrs.caption);
  if (address !== undefined && style !== undefined) return `![${words}](${address.replace(/[\s()<>]/g, percent)}${title})`;
  if (address === undefined) return `![${words}](${String(attrs.remoteSrc ?? "")}${title})`;
  return `[${words === "" ? escapeText(address) : words}](${address.replace(/[\s()<>]/g, percent)}${title})`;
}

/** Writes a caption as a Markdown image title. */
function writeTitle(caption: unknown): string {
  return typeof caption === "string" ? ` "${caption.replace(/["\\]/g, "\\$&")}"` : "";
}

/** Returns a fence longer than any run of backticks inside. */
function fenceFor(text: string, least: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(least.length, longest + 1));
}

function escapeText(text: string): string {
  if (style === "bare") return text;
  const escaped = text.replace(/[\\`*_[\]<>~|]|\$(?=\S)|=(?==)/g, "\\$&");
  // Addresses would become links.
  return style === undefined ? escaped : escaped.replace(/(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.|@/gi, "\\$&");
}

/** Escapes a line start that would become another block. Most lines begin with a letter and take the fast path. */
function escapeLineStart(paragraph: string): string {
  if (style === "bare") return paragraph;
  const text = paragraph.replace(INDENT, (run) => run.replace(/[ \t]/g, (sign) => `&#${sign.charCodeAt(0)};`));
  if (!text.includes("\n") && !STARTS_BLOCK.test(text)) return text;
  return text
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|={3,}$|-{3,}$)/gm, "$1\\$2")
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2");
}

/** Four columns of white space begin a code block. */
const INDENT = /^(?: {4}| {0,3}\t)[ \t]*(?=\S)/;
const STARTS_BLOCK = /^[ \t]*[#\-+=\d]/;
