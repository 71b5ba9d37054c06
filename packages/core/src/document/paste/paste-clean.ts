/**
 * Converts clipboard HTML of word processors, spreadsheets, note programs, mail and web pages to stored HTML. Keeps headings, lists,
 * tables, links and images; drops whatever runs, loads from elsewhere or conflicts with the theme. This traversal maps foreign markup to
 * plain tags; then the reader of stored HTML enforces the schema. Decision 0029 "Paste that pleases"; decision 0007.
 */

import { isEntityId } from "@satchel/contract/ids.ts";
import { writeStoredHtml } from "../html/canonical-html.ts";
import { type HtmlElement, type HtmlNode, ofSome, onceForEach, parseHtmlTree } from "../html/html-tree.ts";
import { isDropped } from "../html/read-element.ts";
import { readTree } from "../html/read-stored-html.ts";
import type { StoredDoc } from "../html/stored-doc.ts";
import { NOTE_ADDRESS, OWN_NODE } from "../html/stored-html.ts";
import { codeText, isCodeByStyle, isPreformattedProse, toCode } from "./markup/paste-code.ts";
import {
  alignmentOf,
  BLOCKS,
  type Context,
  cleanText,
  createContext,
  directionOf,
  element,
  HELD_SPACE,
  HELD_TAB,
  holdsBlock,
  inside,
  isUnseen,
  styledText,
} from "./markup/paste-context.ts";
import { cleanEmbedded, isFlexOrGrid, isShownApart } from "./markup/paste-embedded.ts";
import { readFormula } from "./markup/paste-formulas.ts";
import { cleanImage } from "./markup/paste-images.ts";
import {
  headingNumber,
  isOnlineWrapper,
  isWordContinuation,
  type ListLine,
  lowestLevel,
  nestLines,
  plainText,
  readDocsList,
  readIndentedList,
  readOnlineLine,
  readSlideLine,
  readTaskLine,
  readTick,
  readWordLine,
  typeByStyle,
  withoutTypedBox,
} from "./markup/paste-lists.ts";
import { toPlainShape } from "./markup/paste-shapes.ts";
import { withSheetStyles } from "./markup/paste-sheets.ts";
import { styleOf, withLook } from "./markup/paste-styles.ts";
import { cleanTable } from "./markup/paste-tables.ts";
import { normalizeDoc } from "./paste-normalize.ts";
import { OWN_COPY_ATTRIBUTE, readOwnSlice } from "./paste-own.ts";

export type CleanPaste = {
  readonly doc: StoredDoc;
  /** How far the first and last block were open, in a copy from our own editor. */
  readonly open: { readonly start: number; readonly end: number } | undefined;
};

/** The only path of clipboard HTML into a note. `onProgress` receives the completed share, from 0 to 1, from time to time. */
export function cleanPaste(html: string, onProgress: (share: number) => void = () => undefined): CleanPaste {
  const plain = html.replace(/[\ufdd0-\ufdd1]/g, "");
  const tree = parseHtmlTree(plain);
  onProgress(PARSED_SHARE);
  const own = plain.includes(OWN_COPY_ATTRIBUTE) ? readOwnSlice(tree) : undefined;
  if (own !== undefined) return { doc: readTree(own.nodes), open: { start: own.openStart, end: own.openEnd } };
  const cleaned = cleanAll(withSheetStyles(tree), {
    ...TOP,
    lowestLevel: lowestLevel(tree),
    count: countProgress(plain.length, onProgress),
  });
  onProgress(CLEANED_SHARE);
  return { doc: normalizeDoc(readTree(cleaned)), open: undefined };
}

/** `cleanPaste` for a tree: imports convert their format's own elements to HTML first. */
export function cleanTree(nodes: readonly HtmlNode[]): StoredDoc {
  return normalizeDoc(readTree(cleanAll(nodes, TOP)));
}

export function cleanPastedHtml(html: string): string {
  return writeStoredHtml(cleanPaste(html).doc);
}

const PARSED_SHARE = 0.2;
const CLEANED_SHARE = 0.8;
/** Elements between two reports, so that reporting costs little. */
const PROGRESS_EVERY = 500;

/** Counts elements and estimates their total by the length of the text, which is precise enough to show progress. */
function countProgress(chars: number, onProgress: (share: number) => void): () => void {
  const expected = Math.max(1, chars / 20);
  let done = 0;
  return () => {
    done += 1;
    if (done % PROGRESS_EVERY === 0) onProgress(PARSED_SHARE + (CLEANED_SHARE - PARSED_SHARE) * Math.min(1, done / expected));
  };
}

const TOP = createContext(cleanAll);

function cleanAll(nodes: readonly HtmlNode[], context: Context): HtmlNode[] {
  const out: HtmlNode[] = [];
  let lines: ListLine[] = [];
  const endList = (): void => {
    for (const list of nestLines(lines, context.lowestLevel)) out.push(list);
    lines = [];
  };
  for (const node of nodes) {
    const found = node.kind === "element" ? toListLines(node, context) : [];
    const last = lines.at(-1);
    if (found.length > 0) lines.push(...found);
    else if (last !== undefined && node.kind === "element" && isWordContinuation(node)) {
      lines[lines.length - 1] = { ...last, content: [...last.content, ...cleanNode(node, context)] };
    } else if (lines.length === 0 || node.kind === "element" || node.text.trim() !== "") {
      endList();
      for (const clean of cleanNode(node, context)) out.push(clean);
    }
  }
  endList();
  return out;
}

function toListLines(element: HtmlElement, context: Context): readonly ListLine[] {
  const written = readWordLine(element) ?? readSlideLine(element);
  if (written !== undefined) return [{ ...written, content: cleanAll(element.children, inside(element, context)) }];
  const online = isOnlineWrapper(element) ? readOnlineLine(element) : undefined;
  if (online !== undefined) return [{ ...online, content: cleanAll(online.content, context) }];
  const levelled = readIndentedList(element);
  return (levelled.length > 0 ? levelled : readDocsList(element)).map(({ line, item }) => ({
    ...line,
    content: cleanAll(item.children, inside(item, context)),
  }));
}

function cleanNode(node: HtmlNode, context: Context): readonly HtmlNode[] {
  if (node.kind === "text") return cleanText(node.text, context);
  context.count();
  const formula = readFormula(node);
  if (formula !== undefined) return [formula];
  if (isUnseen(node)) return [];
  const plain = toPlainShape(node);
  if (plain !== undefined) return cleanNode(plain, context);
  const embedded = node.tag === "input" && context.isTask ? [] : cleanEmbedded(node);
  if (embedded !== undefined) return embedded.map((left) => (left.kind === "text" ? withLook(left, context.look) : left));
  if (isDropped(node.tag)) return [];
  return cleanOwn(node, context) ?? CLEANERS[node.tag]?.(node, context) ?? cleanOther(node, context);
}

type Cleaner = (element: HtmlElement, context: Context) => readonly HtmlNode[];

const CLEANERS: Readonly<Record<string, Cleaner | undefined>> = Object.assign(Object.create(null) as Record<string, Cleaner>, {
  p: cleanParagraph,
  h1: cleanHeading,
  h2: cleanHeading,
  h3: cleanHeading,
  h4: cleanHeading,
  h5: cleanHeading,
  h6: cleanHeading,
  dt: (node, context) => [asBlock("p", node, context)],
  dd: (node, context) => [asBlock("p", node, context)],
  ul: cleanList,
  ol: cleanList,
  table: cleanTable,
  details: cleanToggle,
  pre: (node, context) => (isPreformattedProse(node) ? [asBlock("p", withSpacesKept(node), context)] : [toCode(node)]),
  a: cleanLink,
  code: (node, context) => [element("code", {}, cleanAll(node.children, inside(node, context)))],
  kbd: (node, context) => [element("code", {}, cleanAll(node.children, inside(node, context)))],
  br: (node, context) => (/interchange-newline/.test(node.attributes.class ?? "") ? [] : [withLook(element("br"), context.look)]),
  hr: () => [element("hr")],
  img: (node, context) => cleanImage(node).map((found) => (found.kind === "text" ? withLook(found, context.look) : found)),
  blockquote: (node, context) => [element("blockquote", directionOf(node, context), cleanAll(node.children, inside(node, context)))],
  button: () => [],
  codeblock: (node) => [toCode(node)],
  menu: (node, context) => cleanList({ ...node, tag: "ul" }, context),
  q: (node, context) => [styledText("“", context), ...cleanAll(node.children, inside(node, context)), styledText("”", context)],
  rp: () => [],
  rt: (node, context) => [styledText("(", context), ...cleanAll(node.children, inside(node, context)), styledText(")", context)],
  "google-sheets-html-origin": (node, context) => cleanAll(node.children, context),
} satisfies Record<string, Cleaner>);

/** Nodes that only our own editor writes, copied from a note in the read view. */
function cleanOwn(node: HtmlElement, context: Context): readonly HtmlNode[] | undefined {
  const own = node.attributes[OWN_NODE];
  if (own === "callout" && node.tag === "div") return [element("div", ownAttributes(node), cleanAll(node.children, inside(node, context)))];
  if ((own === "math" && node.tag === "span") || (own === "footnote" && node.tag === "sup"))
    return [{ ...node, children: [...node.children] }];
  return undefined;
}

function ownAttributes({ attributes }: HtmlElement): Record<string, string> {
  return Object.fromEntries([OWN_NODE, "data-kind"].flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])));
}

/** White space is significant in `pre`, whatever the style says. */
function withSpacesKept(node: HtmlElement): HtmlElement {
  const style = `${node.attributes.style ?? ""};white-space:pre`;
  return { ...node, attributes: { ...node.attributes, style } };
}

/**
 * Keeps the title as one line; the reader adds a missing title. A title that is a heading stays one, because outlines and links refer to it;
 * the rest follows it.
 */
function cleanToggle(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const here = inside(node, context);
  const title = node.children.find((child) => child.kind === "element" && child.tag === "summary");
  if (title?.kind === "element" && holdsHeading(title.children)) return cleanAll(node.children, here);
  const children = node.children.flatMap((child) =>
    child.kind === "element" && child.tag === "summary"
      ? [element("summary", {}, cleanAll(child.children, inside(child, here)))]
      : cleanAll([child], here),
  );
  return [element("details", directionOf(node, context), children)];
}

const holdsHeading = ofSome((element, inside) => /^h[1-6]$/.test(element.tag) || inside(element.children));

function cleanOther(node: HtmlElement, context: Context): readonly HtmlNode[] {
  if (node.attributes.role === "heading") return cleanHeading({ ...node, tag: `h${headingLevel(node)}` }, context);
  const here = inside(node, context);
  if (isCodeByStyle(node)) return [element("pre", {}, [element("code", {}, [{ kind: "text", text: codeText(node.children) }])])];
  if (node.attributes["data-task-state"] !== undefined) return [cleanTask(node, node.attributes["data-task-state"] === "DONE", here)];
  if (/\bc-mrkdwn__br\b/.test(node.attributes.class ?? "")) return [element("br")];
  if (/^(?:Apple-converted-space|Apple-tab-span)$/.test(node.attributes.class ?? "")) return cleanSpacer(node, here);
  if (styleOf(node).has("mso-spacerun") || styleOf(node).has("mso-tab-count")) return cleanSpacer(node, here);
  const task = BLOCK_FRAMES.has(node.tag) && !context.isTask ? readTaskLine(node) : undefined;
  if (task !== undefined) return [cleanTask(task.line, task.isDone, here)];
  const children = isFlexOrGrid(node) ? cleanApart(node.children, here) : cleanAll(node.children, here);
  const apart = BLOCK_FRAMES.has(node.tag) ? "block" : isShownApart(node);
  if (apart === "beside") return [styledText(" ", context), ...children, styledText(" ", context)];
  if (apart === undefined) return children;
  // In mail and note programs, a line with only a break is a blank line.
  if (node.tag === "div" && children.every(isBreak)) return holdsBreak(children) ? [element("p")] : [];
  return [element("div", {}, holdsBlock(children) ? children : [element("p", alignmentOf(here), children)])];
}

/** Parts of a flexible box or grid, with a space between two that would share a line. */
function cleanApart(nodes: readonly HtmlNode[], context: Context): HtmlNode[] {
  const parts = nodes.map((node) => cleanAll([node], context)).filter((part) => part.length > 0);
  return parts.flatMap((part, at) => {
    const before = parts[at - 1];
    const isBeside = before !== undefined && !holdsBlock(before) && !holdsBlock(part);
    return isBeside ? [styledText(" ", context), ...part] : part;
  });
}

function cleanTask(node: HtmlElement, isDone: boolean, context: Context): HtmlElement {
  const children = cleanAll(node.children, { ...context, isTask: true });
  const item = element("li", { "data-type": "taskItem", "data-checked": String(isDone) }, children);
  return element("ul", { "data-type": "taskList" }, [item]);
}

/** True for a break, even inside formatting elements. */
function isBreak(node: HtmlNode): boolean {
  return node.kind === "text" ? /^[ \t\r\n\f]*$/.test(node.text) : isBreakElement(node);
}

const isBreakElement = onceForEach(
  (element) => element.tag === "br" || (element.children.length > 0 && !BLOCKS.has(element.tag) && element.children.every(isBreak)),
);
const holdsBreak = ofSome((element, inside) => element.tag === "br" || inside(element.children));

const BLOCK_FRAMES: ReadonlySet<string> = new Set(
  (
    "div section article header footer main aside nav figure figcaption address center summary fieldset form dl body html " +
    "legend li caption td th tr tbody thead tfoot"
  ).split(" "),
);

/** Spaces that a program wrote as no-break spaces only to keep HTML from collapsing them. */
function cleanSpacer(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const isTab = styleOf(node).has("mso-tab-count") || node.attributes.class === "Apple-tab-span";
  const text = plainText(node.children);
  return [withLook({ kind: "text", text: isTab ? HELD_TAB : HELD_SPACE.repeat(Math.max(1, text.length)) }, context.look)];
}

function headingLevel(node: HtmlElement): number {
  const level = Number(node.attributes["aria-level"] ?? 2);
  return level >= 1 && level <= 6 ? Math.floor(level) : 2;
}

function cleanParagraph(node: HtmlElement, context: Context): readonly HtmlNode[] {
  if (node.attributes.role === "heading") return cleanHeading({ ...node, tag: `h${headingLevel(node)}` }, context);
  const kind = node.attributes.class ?? "";
  if (/\bMsoTitle\b/.test(kind)) return cleanHeading({ ...node, tag: "h1" }, context);
  if (/\bMsoSubtitle\b/.test(kind)) return cleanHeading({ ...node, tag: "h2" }, context);
  const box = wordBox(node);
  const task = readTaskLine(node);
  if (task !== undefined) return [cleanTask(task.line, task.isDone, inside(node, context))];
  if (box !== undefined)
    return [cleanTask({ ...node, children: node.children.filter((child) => child !== box) }, isTickedBox(box), inside(node, context))];
  const paragraph = asBlock("p", node, context);
  return /\bMso(?:Intense)?Quote\b/.test(kind) ? [element("blockquote", {}, [paragraph])] : [paragraph];
}

/** Word's checkbox at the start of a paragraph. */
function wordBox(node: HtmlElement): HtmlElement | undefined {
  const first = node.children.find((child) => child.kind === "element" || child.text.trim() !== "");
  return first?.kind === "element" && first.tag === "w:sdt" && first.attributes.checkbox !== undefined ? first : undefined;
}

function isTickedBox({ attributes }: HtmlElement): boolean {
  return attributes.checkboxischecked === "t";
}

function cleanHeading(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const bare = asBlock(node.tag, node, context);
  const number = headingNumber(node);
  const heading = number === "" ? bare : { ...bare, children: [{ kind: "text" as const, text: `${number} ` }, ...bare.children] };
  return plainText(heading.children).trim() === "" && !holdsImage(heading.children) ? [] : [heading];
}

const holdsImage = ofSome((element, inside) => element.tag === "img" || inside(element.children));

function asBlock(tag: string, node: HtmlElement, context: Context): HtmlElement {
  const here = inside(node, context);
  return element(tag, { ...alignmentOf(here), ...directionOf(node, context) }, cleanAll(node.children, here));
}

function cleanLink(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const children = cleanAll(node.children, inside(node, context));
  const { href } = node.attributes;
  if (node.attributes["data-file-id"] !== undefined) return [element("a", node.attributes, node.children)];
  const noteId = node.attributes["data-note-id"] ?? (href?.startsWith(NOTE_ADDRESS) ? href.slice(NOTE_ADDRESS.length) : undefined);
  if (noteId !== undefined && isEntityId(noteId)) return [element("a", { "data-note-id": noteId })];
  return href === undefined ? children : [element("a", { href }, children)];
}

function cleanList(node: HtmlElement, context: Context): readonly HtmlNode[] {
  const items = node.children.filter((child): child is HtmlElement => child.kind === "element" && child.tag === "li");
  const first = items[0];
  const isChecklist = first !== undefined && readTick(first, node) !== undefined;
  const task = isChecklist ? undefined : firstTask(node);
  if (task !== undefined) return [...cleanList(withItems(node, 0, task), context), ...cleanList(withItems(node, task), context)];
  const children = node.children.flatMap((child) => cleanListChild(child, { list: node, isChecklist }, inside(node, context)));
  if (isChecklist) return [element("ul", { "data-type": "taskList", ...directionOf(node, context) }, children)];
  const { start = first?.attributes.value, type = typeByStyle(node, first) } = node.attributes;
  const own = node.tag === "ol" ? { ...(start === undefined ? {} : { start }), ...(type === undefined ? {} : { type }) } : {};
  return [element(node.tag, { ...own, ...directionOf(node, context) }, children)];
}

/**
 * Index of the first item with a checkbox in a list that begins with ordinary items: the list is split there, because a bullet list has no
 * checkboxes.
 */
function firstTask(list: HtmlElement): number | undefined {
  const at =
    list.tag === "ol"
      ? -1
      : list.children.findIndex((child) => child.kind === "element" && child.tag === "li" && readTick(child, list) !== undefined);
  return at < 0 ? undefined : at;
}

function withItems(list: HtmlElement, from: number, to?: number): HtmlElement {
  return { ...list, children: list.children.slice(from, to) };
}

function cleanListChild(
  child: HtmlNode,
  { list, isChecklist }: { readonly list: HtmlElement; readonly isChecklist: boolean },
  context: Context,
): readonly HtmlNode[] {
  if (child.kind === "text" || child.tag !== "li") return cleanNode(child, context);
  const isTicked = readTick(child, list) ?? false;
  const item = isChecklist ? withoutTypedBox(child) : child;
  const own = isChecklist ? { "data-type": "taskItem", "data-checked": String(isTicked) } : {};
  const here = { ...inside(item, { ...context, align: undefined }), isTask: isChecklist };
  const look = { ...here.look, isDone: isChecklist && isTicked };
  return [element("li", own, cleanAll(item.children, { ...here, look }))];
}
