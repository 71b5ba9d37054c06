/**
 * Converts a note to Markdown for Obsidian and similar programs: escapes characters only where needed, writes wiki links, and keeps
 * elements without a Markdown form as text. Pure.
 */

import { writeStoredHtml } from "../../../document/html/canonical-html.ts";
import {
  emptyParagraph,
  isText,
  markedRuns,
  type StoredElement,
  type StoredMark,
  type StoredNode,
  unloadedAddress,
} from "../../../document/html/stored-doc.ts";
import { FORMULA_LANGUAGE, type MarkName } from "../../../document/html/stored-html.ts";
import { fileOf, linkedNote, MISSING_FILE_SCHEME, type NoteFile, type TransferNote } from "../../exchange/transfer-note.ts";

export type VaultPaths = {
  /** Name of the note in a link; undefined if that note is not exported. */
  noteName(key: string): string | undefined;
  /** Name of one of the note's own files in its text. */
  fileName(file: NoteFile): string;
  /** Plain Markdown addresses, for programs without wiki links. */
  readonly addresses?: { note(key: string): string | undefined; file(file: NoteFile): string };
};

export function writeVaultMarkdown(note: Pick<TransferNote, "doc" | "files">, paths: VaultPaths): string {
  const footnotes: string[] = [];
  const text = writeBlocks(note.doc.content, { note, paths, inTable: false, footnotes })
    .replace(/^\n+|\n+$/g, "")
    // At the start of a file, `---` would open front matter.
    .replace(/^---/, "***");
  return footnotes.length === 0 ? text : `${text}\n\n${footnotes.map((note, at) => `[^${at + 1}]: ${note}`).join("\n")}`;
}

type Context = {
  readonly note: Pick<TransferNote, "files">;
  readonly paths: VaultPaths;
  readonly inTable: boolean;
  readonly footnotes: string[];
};

function writeBlocks(blocks: readonly StoredNode[], context: Context): string {
  let text = "";
  let before: StoredElement | undefined;
  for (const block of blocks) {
    if (isText(block)) continue;
    const written = writeBlock(block, context);
    if (written === "" && block.type === "paragraph") continue;
    // Adjacent lists would be read as one.
    const rule = before !== undefined && isListType(before) && isListType(block) ? "\n\n<!-- -->\n\n" : "\n\n";
    text += text === "" ? written : `${rule}${written}`;
    before = block;
  }
  return text;
}

function isListType(block: StoredElement): boolean {
  return /List$/.test(block.type);
}

function writeBlock(block: StoredElement, context: Context): string {
  const children = block.content ?? [];
  switch (block.type) {
    case "heading":
      return `${"#".repeat(Number(block.attrs.level ?? 1))} ${writeLine(children, context).replace(/\s*\n\s*/g, " ")}`;
    case "bulletList":
      return writeList(children, context, () => "- ");
    case "orderedList":
      return writeNumbered(block, context);
    case "taskList":
      return writeList(children, context, (_at, item) => `- ${box(item)}`);
    case "blockquote":
      return writeBlocks(children, context).replace(/^/gm, "> ").replace(/^> $/gm, ">");
    case "callout":
      return writeCallout(block, context);
    case "toggle":
      return writeToggle(children, context);
    case "codeBlock":
      return block.attrs.language === FORMULA_LANGUAGE ? `$$${codeText(children)}$$` : writeCode(children, block.attrs.language);
    case "horizontalRule":
      return "---";
    case "table":
      return writeTable(children, context);
    default:
      return escapeLineStarts(writeLine(children, context));
  }
}

/** Writes a one-item checklist inside a numbered item behind its number. */
function writeNumbered({ attrs, content = [] }: StoredElement, context: Context): string {
  const tasks = content.map((item) => (isText(item) ? undefined : onlyTask(item)));
  const items = content.map((item, at) => tasks[at] ?? item);
  return writeList(items, context, (at) => {
    const task = tasks[at];
    return `${Number(attrs.start ?? 1) + at}. ${task === undefined ? "" : box(task)}`;
  });
}

function onlyTask({ content = [] }: StoredElement): StoredElement | undefined {
  const [list, more] = content;
  if (list === undefined || isText(list) || list.type !== "taskList" || more !== undefined) return undefined;
  const [task, next] = list.content ?? [];
  const isLine = task !== undefined && !isText(task) && task.content?.[0]?.type === "paragraph";
  return isLine && next === undefined ? task : undefined;
}

function box(item: StoredElement): string {
  return `[${item.attrs.checked === true ? "x" : " "}] `;
}

function writeList(items: readonly StoredNode[], context: Context, sign: (at: number, item: StoredElement) => string): string {
  return items
    .flatMap((item, at) => {
      if (isText(item)) return [];
      const mark = sign(at, item);
      const written = writeItem(item, context);
      const [first = "", ...rest] = written.split("\n");
      // Lines of a code block are indented as far as its fence.
      const indent = " ".repeat(/^`{3}/.test(written) ? mark.length : 4);
      return [mark + first, ...rest.map((line) => (line === "" ? "" : indent + line))].join("\n");
    })
    .join("\n");
}

/** A nested list follows its item's line directly; other blocks are separated by a blank line. */
function writeItem({ content = [] }: StoredElement, context: Context): string {
  return content.reduce<string>((text, block) => {
    if (isText(block)) return text;
    const written = writeBlock(block, context);
    if (text === "") return written;
    return written === "" ? text : `${text}${isListType(block) ? "\n" : "\n\n"}${written}`;
  }, "");
}

/** Obsidian shows the first paragraph of a callout as its title. */
function writeCallout({ attrs, content = [] }: StoredElement, context: Context): string {
  const [first, ...rest] = content;
  const isTitle = first !== undefined && !isText(first) && first.type === "paragraph";
  const title = isTitle ? writeLine(first.content ?? [], context).replace(/ *\n/g, "<br>") : "";
  const body = writeBlocks(isTitle ? rest : content, context);
  const text = `[!${String(attrs.kind ?? "note")}]${title === "" ? "" : ` ${title}`}${body === "" ? "" : `\n\n${body}`}`;
  return text.replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** Writes HTML, which Markdown passes through. Blank lines make the content Markdown again. */
function writeToggle(parts: readonly StoredNode[], context: Context): string {
  const [title, body] = parts.filter((part): part is StoredElement => !isText(part));
  const summary = writeStoredHtml({ type: "doc", content: [{ ...emptyParagraph(), content: title?.content ?? [] }] }).replace(
    /^<p>|<\/p>$/g,
    "",
  );
  return `<details>\n<summary>${summary}</summary>\n\n${writeBlocks(body?.content ?? [], context)}\n\n</details>`;
}

function codeText(children: readonly StoredNode[]): string {
  return children.map((child) => (isText(child) ? child.text : "\n")).join("");
}

function writeCode(children: readonly StoredNode[], language: unknown): string {
  const text = codeText(children);
  const fence = fenceFor(text, 3);
  return `${fence}${typeof language === "string" ? language : ""}\n${text}\n${fence}`;
}

function writeTable(rows: readonly StoredNode[], context: Context): string {
  const elements = rows.filter((row): row is StoredElement => !isText(row));
  const cells = elements.map((row) => (row.content ?? []).flatMap((cell) => (isText(cell) ? [] : spread(cell, writeCell(cell, context)))));
  const width = Math.max(...cells.map((row) => row.length), 1);
  const hasHeader = elements[0]?.content?.every((cell) => !isText(cell) && cell.type === "tableHeader") === true;
  const line = (row: readonly string[]): string => `| ${[...row, ...Array<string>(width - row.length).fill("")].join(" | ")} |`;
  const rule = `| ${Array.from({ length: width }, (_, at) => ruleOf(elements[0]?.content?.[at])).join(" | ")} |`;
  const body = hasHeader ? cells.slice(1) : cells;
  return [line(hasHeader ? (cells[0] ?? []) : []), rule, ...body.map(line)].join("\n");
}

function ruleOf(cell: StoredNode | undefined): string {
  const align = cell === undefined || isText(cell) ? null : cell.attrs.textAlign;
  if (align === "center") return ":-:";
  return align === "right" ? "--:" : "---";
}

/** Adds empty cells for the columns that a cell spans, because all rows need the same number of cells. */
function spread(cell: StoredElement, text: string): readonly string[] {
  return [text, ...Array<string>(Math.min(100, Number(cell.attrs.colspan ?? 1)) - 1).fill("")];
}

function writeCell(cell: StoredElement, context: Context): string {
  return writeBlocks(cell.content ?? [], { ...context, inTable: true })
    .replace(/ *\n/g, "\n")
    .replaceAll("\n", "<br>");
}

function writeLine(nodes: readonly StoredNode[], context: Context): string {
  let text = "";
  for (const run of markedRuns(nodes)) {
    if (run.mark !== undefined) text += withMark(run.mark, run.nodes, { context, before: text, after: firstText(run.next) });
    else text += isText(run.node) ? escapeText(run.node.text, context, text) : writeInlineElement(run.node, context);
  }
  return text;
}

function firstText(node: StoredNode | undefined): string {
  return node === undefined || !isText(node) ? "" : node.text.slice(0, 1);
}

const SIGNS: Readonly<Partial<Record<MarkName, readonly [string, string]>>> = {
  bold: ["**", "**"],
  strike: ["~~", "~~"],
  underline: ["<u>", "</u>"],
  subscript: ["<sub>", "</sub>"],
  superscript: ["<sup>", "</sup>"],
};

type Around = { readonly context: Context; readonly before: string; readonly after: string };

function withMark(mark: StoredMark, nodes: readonly StoredNode[], around: Around): string {
  if (mark.type === "code") return writeCodeSpan(nodes, around.context);
  const inner = writeLine(nodes, around.context);
  if (mark.type === "link") return writeLink(mark, inner, around.context);
  const words = inner.trim();
  const begin = inner.length - inner.trimStart().length;
  const signs = signsOf(mark, words, {
    before: begin === 0 ? around.before : " ",
    after: begin + words.length === inner.length ? around.after : " ",
  });
  // Marks must be adjacent to words and end on the same line.
  if (signs === undefined || words === "") return inner;
  const lines = words
    .split("\n")
    .map((line) =>
      line.replace(/^(\s*)(.*?)(\s*)$/s, (_, start: string, ...[text, end]: readonly string[]) =>
        text === "" ? `${start}${end}` : `${start}${signs[0]}${text}${signs[1]}${end}`,
      ),
    );
  return `${inner.slice(0, begin)}${lines.join("\n")}${inner.slice(begin + words.length)}`;
}

function signsOf(
  mark: StoredMark,
  words: string,
  { before, after }: { readonly before: string; readonly after: string },
): readonly [string, string] | undefined {
  if (mark.type === "italic") {
    const isInWord = /[\p{L}\p{N}_]$/u.test(before) || /^[\p{L}\p{N}_]/u.test(after);
    return isInWord || /^_|_$/.test(words) ? ["*", "*"] : ["_", "_"];
  }
  if (mark.type === "textStyle") return typeof mark.attrs.backgroundColor === "string" ? ["==", "=="] : undefined;
  return SIGNS[mark.type];
}

function writeLink({ attrs }: StoredMark, inner: string, { paths, inTable }: Context): string {
  const href = String(attrs.href ?? "");
  if (href.startsWith(MISSING_FILE_SCHEME)) return paths.addresses === undefined ? missingEmbed(href) : inner;
  const key = linkedNote(href);
  const own = key === undefined ? undefined : paths.addresses?.note(key);
  if (own !== undefined) return `[${inner}](${own})`;
  const name = key === undefined ? undefined : paths.noteName(key);
  const plain = inner.replace(/\\([^A-Za-z0-9\s])/g, "$1");
  const anchor = typeof attrs.anchor === "string" ? `#${attrs.anchor.replace(/[[\]|\n]/g, " ")}` : "";
  const sign = attrs.isEmbed === true ? "!" : "";
  if (name !== undefined) return sign + wikiLink(`${name}${anchor}`, anchor === "" ? plain : withoutTarget(plain, name, anchor), inTable);
  if (key !== undefined) return inner;
  if (/^wiki:#/.test(href)) return wikiLink(href.slice("wiki:".length), href === `wiki:#${plain}` ? "" : plain, inTable);
  if (SCRIPT.test(href)) return inner;
  if (/^wiki:./.test(href)) return sign + wikiLink(href.slice("wiki:".length).replace(/[[\]|\n]/g, " "), plain, inTable);
  if (/^(?:evernote|wiki|joplin):/i.test(href)) return plain === href ? `<${href}>` : `${sign}[[${plain.replace(/[[\]|]/g, " ").trim()}]]`;
  if (plain === href && /^[a-z][a-z0-9+.-]+:[^\s<>]*$/i.test(href)) return `<${href}>`;
  return `[${inner}](${/[\s()<>]/.test(href) ? href.replace(/[\s()<>]/g, percent) : href})`;
}

/** Links a missing file, so that it is found if it is added later. */
function missingEmbed(href: string): string {
  return `![[${href.slice(MISSING_FILE_SCHEME.length).replace(/[[\]|#^\n]/g, " ")}]]`;
}

const SCRIPT = /^\s*(?:javascript|vbscript|data):/i;

/** Drops the text of a heading link if it equals the default text. */
function withoutTarget(shown: string, name: string, anchor: string): string {
  return shown.endsWith(`${name.slice(name.lastIndexOf("/") + 1)}${anchor}`) ? "" : shown;
}

function wikiLink(name: string, shown: string, inTable: boolean): string {
  const alias =
    shown.trim() === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(shown) || shown === name
      ? ""
      : `${inTable ? "\\|" : "|"}${shown.replace(/[[\]|\n]/g, " ")}`;
  return `[[${name}${alias}]]`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function writeCodeSpan(nodes: readonly StoredNode[], { inTable }: Context): string {
  const text = nodes.map((node) => (isText(node) ? node.text : node.type === "hardBreak" ? " " : "")).join("");
  const fence = fenceFor(text, 1);
  const gap = /^`|`$/.test(text) ? " " : "";
  return `${fence}${gap}${inTable ? text.replaceAll("|", "\\|") : text}${gap}${fence}`;
}

function writeInlineElement({ type, attrs }: StoredElement, { note, paths, footnotes, inTable }: Context): string {
  if (type === "hardBreak") return "  \n";
  if (type === "math") return `$${String(attrs.tex)}$`;
  if (type === "footnote") return `[^${footnotes.push(String(attrs.text))}]`;
  if (type === "attachment") {
    const file = fileOf(note, attrs.fileId);
    if (file === undefined) return `[${String(attrs.fileName ?? "")}]`;
    return paths.addresses === undefined ? `![[${paths.fileName(file)}]]` : `[${linkWords(file.name)}](${paths.addresses.file(file)})`;
  }
  if (type !== "image") return "";
  const file = fileOf(note, attrs.imageId) ?? fileOf(note, attrs.originalId);
  const size =
    attrs.width === null || attrs.width === undefined
      ? ""
      : `|${String(attrs.width)}${attrs.height === null || attrs.height === undefined ? "" : `x${String(attrs.height)}`}`;
  if (file !== undefined && paths.addresses !== undefined) return plainImage(attrs, paths.addresses.file(file));
  if (file !== undefined) return `![[${paths.fileName(file)}${inTable ? size.replace("|", "\\|") : size}]]`;
  const unloaded = unloadedAddress(attrs);
  if (unloaded !== undefined) return writeUnloaded(unloaded, attrs.alt);
  const address = String(attrs.remoteSrc ?? attrs.src ?? "");
  if (size !== "" && paths.addresses !== undefined) return plainImage(attrs, address);
  return `![${String(attrs.alt ?? "").replace(/[[\]\n|]/g, " ")}${inTable ? size.replace("|", "\\|") : size}](${address})`;
}

/** A link: most viewers would fetch an image when they open the file. */
function writeUnloaded(address: string, alt: unknown): string {
  const words = String(alt ?? "").replace(/\|/g, " ");
  return `[${linkWords(words.trim() === "" ? address : words)}](${address.replace(/[\s()<>|]/g, percent)})`;
}

/** Writes HTML if the image has a size, which Markdown cannot express; these programs read both. */
function plainImage({ alt, width, height }: StoredElement["attrs"], address: string): string {
  const sizes = [["width", width] as const, ["height", height] as const].filter(([, value]) => typeof value === "number");
  if (sizes.length === 0) return `![${linkWords(String(alt ?? ""))}](${address})`;
  const words = String(alt ?? "").replace(/[&<>"\n]/g, " ");
  return `<img src="${address}"${words === "" ? "" : ` alt="${words}"`}${sizes.map(([name, value]) => ` ${name}="${String(value)}"`).join("")}/>`;
}

function linkWords(text: string): string {
  return text.replace(/[\\`*_[\]<>&]/g, "\\$&").replace(/\n/g, " ");
}

/** Returns a fence longer than any run of backticks inside. */
function fenceFor(text: string, least: number): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest < least ? least : longest + 1));
}

function escapeText(text: string, { inTable }: Context, before: string): string {
  const escaped = text
    .replace(/[\\`*[\]]/g, "\\$&")
    .replace(/_/g, (sign, at: number) => (isInWord(text, at, before) ? sign : `\\${sign}`))
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/~~|==|\$(?=\S)/g, (signs) => `\\${signs}`)
    .replace(/&(?=#?\w{1,30};)/g, "\\&");
  return inTable ? escaped.replaceAll("|", "\\|") : escaped;
}

/** Underscores inside a word are not marks. */
function isInWord(text: string, at: number, before: string): boolean {
  const previous = at === 0 ? before.slice(-1) : (text[at - 1] ?? "");
  return /[\p{L}\p{N}_]/u.test(previous) && /[\p{L}\p{N}_]/u.test(text[at + 1] ?? "");
}

/** Escapes line starts that would become another block. */
function escapeLineStarts(text: string): string {
  return text
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={2,}[ \t]*$|-{2,}[ \t]*$|~~~)/gm, "$1\\$2")
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2")
    .replace(/^([ \t]+)(?=\S)/gm, (gap) =>
      gap.length < 4 && !gap.includes("\t") ? gap : "&nbsp;".repeat(gap.replaceAll("\t", "    ").length),
    );
}
