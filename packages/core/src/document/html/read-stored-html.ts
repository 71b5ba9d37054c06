/** Reads HTML as a document of the stored schema: removes unknown elements, keeps text and spaces. Clipboard: paste-clean.ts first. */

import { toWellFormed } from "./attribute-values.ts";
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "./html-tree.ts";
import { toOpaqueHtml } from "./opaque-html.ts";
import { readAttributes, readElement } from "./read-element.ts";
import {
  areSameMarks,
  emptyParagraph,
  NO_MARKS,
  type StoredDoc,
  type StoredElement,
  type StoredMark,
  type StoredNode,
} from "./stored-doc.ts";
import { type Attributes, MAX_NESTING, type NodeName, STORED_MARKS, STORED_NODES } from "./stored-html.ts";
import { toRectangle } from "./table-grid.ts";

export function readStoredHtml(html: string): StoredDoc {
  return readTree(parseHtmlTree(html));
}

export function readTree(nodes: readonly HtmlNode[]): StoredDoc {
  const blocks = readBlocks(nodes, { nesting: 0, marks: NO_MARKS });
  return { type: "doc", content: blocks.length === 0 ? [emptyParagraph()] : blocks };
}

type Context = {
  /** Number of containers around. */
  readonly nesting: number;
  readonly marks: readonly StoredMark[];
  /** The surrounding paragraph or heading; a line outside of one becomes a paragraph. */
  readonly line?: { readonly name: "paragraph" | "heading"; readonly attrs: Attributes };
};

/** Blocks being read: finished ones, and the current line. */
type Flow = { readonly blocks: StoredElement[]; line: StoredNode[] };

function readBlocks(nodes: readonly HtmlNode[], context: Context): StoredElement[] {
  const flow: Flow = { blocks: [], line: [] };
  readFlow(nodes, context, flow);
  endLine(flow, context);
  return flow.blocks;
}

function readFlow(nodes: readonly HtmlNode[], context: Context, flow: Flow): void {
  for (const node of nodes) {
    if (node.kind === "text") addText(flow, node.text, context.marks);
    else readInto(node, context, flow);
  }
}

function readInto(element: HtmlElement, context: Context, flow: Flow): void {
  const meaning = readElement(element);
  switch (meaning.kind) {
    case "dropped":
      return;
    case "mark":
      readFlow(element.children, { ...context, marks: withMark(context.marks, meaning.mark) }, flow);
      return;
    case "transparent":
      if (meaning.edge) readBetweenEdges(element, context, flow);
      else readFlow(element.children, context, flow);
      return;
    case "node":
      readNode(element, { name: meaning.name, attrs: meaning.attrs, flow }, context);
  }
}

function readBetweenEdges(element: HtmlElement, context: Context, flow: Flow): void {
  endLine(flow, context);
  readFlow(element.children, context, flow);
  endLine(flow, context);
}

function readNode(
  element: HtmlElement,
  { name, attrs, flow }: { readonly name: NodeName; readonly attrs: Attributes; readonly flow: Flow },
  context: Context,
): void {
  switch (name) {
    case "paragraph":
    case "heading":
      readLine(element, flow, {
        inside: { ...context, line: context.line?.name === "heading" ? context.line : { name, attrs } },
        outer: context,
      });
      return;
    case "hardBreak":
    case "image":
    case "noteLink":
    case "math":
    case "footnote":
      flow.line.push({ type: name, attrs, ...markField(context.marks) });
      return;
    case "unknownInline":
      flow.line.push({ type: name, attrs: { html: toOpaqueHtml(element) }, ...markField(context.marks) });
      return;
    case "attachment":
      flow.line.push({ type: name, attrs: { ...attrs, fileName: attrs.fileName ?? fileNameOf(element) }, ...markField(context.marks) });
      return;
    default:
      endLine(flow, context);
      for (const block of readContainer(element, { name, attrs }, context)) flow.blocks.push(block);
  }
}

/** Keeps an empty paragraph, which is a typed blank line, unless it only wrapped other blocks. */
function readLine(element: HtmlElement, flow: Flow, { inside, outer }: { readonly inside: Context; readonly outer: Context }): void {
  endLine(flow, outer);
  const before = flow.blocks.length;
  readFlow(element.children, inside, flow);
  const line = inside.line;
  if (flow.blocks.length === before && line !== undefined) closeLine(flow, line);
  else endLine(flow, inside);
}

type NamedNode = { readonly name: NodeName; readonly attrs: Attributes };

function readContainer(element: HtmlElement, { name, attrs }: NamedNode, context: Context): readonly StoredElement[] {
  const inside: Context = { nesting: context.nesting + 1, marks: context.marks };
  if (name === "horizontalRule") return [{ type: name, attrs }];
  if (name === "codeBlock") return [readCode(element, attrs)];
  if (name === "unknownBlock") return [{ type: name, attrs: { html: toOpaqueHtml(element) } }];
  const isFrameless = inside.nesting > MAX_NESTING || LOOSE_PARTS.has(name);
  if (name === "listItem" && inside.nesting <= MAX_NESTING) return [looseItem(element, inside)];
  if (isFrameless) return readBlocks(element.children, context);
  if (name === "blockquote" || name === "callout") return frameOf(name, readBlocks(element.children, inside), attrs);
  if (name === "toggle") return readToggle(element, attrs, inside);
  if (name === "table") return readTable(element, attrs, inside);
  return readList(element, { name, attrs }, inside);
}

/** Rows and cells outside of a table are reduced to their text. */
const LOOSE_PARTS: ReadonlySet<NodeName> = new Set(["tableRow", "tableCell", "tableHeader"]);

function looseItem(element: HtmlElement, context: Context): StoredElement {
  return { type: "bulletList", attrs: { dir: null }, content: [itemOf("listItem", element, context)] };
}

function frameOf(type: NodeName, content: readonly StoredElement[], attrs: Attributes): readonly StoredElement[] {
  return content.length === 0 ? [] : [{ type, attrs, content }];
}

/** A toggle has a title of one line; further lines of the title move into its content. */
function readToggle(element: HtmlElement, attrs: Attributes, context: Context): readonly StoredElement[] {
  const at = element.children.findIndex((child) => child.kind === "element" && child.tag === "summary");
  const heading = at === -1 ? [] : readTitle(element.children[at] as HtmlElement, context);
  const rest = readBlocks(
    element.children.filter((_, index) => index !== at),
    context,
  );
  if (heading.length === 0 && rest.length === 0) return [];
  const [line] = heading;
  const isLine = line?.type === "paragraph" || line?.type === "heading";
  const title: StoredElement = {
    type: "toggleTitle",
    attrs: {},
    ...(isLine && line.content !== undefined ? { content: line.content } : {}),
  };
  const body: StoredElement = { type: "toggleBody", attrs: {}, content: atLeastOne([...(isLine ? heading.slice(1) : heading), ...rest]) };
  return [{ type: "toggle", attrs, content: [title, body] }];
}

function readTitle(summary: HtmlElement, context: Context): readonly StoredElement[] {
  const flow: Flow = { blocks: [], line: [] };
  readLine(summary, flow, { inside: { ...context, line: { name: "paragraph", attrs: emptyParagraph().attrs } }, outer: context });
  return flow.blocks;
}

function readCode(element: HtmlElement, attrs: Attributes): StoredElement {
  const text = codeText(element.children).replace(/\r\n?/g, "\n");
  const clean = withoutControls(text);
  return { type: "codeBlock", attrs, ...(clean === "" ? {} : { content: [{ type: "text", text: clean, marks: NO_MARKS }] }) };
}

function codeText(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.text : codeTextOf(node))).join("");
}

function codeTextOf(element: HtmlElement): string {
  const meaning = readElement(element);
  if (meaning.kind === "dropped") return "";
  if (element.tag === "br") return "\n";
  const text = codeText(element.children);
  const isLine = (meaning.kind === "transparent" && meaning.edge) || (meaning.kind === "node" && meaning.name === "paragraph");
  return isLine && !text.endsWith("\n") ? `${text}\n` : text;
}

function readList(element: HtmlElement, { name, attrs }: NamedNode, context: Context): readonly StoredElement[] {
  const items = readItems(element.children, name === "taskList" ? "taskItem" : "listItem", context);
  return items.length === 0 ? [] : [{ type: name, attrs, content: items }];
}

type ItemName = "listItem" | "taskItem";

function readItems(nodes: readonly HtmlNode[], type: ItemName, context: Context): StoredElement[] {
  const items: StoredElement[] = [];
  for (const node of nodes) {
    if (node.kind === "element" && node.tag === "li") items.push(itemOf(type, node, context));
    else addMisplaced(items, node, { type, context });
  }
  return items;
}

function itemOf(type: ItemName, element: HtmlElement, context: Context): StoredElement {
  const attrs = readAttributes(STORED_NODES[type], element);
  return { type, attrs, content: atLeastOne(readBlocks(element.children, inside(context))) };
}

/** A list directly inside a list belongs to the item before; other content outside of items becomes an item. */
function addMisplaced(
  items: StoredElement[],
  node: HtmlNode,
  { type, context }: { readonly type: ItemName; readonly context: Context },
): void {
  if (node.kind === "element" && holdsItems(node)) {
    for (const item of readItems(node.children, type, context)) items.push(item);
    return;
  }
  const content = readBlocks([node], inside(context));
  const last = items.at(-1);
  if (content.length === 0) return;
  if (last !== undefined && content.every((block) => LISTS.has(block.type))) items[items.length - 1] = withMore(last, content);
  else if (content.every((block) => LISTS.has(block.type))) items.push(...content.flatMap((list) => itemsOfType(list, type)));
  else items.push({ type, attrs: type === "taskItem" ? { checked: false } : {}, content });
}

/** True for a meaningless element around list items. */
function holdsItems(element: HtmlElement): boolean {
  if (readElement(element).kind !== "transparent") return false;
  return element.children.some((child) => child.kind === "element" && child.tag === "li");
}

function itemsOfType(list: StoredElement, type: ItemName): readonly StoredElement[] {
  const attrs = type === "taskItem" ? { checked: false } : {};
  return (list.content ?? []).map((item) => (item.type === type ? item : { ...(item as StoredElement), type, attrs })) as StoredElement[];
}

function withMore(item: StoredElement, content: readonly StoredElement[]): StoredElement {
  return { ...item, content: [...(item.content ?? []), ...content] };
}

const LISTS: ReadonlySet<string> = new Set(["bulletList", "orderedList", "taskList"]);

/** Puts content outside of a table's cells before the table, as browsers do. */
function readTable(element: HtmlElement, attrs: Attributes, context: Context): readonly StoredElement[] {
  const rows: StoredElement[][] = [];
  const misplaced: HtmlNode[] = [];
  collectRows(element.children, { rows, misplaced }, context);
  const outer: Context = { nesting: context.nesting - 1, marks: context.marks };
  const before = readBlocks(misplaced, outer);
  if (rows.every((row) => row.length === 0)) return before;
  const grid = toRectangle(rows);
  if (grid === undefined) return [...before, ...rows.flat().flatMap((cell) => (cell.content ?? []) as readonly StoredElement[])];
  const content = grid.map((cells): StoredElement => ({ type: "tableRow", attrs: {}, content: cells }));
  return [...before, { type: "table", attrs, content }];
}

function collectRows(
  nodes: readonly HtmlNode[],
  { rows, misplaced }: { readonly rows: StoredElement[][]; readonly misplaced: HtmlNode[] },
  context: Context,
): void {
  for (const node of nodes) {
    if (node.kind === "element" && ROW_GROUPS.has(node.tag)) collectRows(node.children, { rows, misplaced }, context);
    else if (node.kind === "element" && node.tag === "tr") rows.push(readCells(node, misplaced, context));
    else misplaced.push(node);
  }
}

const ROW_GROUPS: ReadonlySet<string> = new Set(["tbody", "thead", "tfoot"]);

function readCells(row: HtmlElement, misplaced: HtmlNode[], context: Context): StoredElement[] {
  const cells: StoredElement[] = [];
  for (const node of row.children) {
    const meaning = node.kind === "element" ? readElement(node) : undefined;
    if (node.kind === "element" && meaning?.kind === "node" && CELLS.has(meaning.name)) {
      cells.push({ type: meaning.name, attrs: meaning.attrs, content: atLeastOne(readBlocks(node.children, inside(context))) });
    } else misplaced.push(node);
  }
  return cells;
}

const CELLS: ReadonlySet<NodeName> = new Set(["tableCell", "tableHeader"]);

function inside(context: Context): Context {
  return { nesting: context.nesting + 1, marks: context.marks };
}

function atLeastOne(blocks: readonly StoredElement[]): readonly StoredElement[] {
  return blocks.length === 0 ? [emptyParagraph()] : blocks;
}

function fileNameOf(element: HtmlElement): string | null {
  const text = codeText(element.children).trim();
  return text === "" ? null : text.slice(0, 255);
}

function markField(marks: readonly StoredMark[]): { readonly marks?: readonly StoredMark[] } {
  return marks.length === 0 ? {} : { marks };
}

const MARK_ORDER: readonly string[] = Object.keys(STORED_MARKS);

/** An inner mark of the same kind overrides the outer one, value by value. */
function withMark(marks: readonly StoredMark[], mark: StoredMark): readonly StoredMark[] {
  const outer = marks.find((known) => known.type === mark.type);
  const merged = outer === undefined ? mark : { type: mark.type, attrs: overruled(outer.attrs, mark.attrs) };
  const others = marks.filter((known) => known.type !== mark.type);
  return [...others, merged].sort((one, other) => MARK_ORDER.indexOf(one.type) - MARK_ORDER.indexOf(other.type));
}

function overruled(outer: Attributes, inner: Attributes): Attributes {
  return Object.fromEntries(Object.keys(inner).map((name) => [name, inner[name] ?? outer[name] ?? null]));
}

function addText(flow: Flow, raw: string, marks: readonly StoredMark[]): void {
  const text = withoutControls(withoutLineEnds(raw));
  if (text === "") return;
  const last = flow.line.at(-1);
  if (last?.type === "text" && areSameMarks(last.marks, marks)) {
    flow.line[flow.line.length - 1] = { ...last, text: last.text + text };
  } else flow.line.push({ type: "text", text, marks });
}

/** In HTML a line end is a space. Other spaces are left unchanged. */
function withoutLineEnds(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[ \t\f\r\n]+/g, (gap) => (/[\r\n]/.test(gap) ? " " : gap)) : text;
}

/** Control characters, which users do not type and XML readers reject. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return toWellFormed(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""));
}

/** Ends a line outside of a paragraph, unless it is only white space between blocks. */
function endLine(flow: Flow, context: Context): void {
  const isBlank = flow.line.every((node) => node.type === "text" && /^[ \t]*$/.test(node.text));
  if (isBlank) flow.line = [];
  else closeLine(flow, context.line ?? { name: "paragraph", attrs: emptyParagraph().attrs });
}

function closeLine(flow: Flow, line: { readonly name: "paragraph" | "heading"; readonly attrs: Attributes }): void {
  flow.blocks.push({ type: line.name, attrs: line.attrs, ...(flow.line.length === 0 ? {} : { content: flow.line }) });
  flow.line = [];
}
