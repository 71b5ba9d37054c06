/** Lists that are not HTML lists: Word's `mso-list`, Word Online's, checklists of Google Docs, Notion, Evernote and the web. Pure. */

import { type HtmlElement, type HtmlNode, ofSome, onceForEach } from "../../html/html-tree.ts";
import { styleOf } from "./paste-styles.ts";

export type ListLine = {
  readonly level: number;
  /** Identity of the list: adjacent lines of different lists stay in separate lists. */
  readonly list?: string | HtmlElement | undefined;
  readonly isRightToLeft?: boolean;
  readonly isOrdered: boolean;
  readonly start: number;
  readonly type: string | undefined;
  readonly content: readonly HtmlNode[];
};

/** Reads `mso-list: l0 level2 lfo1` of a Word paragraph; undefined for any other element. */
export function readWordLine(element: HtmlElement): Omit<ListLine, "content"> | undefined {
  if (element.tag !== "p" && element.tag !== "div") return undefined;
  const listStyle = styleOf(element).get("mso-list");
  const level = /\blevel(\d{1,2})\b/i.exec(listStyle ?? "")?.[1];
  if (listStyle === undefined || level === undefined) return undefined;
  const isRightToLeft = /^rtl$/i.test(element.attributes.dir ?? "");
  return { level: Number(level), list: listStyle.replace(/\blevel\d+\b/i, "").trim(), isRightToLeft, ...readMarker(markerText(element)) };
}

/** True for a further paragraph of the previous item: it has a list class but no bullet or number. */
export function isWordContinuation(element: HtmlElement): boolean {
  const isOfList = element.tag === "p" && /\bMsoList(?:Paragraph|Continue)/.test(element.attributes.class ?? "");
  return isOfList && !styleOf(element).has("mso-list");
}

/** Returns the number that Word renders before a heading; empty for a bullet. */
export function headingNumber(element: HtmlElement): string {
  if (!styleOf(element).has("mso-list")) return "";
  const marker = markerText(element)
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(marker) ? marker : "";
}

/** Slack writes nested lists side by side, with their depth as an attribute. */
export function readIndentedList(
  element: HtmlElement,
): readonly { readonly line: Omit<ListLine, "content">; readonly item: HtmlElement }[] {
  const indent = Number(element.attributes["data-indent"] ?? Number.NaN);
  if (!LISTS.has(element.tag) || !Number.isInteger(indent)) return [];
  const items = element.children.filter((child): child is HtmlElement => child.kind === "element" && child.tag === "li");
  return items.map((item) => ({ item, line: { level: indent + 1, isOrdered: element.tag === "ol", start: 1, type: undefined } }));
}

type DocsLine = { readonly line: Omit<ListLine, "content">; readonly item: HtmlElement };

/** Google Docs writes the level on each item, and lists directly inside lists. Returns nothing for checklists and for lists of others. */
export function readDocsList(list: HtmlElement): readonly DocsLine[] {
  if (!LISTS.has(list.tag)) return [];
  const lines = docsLines(list, list);
  return lines?.some(({ item }) => readTick(item, list) !== undefined) ? [] : (lines ?? []);
}

function docsLines(list: HtmlElement, root: HtmlElement): readonly DocsLine[] | undefined {
  const lines: DocsLine[] = [];
  for (const child of list.children) {
    if (child.kind === "text") {
      if (child.text.trim() !== "") return undefined;
      continue;
    }
    const level = docsLevel(child);
    const found = LISTS.has(child.tag)
      ? docsLines(child, root)
      : level === undefined
        ? undefined
        : [toDocsLine(child, { level, list, root })];
    if (found === undefined) return undefined;
    for (const line of found) lines.push(line);
  }
  return lines;
}

type DocsPlace = { readonly level: number; readonly list: HtmlElement; readonly root: HtmlElement };

function toDocsLine(item: HtmlElement, { level, list, root }: DocsPlace): DocsLine {
  const start = Number(list.attributes.start ?? 1);
  const isOrdered = list.tag === "ol";
  const type = list.attributes.type ?? typeByStyle(list, item);
  return { item, line: { level, isOrdered, start: Number.isInteger(start) ? start : 1, type, list: isOrdered ? root : undefined } };
}

function docsLevel({ tag, attributes }: HtmlElement): number | undefined {
  const level = Number(attributes["aria-level"] ?? Number.NaN);
  return tag === "li" && Number.isInteger(level) && level > 0 ? level : undefined;
}

/** Letters and Roman numerals, as Google Docs and many pages declare them in CSS. */
export function typeByStyle(list: HtmlElement, first: HtmlElement | undefined): string | undefined {
  const style = styleOf(list).get("list-style-type") ?? (first === undefined ? undefined : styleOf(first).get("list-style-type"));
  return LIST_TYPES[style ?? ""];
}

const LIST_TYPES: Readonly<Record<string, string | undefined>> = {
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};

/** Lowest level of all items that state one; 1 if none does. A list that begins deeper is nested in items without a line of their own. */
export function lowestLevel(nodes: readonly HtmlNode[]): number {
  const lowest = Math.min(...nodes.map((node) => (node.kind === "text" ? Number.POSITIVE_INFINITY : lowestInside(node))));
  return Number.isFinite(lowest) ? lowest : 1;
}

const lowestInside = onceForEach((element): number => {
  const own = docsLevel(element) ?? readWordLine(element)?.level ?? Number.POSITIVE_INFINITY;
  return element.children.reduce((lowest, child) => (child.kind === "text" ? lowest : Math.min(lowest, lowestInside(child))), own);
});

/** Reads a line of a slide with the bullet or number that PowerPoint writes before it. */
export function readSlideLine(element: HtmlElement): Omit<ListLine, "content"> | undefined {
  const level = /^O(\d?)$/.exec(element.attributes.class ?? "")?.[1];
  const marker = level === undefined ? undefined : element.children.find((child) => child.kind === "element" && isSlideMarker(child));
  if (level === undefined || marker?.kind !== "element") return undefined;
  return { level: Math.max(1, Number(level)), ...readMarker(plainText(marker.children)) };
}

export function isSlideMarker(element: HtmlElement): boolean {
  return /bullet$/i.test(styleOf(element).get("mso-special-format") ?? "");
}

/** True for the bullet or number that Word writes for other programs and ignores itself. */
export function isIgnoredByWord(element: HtmlElement): boolean {
  return /^ignore$/i.test(styleOf(element).get("mso-list") ?? "");
}

/** Word Online writes each item as a list of its own, with its level as an attribute. */
export function readOnlineLine(element: HtmlElement): ListLine | undefined {
  const list = element.children.find((child): child is HtmlElement => child.kind === "element" && /^[ou]l$/.test(child.tag));
  const item = list?.children.find((child): child is HtmlElement => child.kind === "element" && child.tag === "li");
  const level = Number(item?.attributes["data-aria-level"] ?? Number.NaN);
  if (list === undefined || item === undefined || !Number.isInteger(level)) return undefined;
  const start = Number(list.attributes.start ?? 1);
  return { level, isOrdered: list.tag === "ol", start: Number.isInteger(start) ? start : 1, type: undefined, content: item.children };
}

export function isOnlineWrapper(element: HtmlElement): boolean {
  return /\bListContainerWrapper\b/.test(element.attributes.class ?? "");
}

type OpenList = { readonly level: number; readonly name: ListLine["list"]; readonly list: HtmlElement };

/** Nests lines of different levels into lists. `lowest`: level of the lists that are in no other. */
export function nestLines(lines: readonly ListLine[], lowest = 1): readonly HtmlElement[] {
  const roots: HtmlElement[] = [];
  const open: OpenList[] = [];
  const begin = (line: ListLine): HtmlElement => {
    const list = beginList(line, open.at(-1)?.list, roots);
    open.push({ level: line.level, name: line.list, list });
    return list;
  };
  for (const line of lines) {
    while ((open.at(-1)?.level ?? 0) > line.level) open.pop();
    const top = open.at(-1);
    const isSame = top?.level === line.level && top.name === line.list && (top.list.tag === "ol") === line.isOrdered;
    if (top !== undefined && top.level === line.level && !isSame) open.pop();
    // The most frames of a list: the reader keeps no more levels.
    for (let level = lowest; open.length < Math.min(line.level - lowest, MAX_FRAMES) && top === undefined; level += 1)
      begin({ ...line, level, start: 1, type: undefined }).children.push(toItem([]));
    const list = isSame && top !== undefined ? top.list : begin(line);
    if (isSame && line.isOrdered && list.children.length === 1 && isFrame(list.children[0])) list.attributes.start = String(line.start);
    list.children.push(toItem(line.content));
  }
  return roots;
}

const MAX_FRAMES = 9;

function toItem(content: readonly HtmlNode[]): HtmlElement {
  return { kind: "element", tag: "li", attributes: {}, children: [...content] };
}

/** True for an item that only holds a deeper list. */
function isFrame(item: HtmlNode | undefined): boolean {
  return item?.kind === "element" && item.children.every((child) => child.kind === "element" && LISTS.has(child.tag));
}

function beginList(line: ListLine, outer: HtmlElement | undefined, roots: HtmlElement[]): HtmlElement {
  const attributes: Record<string, string> = {
    ...(line.isRightToLeft ? { dir: "rtl" } : {}),
    ...(line.isOrdered ? { start: String(line.start), ...(line.type ? { type: line.type } : {}) } : {}),
  };
  const list: HtmlElement = { kind: "element", tag: line.isOrdered ? "ol" : "ul", attributes, children: [] };
  const item = outer?.children.at(-1);
  if (item?.kind === "element") item.children.push(list);
  else roots.push(list);
  return list;
}

function markerText(element: HtmlElement): string {
  for (const child of element.children) {
    if (child.kind !== "element") continue;
    const found = isIgnoredByWord(child) ? plainText(child.children) : markerText(child);
    if (found !== "") return found;
  }
  return "";
}

function readMarker(raw: string): Pick<ListLine, "isOrdered" | "start" | "type"> {
  const marker = raw.replace(/[\s\u00a0]+/g, "");
  const mark = /^\(?(?:(\d{1,6})|([a-z])|([A-Z])|([ivxl]+)|([IVXL]+))[.):]/.exec(marker);
  if (mark === null) return { isOrdered: false, start: 1, type: undefined };
  const [, digits, lower, upper, roman, bigRoman] = mark;
  if (digits !== undefined) return { isOrdered: true, start: Number(digits), type: undefined };
  if (lower === "i" || roman !== undefined) return { isOrdered: true, start: 1, type: "i" };
  if (upper === "I" || bigRoman !== undefined) return { isOrdered: true, start: 1, type: "I" };
  if (lower !== undefined) return { isOrdered: true, start: lower.charCodeAt(0) - 96, type: "a" };
  return { isOrdered: true, start: (upper ?? "A").charCodeAt(0) - 64, type: "A" };
}

/** Returns whether the item's checkbox is checked; undefined if it has none. */
export function readTick(item: HtmlElement, list: HtmlElement): boolean | undefined {
  // UpNote writes the state on the item, Quill on the list.
  const checked = item.attributes["data-checked"] ?? list.attributes["data-checked"];
  if (checked === "true" || checked === "false") return checked === "true";
  const kind = /^(un)?checked$/.exec(item.attributes["data-list"] ?? "");
  if (kind !== null) return kind[1] === undefined;
  if (item.attributes.role === "checkbox") return item.attributes["aria-checked"] === "true";
  if (styleOf(list).get("--en-todo") === "true") return styleOf(item).get("--en-checked") === "true";
  if (/\b(?:inline-task-list|(?:joplin-|simple-)?checklist)\b/.test(list.attributes.class ?? ""))
    return /\bchecked\b/.test(item.attributes.class ?? "");
  return readBox(item) ?? readTypedBox(item);
}

/** Finds a checkbox before any text of the item. */
function readBox(element: HtmlElement): boolean | undefined {
  for (const child of element.children) {
    if (child.kind === "text") {
      if (child.text.trim() !== "") return undefined;
      continue;
    }
    const state = boxState(child);
    if (state !== undefined) return state;
    const inside = LISTS.has(child.tag) ? undefined : readBox(child);
    if (inside !== undefined) return inside;
    if (holdsText(child.children)) return undefined;
  }
  return undefined;
}

/** State of an input, Notion's empty element with a class, the empty elements of Trello and Todoist, or Evernote's own element. */
function boxState({ tag, attributes, children }: HtmlElement): boolean | undefined {
  if (tag === "input" && /^checkbox$/i.test(attributes.type ?? "")) return attributes.checked !== undefined;
  if (tag === "en-todo") return attributes.checked === "true";
  const named = /\bcheckbox-(on|off)\b/.exec(attributes.class ?? "")?.[1];
  if (named !== undefined) return named === "on";
  return attributes.role === "checkbox" && !holdsText(children) ? attributes["aria-checked"] === "true" : undefined;
}

/**
 * Reads a line that begins with a checkbox outside of a list: its state, and the line without the box. The box may be in an element of its
 * own, and an element that is not closed (`en-todo`) may hold the line's text.
 */
export function readTaskLine(line: HtmlElement): { readonly isDone: boolean; readonly line: HtmlElement } | undefined {
  const at = line.children.findIndex((child) => child.kind === "element" || child.text.trim() !== "");
  const first = line.children[at];
  if (first?.kind !== "element" || !holdsText(line.children)) return undefined;
  if (first.tag !== "en-todo" && holdsText(first.children)) return undefined;
  const isDone = first.tag === "input" ? undefined : (boxState(first) ?? readBox(first));
  if (isDone === undefined) return undefined;
  const kept = first.tag === "en-todo" ? first.children : [];
  return { isDone, line: { ...line, children: [...line.children.slice(0, at), ...kept, ...line.children.slice(at + 1)] } };
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);
const TYPED_BOX = /^\s*(?:\[([ xX]?)\]|([☑☒])|[☐▢])\s+/;

function readTypedBox(item: HtmlElement): boolean | undefined {
  const box = TYPED_BOX.exec(firstText(item)?.text ?? "");
  return box === null ? undefined : box[2] !== undefined || /x/i.test(box[1] ?? "");
}

/** Removes `[x] `, or a box sign, from the start of an item whose checkbox was read from it. */
export function withoutTypedBox(item: HtmlElement): HtmlElement {
  const text = firstText(item);
  return text === undefined || !TYPED_BOX.test(text.text) ? item : (replaceNode(item, text) as HtmlElement);
}

/** Copies only the path to the text: copying nested items at each level would be quadratic. */
function replaceNode(node: HtmlNode, target: HtmlNode): HtmlNode {
  if (node.kind === "text") return { kind: "text", text: node.text.replace(TYPED_BOX, "") };
  const children = [...node.children];
  const at = children.findIndex(
    (child) => child === target || (child.kind === "element" && !LISTS.has(child.tag) && firstText(child) === target),
  );
  const ancestor = children[at];
  if (ancestor !== undefined) children[at] = replaceNode(ancestor, target);
  return { ...node, children };
}

const firstText = onceForEach((element): Extract<HtmlNode, { kind: "text" }> | undefined => {
  for (const child of element.children) {
    if (child.kind === "text" && child.text.trim() !== "") return child;
    const inside = child.kind === "element" && !LISTS.has(child.tag) ? firstText(child) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
});

const holdsText = ofSome(
  (element, inside) => inside(element.children),
  (text) => text.trim() !== "",
);

export function plainText(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.text : plainText(node.children))).join("");
}
