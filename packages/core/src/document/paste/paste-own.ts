/** Our own clipboard's open lists and tables around a selection; untrusted, so only read as elements and checked with the rest. */
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import type { HtmlElement, HtmlNode } from "../html/html-tree.ts";
import type { Attributes } from "../html/stored-html.ts";
import { MAX_NESTING, type NodeName, STORED_NODES } from "../html/stored-html.ts";
import { htmlAttributes } from "../html/write-stored-html.ts";

/** Set by the editor on what it copies: other editors name their nodes alike and mean other markup. */
export const OWN_COPY_ATTRIBUTE = "data-satchel-copy";
export const SLICE_ATTRIBUTE = "data-pm-slice";

export type OwnSlice = {
  readonly nodes: readonly HtmlNode[];
  /** How many levels of the first and of the last block the selection left open. */
  readonly openStart: number;
  readonly openEnd: number;
};

export function readOwnSlice(tree: readonly HtmlNode[]): OwnSlice | undefined {
  const content = findSlice(tree, 0);
  const declared = /^(\d{1,3}) (\d{1,3})(?: -(\d))? (\[.*\])$/s.exec(content?.declared ?? "");
  if (content === undefined || declared === null) return undefined;
  const frames = readFrames(declared[4] ?? "");
  const depth = (open: string | undefined): number => Number(open) + frames.length;
  const inner = unwrap(content.siblings, Number(declared[3] ?? 0));
  if (!holdsMark(inner)) return undefined;
  const nodes = frames.reduceRight<readonly HtmlNode[]>(within, inner);
  return { nodes, openStart: depth(declared[1]), openEnd: depth(declared[2]) };
}

function within(inside: readonly HtmlNode[], frame: HtmlElement): readonly HtmlNode[] {
  return [{ ...frame, children: [...inside] }];
}

type Found = { readonly siblings: readonly HtmlNode[]; readonly declared: string };

/** Clipboards put `html`, `body` and comments around it. */
function findSlice(nodes: readonly HtmlNode[], depth: number): Found | undefined {
  for (const node of nodes) {
    if (node.kind === "text") continue;
    const declared = node.attributes[SLICE_ATTRIBUTE];
    if (declared !== undefined) return { siblings: nodes, declared };
    const inside = depth < 3 && (node.tag === "html" || node.tag === "body") ? findSlice(node.children, depth + 1) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Rows and cells are copied with a table around them that was not selected. */
function unwrap(nodes: readonly HtmlNode[], levels: number): readonly HtmlNode[] {
  let inner = nodes;
  for (let level = 0; level < levels; level++) inner = inner.find((node): node is HtmlElement => node.kind === "element")?.children ?? [];
  return inner;
}

function holdsMark(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => node.kind === "element" && node.attributes[OWN_COPY_ATTRIBUTE] !== undefined);
}

/** `["bulletList", {…}, "listItem", {}]`, from the outermost to the innermost. */
function readFrames(context: string): readonly HtmlElement[] {
  const declared = parseList(context);
  const frames: HtmlElement[] = [];
  for (let at = 0; at + 1 < declared.length && frames.length < MAX_NESTING; at += 2) {
    const frame = toFrame(declared[at], declared[at + 1]);
    if (frame === undefined) return [];
    frames.push(frame);
  }
  return frames;
}

function parseList(json: string): readonly unknown[] {
  const list = parseJson(json);
  return Array.isArray(list) ? list : [];
}

const FRAMES: ReadonlySet<unknown> = new Set<NodeName>([
  "bulletList",
  "orderedList",
  "listItem",
  "taskList",
  "taskItem",
  "blockquote",
  "callout",
  "toggle",
  "table",
  "tableRow",
  "tableCell",
  "tableHeader",
]);

function toFrame(name: unknown, attrs: unknown): HtmlElement | undefined {
  if (!FRAMES.has(name)) return undefined;
  const rule = STORED_NODES[name as NodeName];
  const known = typeof attrs === "object" && attrs !== null ? plainValues(attrs) : {};
  return { kind: "element", tag: rule.tag, attributes: Object.fromEntries(htmlAttributes(rule, known)), children: [] };
}

/** Attributes of our nodes are text, numbers, yes or no, and lists of numbers. */
function plainValues(attrs: object): Attributes {
  const isPlain = (value: unknown): boolean =>
    ["string", "number", "boolean"].includes(typeof value) || (Array.isArray(value) && value.every((part) => typeof part === "number"));
  return Object.fromEntries(Object.entries(attrs).filter(([, value]) => isPlain(value))) as Attributes;
}
