/**
 * Writes the blocks of a note as Markdown source. A block is written as Markdown only if reading that Markdown returns exactly its HTML; any
 * other part is kept as a token (kept-parts.ts). So a note that was not edited never changes. Pure.
 */
import { readStoredHtml } from "../../html/read-stored-html.ts";
import { emptyParagraph, isText, NO_MARKS, type StoredElement, type StoredMark, type StoredNode } from "../../html/stored-doc.ts";
import { nodeRule } from "../../html/stored-html.ts";
import { EMPTY_BLOCK, STORED_SOURCE, writeBlock } from "../../html/write-stored-html.ts";
import { type SourceOptions, writeSourceBlock } from "../write-markdown.ts";
import { type KeptParts, RESERVED } from "./kept-parts.ts";
import type { SourceReader } from "./read-source.ts";

/** Returns the source of each block, to be joined by blank lines. `blocks`: canonical HTML of each block. */
export type SourceWriter = (blocks: readonly string[]) => readonly string[];

export type SourceTools = SourceOptions & { readonly kept: KeptParts; readonly read: SourceReader };

export function createSourceWriter(tools: SourceTools): SourceWriter {
  const write = createCachedWriter(tools);
  const writeOther = createCachedWriter({ ...tools, hasOtherSigns: true });
  return (blocks) => {
    let hasOtherSigns = false;
    const sources = blocks.map((html, at) => {
      hasOtherSigns = isList(html) && isList(blocks[at - 1]) && !hasOtherSigns;
      return hasOtherSigns ? writeOther(html) : write(html);
    });
    return inContext(blocks, sources, tools);
  };
}

function createCachedWriter(tools: SourceTools): (html: string) => string {
  const written = new Map<string, string>();
  return (html) => {
    const source = written.get(html) ?? writeOne(html, tools);
    written.set(html, source);
    return source;
  };
}

function isList(html: string | undefined): boolean {
  return html !== undefined && /^<[uo]l/.test(html);
}

/** Blocks that are joined or split by their neighbors, such as two adjacent lists, are kept whole. */
function inContext(blocks: readonly string[], sources: readonly string[], { kept, read }: SourceTools): readonly string[] {
  const own = [...sources];
  for (let round = 0; ; round += 1) {
    const back = read(own.join("\n\n"));
    const wrong = blocks.findIndex((html, at) => html !== back[at]);
    const at = wrong === -1 && back.length > blocks.length ? blocks.length - 1 : wrong;
    if (at === -1) return own;
    const until = round < MAX_ROUNDS ? at + 1 : blocks.length;
    for (let index = at; index < until; index += 1) own[index] = kept.keep({ html: blocks[index] as string, isBlock: true });
    // A block that is kept already was joined to the one before it.
    if (own[at] === sources[at] && at > 0) own[at - 1] = kept.keep({ html: blocks[at - 1] as string, isBlock: true });
    if (round > MAX_ROUNDS + 1) return blocks.map((html) => kept.keep({ html, isBlock: true }));
  }
}

/** Beyond this number of corrections, all blocks from the next wrong one on are kept. */
const MAX_ROUNDS = 50;

/** Text that Markdown reads as nothing but text. Most paragraphs are such text and need no check. */
const PLAIN_PARAGRAPH = /^<p>([\p{L}\p{N}](?: ?[\p{L}\p{N},;:'"’“”–—?()…]| ?[.!](?![\p{L}\p{N}]))*)<\/p>$/u;

function writeOne(html: string, tools: SourceTools): string {
  if (html === EMPTY_BLOCK) return "";
  const plain = PLAIN_PARAGRAPH.exec(html)?.[1];
  if (plain !== undefined && !/^\d+[.)]|www|:\/|\(c\)/i.test(plain)) return plain;
  const whole = (): string => tools.kept.keep({ html, isBlock: true });
  const [block, ...others] = readStoredHtml(html).content;
  if (block === undefined || others.length > 0 || RESERVED.test(html)) return whole();
  return findExact(block, tools)?.source ?? whole();
}

type Exact = { readonly block: StoredElement; readonly source: string };

/** Finds the form of a block, with as few kept parts as possible, whose source is read as exactly this block. */
function findExact(block: StoredElement, tools: SourceTools): Exact | undefined {
  const html = writeBlock(block, STORED_SOURCE);
  for (const toForm of [(same: StoredElement) => same, keepInline, keepChildren]) {
    const form = toForm(block, tools);
    if (form === block && toForm === keepInline) continue;
    const source = writeExact(form, html, tools);
    if (source !== undefined) return { block: form, source };
  }
  return undefined;
}

function writeExact(block: StoredElement, html: string, tools: SourceTools): string | undefined {
  for (const style of ["bare", "escaped"] as const) {
    const source = writeSourceBlock(block, style, tools);
    const back = tools.read(source);
    if (back.length === 1 && back[0] === html) return source;
  }
  return undefined;
}

function isExact(block: StoredElement, tools: SourceTools): boolean {
  return writeExact(block, writeBlock(block, STORED_SOURCE), tools) !== undefined;
}

const htmlOfLine = (content: readonly StoredNode[]): string => {
  const html = writeBlock({ ...emptyParagraph(), content }, STORED_SOURCE);
  return html.slice("<p>".length, -"</p>".length);
};

function isCell({ type }: StoredElement): boolean {
  return type === "tableCell" || type === "tableHeader";
}

/** Spaces at the end of a cell would be dropped. */
function keepEnd(line: StoredNode, tools: SourceTools): StoredNode {
  const last = isText(line) ? undefined : line.content?.at(-1);
  if (isText(line) || last === undefined || !isText(last) || !/[ \t\u00a0]$/.test(last.text)) return line;
  const text = last.text.trimEnd();
  const space = toToken([{ type: "text", text: last.text.slice(text.length), marks: NO_MARKS }], last.marks, tools);
  return { ...line, content: [...(line.content ?? []).slice(0, -1), ...(text === "" ? [] : [{ ...last, text }]), space] };
}

function keepInline(block: StoredElement, tools: SourceTools): StoredElement {
  if (block.content === undefined || block.type === "codeBlock") return block;
  if (nodeRule(block.type)?.holds === "line") return { ...block, content: keepInLine(block.content, tools) };
  const content = block.content.map((child) => (isText(child) ? child : keepInline(child, tools)));
  return { ...block, content: isCell(block) ? content.map((line) => keepEnd(line, tools)) : content };
}

function keepInLine(nodes: readonly StoredNode[], tools: SourceTools): readonly StoredNode[] {
  const line: StoredNode[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as StoredNode;
    const run = coloredRun(nodes, at);
    if (run.length > 0) {
      line.push(...keepRun(run, tools));
      at += run.length - 1;
    } else if (isText(node)) line.push(...keepIndent(node, at === 0 || nodes[at - 1]?.type === "hardBreak", tools));
    else if (mustKeep(node, nodes[at - 1], nodes[at + 1]) || !isInlineExact(node, tools))
      line.push(toToken([{ ...node, marks: [] }], node.marks, tools));
    else line.push(node);
  }
  return line;
}

/** Breaks that Markdown reads as the end of a paragraph, or drops. */
function mustKeep(node: StoredNode, before: StoredNode | undefined, after: StoredNode | undefined): boolean {
  return (
    node.type === "hardBreak" && (before === undefined || after === undefined || before.type === "hardBreak" || after.type === "hardBreak")
  );
}

function isInlineExact(node: StoredNode, tools: SourceTools): boolean {
  return node.type === "hardBreak" || isExact({ ...emptyParagraph(), content: [{ ...node, marks: [] } as StoredNode] }, tools);
}

/** Returns the adjacent nodes from `at` on with the same color and link. */
function coloredRun(nodes: readonly StoredNode[], at: number): readonly StoredNode[] {
  const key = colorKey(nodes[at]);
  if (key === undefined) return [];
  let end = at + 1;
  while (colorKey(nodes[end]) === key) end += 1;
  return nodes.slice(at, end);
}

function colorKey(node: StoredNode | undefined): string | undefined {
  const marks = node?.marks ?? NO_MARKS;
  if (!marks.some(({ type }) => type === "textStyle")) return undefined;
  return JSON.stringify(marks.filter(({ type }) => type === "textStyle" || type === "link"));
}

function keepRun(run: readonly StoredNode[], tools: SourceTools): readonly StoredNode[] {
  const links = (run[0]?.marks ?? NO_MARKS).filter(({ type }) => type === "link");
  const inner = run.map((node) => ({ ...node, marks: (node.marks ?? NO_MARKS).filter(({ type }) => type !== "link") }) as StoredNode);
  return isExact({ ...emptyParagraph(), content: inner }, tools) ? run : [toToken(inner, links, tools)];
}

/** Spaces at the beginning of a line would be dropped. */
function keepIndent(node: StoredNode & { readonly type: "text" }, isFirst: boolean, tools: SourceTools): readonly StoredNode[] {
  const [indent = ""] = isFirst ? (/^[ \t\u00a0]+/.exec(node.text) ?? []) : [];
  if (indent === "") return [node];
  const token = toToken([{ type: "text", text: indent, marks: NO_MARKS }], node.marks, tools);
  return indent === node.text ? [token] : [token, { ...node, text: node.text.slice(indent.length) }];
}

function toToken(nodes: readonly StoredNode[], marks: readonly StoredMark[] | undefined, { kept }: SourceTools): StoredNode {
  return { type: "text", text: kept.keep({ html: htmlOfLine(nodes), isBlock: false }), marks: marks ?? NO_MARKS };
}

/** Keeps the blocks inside a container that Markdown cannot express, so that the rest of it stays text. */
function keepChildren(block: StoredElement, tools: SourceTools): StoredElement {
  const children = block.content ?? [];
  if (nodeRule(block.type)?.holds === "line") return keepInline(block, tools);
  const token = (html: string): StoredElement => ({
    ...emptyParagraph(),
    content: [{ type: "text", text: tools.kept.keep({ html, isBlock: true }), marks: NO_MARKS }],
  });
  if (isCell(block)) {
    const isLine = children.length === 1 && children[0]?.type === "paragraph";
    return isLine
      ? keepInline(block, tools)
      : { ...block, content: [token(children.map((child) => writeBlock(child, STORED_SOURCE)).join(""))] };
  }
  const content = children.map((child): StoredNode => {
    if (isText(child)) return child;
    if (nodeRule(child.type)?.group === "part") return keepChildren(child, tools);
    const html = writeBlock(child, STORED_SOURCE);
    const form = html === EMPTY_BLOCK ? (children.length === 1 ? child : undefined) : findExact(child, tools)?.block;
    return form ?? token(html);
  });
  return block.content === undefined ? block : { ...block, content };
}
