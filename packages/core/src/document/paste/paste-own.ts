/** Lists and tables around a selection in our own clipboard; untrusted, so only read as elements and validated with the rest. */
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import type { HtmlElement, HtmlNode } from "../html/html-tree.ts";
import type { Attributes } from "../html/stored-html.ts";
import { MAX_NESTING, type NodeName, STORED_NODES } from "../html/stored-html.ts";
import { htmlAttributes } from "../html/write-stored-html.ts";

/** Set by the editor on what it copies, because other editors use the same node names for other markup. */
export const OWN_COPY_ATTRIBUTE = "data-satchel-copy";
export const SLICE_ATTRIBUTE = "data-pm-slice";

export type OwnSlice = {
  readonly nodes: readonly HtmlNode[];
  /** Number of levels at which the selection left its first and last block open. */
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

/** Skips `html`, `body` and comments that clipboards add. */
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

/** Removes the unselected table around copied rows and cells. */
function unwrap(nodes: readonly HtmlNode[], levels: number): readonly HtmlNode[] {
  let inner = nodes;
  for (let level = 0; level < levels; level++) inner = inner.find((node): node is HtmlElement => node.kind === "element")?.children ?? [];
  return inner;
}

function holdsMark(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => node.kind === "element" && node.attributes[OWN_COPY_ATTRIBUTE] !== undefined);
}

/** Parses `["bulletList", {…}, "listItem", {}]`, from the outermost to the innermost. */
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

/** Keeps only text, numbers, booleans and lists of numbers, the types of our attributes. */
function plainValues(attrs: object): Attributes {
  const isPlain = (value: unknown): boolean =>
    ["string", "number", "boolean"].includes(typeof value) || (Array.isArray(value) && value.every((part) => typeof part === "number"));
  return Object.fromEntries(Object.entries(attrs).filter(([, value]) => isPlain(value))) as Attributes;
}
