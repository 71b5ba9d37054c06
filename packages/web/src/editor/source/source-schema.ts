/** Document of the source editor: lines of text, and kept parts that can be moved and deleted only whole. */
import { toText } from "@satchel/core/document/html/html-text.ts";
import { type KeptPart, type KeptParts, RESERVED, TOKEN } from "@satchel/core/document/markdown/source/kept-parts.ts";
import { type DOMOutputSpec, Fragment, type Node, Schema, Slice } from "@tiptap/pm/model";
import { sourceText } from "../../text/editor/source.ts";
import css from "./source.module.css";

const kept = { atom: true, selectable: true, draggable: true, attrs: { html: {}, isBlock: { default: false } } } as const;

export const sourceSchema = new Schema({
  nodes: {
    doc: { content: "(line | keptBlock)+" },
    line: {
      content: "(text | keptInline)*",
      whitespace: "pre",
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", 0],
    },
    text: {},
    keptBlock: { ...kept, toDOM: (node) => renderKept("div", node) },
    keptInline: { ...kept, inline: true, toDOM: (node) => renderKept("span", node) },
  },
});

const { line: LINE, keptBlock: KEPT_BLOCK, keptInline: KEPT_INLINE } = sourceSchema.nodes;

/** Characters of a kept part that are shown. */
const PREVIEW_CHARS = 80;

function renderKept(tag: "div" | "span", { attrs }: Node): DOMOutputSpec {
  const html = String(attrs.html);
  const kind = kindOf(html);
  const name = sourceText.parts[kind];
  const sign = tag === "span" ? SIGNS[kind] : undefined;
  if (sign !== undefined) return [tag, { ...FIXED, class: css.sign as string, role: "img", "aria-label": name, title: name }, sign];
  const text = (/^<img[^>]* alt="([^"]*)"/.exec(html)?.[1] ?? toText(html)).replace(/\s+/g, " ").trim();
  const preview = text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text;
  const className = tag === "div" ? `${css.kept} ${css.keptBlock}` : css.kept;
  return [tag, { class: className, ...FIXED }, ["span", { class: css.kind }, name], preview && ` ${preview}`];
}

const FIXED = { contenteditable: "false", "data-kept": "" } as const;

/** Shown for parts without words. */
const SIGNS: Partial<Record<Kind, string>> = { spaces: "␣", lineBreak: "↵", emptyLine: "¶" };

type Kind = keyof typeof sourceText.parts;

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^<p><\/p>/, "emptyLine"],
  [/^<img/, "image"],
  [/^<a data-file-id/, "file"],
  [/^<table/, "table"],
  [/^<[uo]l/, "list"],
  [/^<span style/, "color"],
  [/^<(?:p|h\d)[^>]*(?:text-align|dir=)/, "aligned"],
  [/^<(?:blockquote|div data-satchel="callout")/, "quote"],
  [/^<br>/, "lineBreak"],
  [/^(?:<[a-z]+>)*[ \t]|^&nbsp;/, "spaces"],
];

function kindOf(html: string): Kind {
  return KINDS.find(([pattern]) => pattern.test(html))?.[1] ?? "other";
}

/** Text of each line with tokens for the kept parts. Blank lines separate kept blocks from their neighbors. */
export function linesOf(doc: Node | Fragment, parts: KeptParts): readonly string[] {
  const lines: string[] = [];
  let isAfterBlock = false;
  const children = doc instanceof Fragment ? doc.content : doc.children;
  for (const child of children) {
    const isBlock = child.type === KEPT_BLOCK;
    const line = lineOf(child, parts);
    const isNear = lines.length > 0 && (isBlock || isAfterBlock) && lines.at(-1) !== "" && line !== "";
    if (isNear) lines.push("");
    lines.push(line);
    isAfterBlock = isBlock;
  }
  return lines;
}

/** Nodes never change in place, and belong to one source. */
const written = new WeakMap<Node, string>();

function lineOf(line: Node, parts: KeptParts): string {
  const text = written.get(line) ?? writeLine(line, parts);
  written.set(line, text);
  return text;
}

function writeLine(line: Node, parts: KeptParts): string {
  if (line.isTextblock) return line.children.map((child) => (child.isText ? plain(child.text ?? "") : parts.keep(toPart(child)))).join("");
  return parts.keep(toPart(line));
}

function toPart({ attrs }: Node): KeptPart {
  return { html: String(attrs.html), isBlock: attrs.isBlock === true };
}

const plain = (text: string): string => (RESERVED.test(text) ? text.replace(/[\ufdd0-\ufddf]/g, "") : text);

export function toNodes(lines: readonly string[], parts: KeptParts): readonly Node[] {
  return lines.map((line) => {
    const pieces = line.split(TOKEN);
    const [before, id = "", after] = pieces;
    const only = pieces.length === 3 && before === "" && after === "" ? parts.find(id) : undefined;
    if (only?.isBlock === true) return KEPT_BLOCK.create(only);
    const content = pieces.flatMap((piece, at): Node[] => {
      if (at % 2 === 0) return piece === "" ? [] : [sourceSchema.text(piece)];
      const part = parts.find(piece);
      return part === undefined ? [] : [KEPT_INLINE.create(part)];
    });
    return LINE.create(null, content);
  });
}

/** Typed or pasted text, which has no kept parts. */
export function textSlice(text: string): Slice {
  const lines = text.split(/\r\n?|\n/).map((line) => LINE.create(null, line === "" ? null : sourceSchema.text(plain(line))));
  return Slice.maxOpen(Fragment.fromArray(lines));
}

export function sizeOf(nodes: readonly { readonly nodeSize: number }[]): number {
  return nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}
