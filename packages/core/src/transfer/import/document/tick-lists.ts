/**
 * Converts checkboxes that the stored form does not allow to checklist items, in order: at the start of a paragraph or line, or in a list
 * where only some items have one. Pure.
 */
import type { HtmlElement, HtmlNode } from "../../../document/html/html-tree.ts";
import { readTick } from "../../../document/paste/markup/paste-lists.ts";

function isCheckbox(node: HtmlNode): boolean {
  return node.kind === "element" && node.tag === "input" && /^checkbox$/i.test(node.attributes.type ?? "");
}

/**
 * Groups adjacent paragraphs and lines that start with a checkbox into one checklist. Leaves list items alone, and a single line in a
 * paragraph, which may join the paragraphs next to it.
 */
export function groupTicks(nodes: readonly HtmlNode[], parent: string): HtmlNode[] {
  if (parent === "li" || INLINE.has(parent) || !nodes.some((node) => leadingCheckbox(node) !== undefined)) return [...nodes];
  const lines = toLines(nodes).map((line) => ({ line, tick: leadingCheckbox(line.find((node) => !isBlank(node))) }));
  const ticked = lines.filter(({ tick }) => tick !== undefined);
  if (LINES.has(parent) && ticked.length < 2 && !ticked.some(({ line }) => line.some(isParagraph))) return [...nodes];
  const out: HtmlNode[] = [];
  let open: HtmlElement | undefined;
  for (const { line, tick } of lines) {
    if (tick === undefined) {
      if (!line.every(isBlank)) open = undefined;
      if (open === undefined) out.push(...line);
      continue;
    }
    if (open === undefined) {
      open = { kind: "element", tag: "ul", attributes: { "data-type": "taskList" }, children: [] };
      out.push(open);
    }
    open.children.push(toItem(line, tick));
  }
  return out;
}

export const INLINE: ReadonlySet<string> = new Set(
  "a b strong i em u s del ins span font small big code sub sup mark input img".split(" "),
);
const LINES: ReadonlySet<string> = new Set(["div", "p", "label"]);

/** Each block is one line; inline content between blocks is split at line breaks. */
function toLines(nodes: readonly HtmlNode[]): readonly (readonly HtmlNode[])[] {
  const lines: HtmlNode[][] = [[]];
  for (const node of nodes) {
    if (node.kind === "element" && node.tag !== "br" && !INLINE.has(node.tag)) {
      lines.push([node], []);
      continue;
    }
    lines.at(-1)?.push(node);
    if (node.kind === "element" && node.tag === "br") lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}

function isParagraph(node: HtmlNode): boolean {
  return node.kind === "element" && LINES.has(node.tag);
}

function isBlank(node: HtmlNode): boolean {
  return node.kind === "text" ? node.text.trim() === "" : node.tag === "br";
}

/** Checkbox at the start of a paragraph, or the node itself. */
function leadingCheckbox(node: HtmlNode | undefined): HtmlElement | undefined {
  if (node === undefined || node.kind === "text") return undefined;
  if (isCheckbox(node)) return node;
  if (!LINES.has(node.tag) && !INLINE.has(node.tag)) return undefined;
  const first = node.children.find((child) => !isBlank(child));
  return first !== undefined && first.kind === "element" && INLINE.has(first.tag) ? leadingCheckbox(first) : undefined;
}

function toItem(line: readonly HtmlNode[], box: HtmlElement): HtmlElement {
  const content = line.filter((node) => !(node.kind === "element" && node.tag === "br")).map((node) => without(node, box));
  const attributes = { "data-type": "taskItem", "data-checked": String(box.attributes.checked !== undefined) };
  return { kind: "element", tag: "li", attributes, children: content.flat() };
}

function without(node: HtmlNode, box: HtmlElement): readonly HtmlNode[] {
  if (node === box) return [];
  return node.kind === "text" ? [node] : [{ ...node, children: node.children.flatMap((child) => without(child, box)) }];
}

/** Splits a list in which some items have checkboxes. A numbered list keeps its numbers and gets one-item checklists inside. */
export function splitMixedList(raw: HtmlElement): readonly HtmlElement[] {
  const list = { ...raw, children: joinBareLists(raw.children) };
  const items = list.children.filter((child): child is HtmlElement => child.kind === "element" && child.tag === "li");
  const ticks = items.map((item) => readTick(item, list) !== undefined);
  if (!ticks.includes(true)) return [list];
  // Quill uses `ol` for every list, so its lists are not numbered.
  if (list.tag === "ol" && !items.some(({ attributes }) => attributes["data-list"] !== undefined)) return [boxesInItems(list)];
  if (!ticks.includes(false)) return [list];
  const runs: { readonly isTick: boolean; readonly list: HtmlElement }[] = [];
  let at = -1;
  for (const child of list.children) {
    const isItem = child.kind === "element" && child.tag === "li";
    if (isItem) at += 1;
    const isTick = ticks[Math.max(at, 0)] === true;
    const last = runs.at(-1);
    if (last !== undefined && (!isItem || last.isTick === isTick)) last.list.children.push(child);
    else runs.push({ isTick, list: { ...list, children: [child] } });
  }
  return runs.map((run) => run.list);
}

/** Moves the checklist attributes of the list to the inner lists. */
function boxesInItems(list: HtmlElement): HtmlElement {
  const outer: HtmlElement = { ...list, attributes: numbersOf(list), children: [] };
  let inner: HtmlElement | undefined;
  for (const child of list.children) {
    const isItem = child.kind === "element" && child.tag === "li";
    if (isItem && readTick(child, list) !== undefined) {
      inner = { ...list, tag: "ul", children: [child] };
      outer.children.push({ kind: "element", tag: "li", attributes: {}, children: [inner] });
      continue;
    }
    if (isItem) inner = undefined;
    (inner ?? outer).children.push(child);
  }
  return outer;
}

function numbersOf({ attributes }: HtmlElement): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name === "start" || name === "type" || name === "dir"));
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);

/** Moves an item that contains only a list into the item before it: some programs nest lists this way. */
function joinBareLists(children: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = [];
  for (const child of children) {
    const at = joined.findLastIndex((node) => node.kind === "element" && node.tag === "li");
    const before = joined[at];
    if (isBareItem(child) && before?.kind === "element") joined[at] = { ...before, children: [...before.children, ...child.children] };
    else joined.push(child);
  }
  return joined;
}

function isBareItem(node: HtmlNode): node is HtmlElement {
  if (node.kind === "text" || node.tag !== "li") return false;
  const shown = node.children.filter((child) => !isBlank(child));
  return shown.length > 0 && shown.every((child) => child.kind === "element" && LISTS.has(child.tag));
}
