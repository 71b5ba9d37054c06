/** Converts foreign HTML to a stored document and records every loss as a remark. Only names the wanted files, does not read them. Pure. */
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "../../../document/html/html-tree.ts";
import { readTree } from "../../../document/html/read-stored-html.ts";
import type { StoredDoc } from "../../../document/html/stored-doc.ts";
import { type CalloutKind, OWN_NODE } from "../../../document/html/stored-html.ts";
import { UNREAD_ATTRIBUTE, WIKI_SCHEME } from "../../../document/markdown/markdown-html.ts";
import { plainText } from "../../../document/paste/markup/paste-lists.ts";
import { cleanTree } from "../../../document/paste/paste-clean.ts";
import { isWebHref, type LinkRef, toRefHref } from "../model/link-refs.ts";
import type { Remark, RemarkKind } from "../model/source-item.ts";
import { groupTicks, INLINE, splitMixedList } from "./tick-lists.ts";

/** Meaning of an address in the source: a note by its names, a file of the source, or neither. */
export type Target =
  | { readonly kind: "note"; readonly names: readonly string[]; readonly anchor?: string }
  | { readonly kind: "file"; readonly ref: string; readonly name?: string }
  | { readonly kind: "other" };

export type ForeignRules = {
  target(href: string): Target;
  /** Converts a format's own element to HTML; returns undefined for other elements. */
  own?(element: HtmlElement, draft: DraftBuilder): readonly HtmlNode[] | undefined;
};

export type WantedFile = {
  readonly ref: string;
  readonly name?: string;
  /** Content of a file that is embedded in the text. */
  readonly data?: DataUrl;
};
export type DataUrl = { readonly mimeType: string; readonly isBase64: boolean; readonly text: string };

export type Draft = { readonly doc: StoredDoc; readonly wanted: readonly WantedFile[]; readonly remarks: readonly Remark[] };

export type DraftBuilder = {
  remark(kind: RemarkKind, status: Remark["status"], detail?: string): void;
  /** Returns the id under which the document refers to the file. */
  want(file: WantedFile): string;
};

export function readForeignHtml(html: string, rules: ForeignRules): Draft {
  return readForeignTree(parseHtmlTree(html), rules);
}

/** Converts a note. If that fails, keeps its plain text, so that one bad note does not stop the import. */
export function readForeignTree(nodes: readonly HtmlNode[], rules: ForeignRules): Draft {
  try {
    return readDraft((draft) => cleanTree(readNodes(nodes, { rules, draft })));
  } catch {
    const doc = readTree([newElement("p", {}, [newText(plainText(nodes))])]);
    return { doc, wanted: [], remarks: [{ kind: "content-unreadable", status: "approximated", count: 1 }] };
  }
}

/** Reads HTML of the stored form, whose elements need no cleaning. */
export function readOwnTree(read: (draft: DraftBuilder) => readonly HtmlNode[]): Draft {
  return readDraft((draft) => readTree(read(draft)));
}

function readDraft(read: (draft: DraftBuilder) => StoredDoc): Draft {
  const wanted = new Map<string, { readonly file: WantedFile; readonly id: string }>();
  const remarks = createRemarks();
  const draft: DraftBuilder = {
    remark: remarks.add,
    want(file) {
      const known = wanted.get(file.ref) ?? { file, id: `file-${wanted.size}` };
      wanted.set(file.ref, known);
      return known.id;
    },
  };
  const doc = read(draft);
  return { doc, wanted: [...wanted.values()].map(({ file }) => file), remarks: remarks.all() };
}

function createRemarks(): { readonly add: DraftBuilder["remark"]; readonly all: () => readonly Remark[] } {
  const byKind = new Map<string, Remark>();
  return {
    add(kind, status, detail) {
      const key = `${kind} ${status} ${detail ?? ""}`;
      const count = (byKind.get(key)?.count ?? 0) + 1;
      byKind.set(key, { kind, status, count, ...(detail === undefined ? {} : { detail: detail.slice(0, 200) }) });
    },
    all: () => [...byKind.values()],
  };
}

type Context = { readonly rules: ForeignRules; readonly draft: DraftBuilder };

function readNodes(nodes: readonly HtmlNode[], context: Context, parent = ""): HtmlNode[] {
  return groupTicks(
    nodes.flatMap((node) => (node.kind === "text" ? [node] : readElement(node, context))),
    parent,
  );
}

function readElement(element: HtmlElement, context: Context): readonly HtmlNode[] {
  if (isHidden(element)) {
    const words = plainText(element.children).trim();
    if (words !== "") context.draft.remark("hidden-dropped", "lost", words.slice(0, 60));
    for (let at = countLinks(element.children); at > 0; at -= 1) context.draft.remark("hidden-link", "lost");
    return [];
  }
  if (element.attributes[UNREAD_ATTRIBUTE] !== undefined) context.draft.remark("content-unreadable", "approximated");
  const own = context.rules.own?.(element, context.draft);
  if (own !== undefined) return own.flatMap((node) => (node.kind === "text" ? [node] : readOwned(node, element, context)));
  return readKnown(element, context);
}

function isHidden(element: HtmlElement): boolean {
  const { hidden, style = "" } = element.attributes;
  return hidden !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function countLinks(nodes: readonly HtmlNode[]): number {
  return nodes.reduce((sum, node) => {
    if (node.kind === "text") return sum;
    return sum + (node.tag === "a" && (node.attributes.href ?? "") !== "" ? 1 : 0) + countLinks(node.children);
  }, 0);
}

/**
 * Reads an element that `own` returned. A child of the original may be an element of the format again; a new element is not passed to
 * `own`, which could return it forever.
 */
function readOwned(node: HtmlElement, from: HtmlElement, context: Context): readonly HtmlNode[] {
  return from.children.includes(node) ? readElement(node, context) : readKnown(node, context);
}

function readKnown(element: HtmlElement, context: Context): readonly HtmlNode[] {
  return READERS[element.tag]?.(element, context) ?? [withChildren(element, context)];
}

function withChildren(element: HtmlElement, context: Context): HtmlElement {
  return { ...element, children: readNodes(withImage(element), context, element.tag) };
}

type Reader = (element: HtmlElement, context: Context) => readonly HtmlNode[];

const READERS: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null) as Record<string, Reader>, {
  a: readLink,
  img: readImage,
  image: readImage,
  audio: readMedia,
  video: readMedia,
  embed: readMedia,
  object: readMedia,
  iframe: readMedia,
  svg: readDrawing,
  canvas: readDrawing,
  ul: (list, context) => splitMixedList(withChildren(isNumbered(list) ? { ...list, tag: "ol" } : list, context)),
  ol: (list, context) => splitMixedList(withChildren(list, context)),
  td: (cell, context) => [joinLines(withChildren(cell, context))],
  th: (cell, context) => [joinLines(withChildren(cell, context))],
  input: readInput,
  textarea: (element) => element.children,
  button: (element, context) => readNodes(element.children, context),
} satisfies Record<string, Reader>);

/** Some programs mark a numbered list by style only. */
function isNumbered({ attributes }: HtmlElement): boolean {
  return /(?:^|;)\s*list-style(?:-type)?\s*:\s*(?:decimal|(?:lower|upper)-(?:alpha|latin|roman))\b/i.test(attributes.style ?? "");
}

/** Turns a table cell that contains only plain `div`s into lines, not paragraphs. */
function joinLines(cell: HtmlElement): HtmlElement {
  const shown = cell.children.filter((child) => child.kind === "element" || child.text.trim() !== "");
  const lines = shown.filter((child): child is HtmlElement => child.kind === "element" && child.tag === "div" && isLine(child));
  if (lines.length < 2 || lines.length < shown.length) return cell;
  const line = ({ children }: HtmlElement): readonly HtmlNode[] => (children.every(isBreak) ? [] : children);
  return { ...cell, children: lines.flatMap((div, at) => (at === 0 ? line(div) : [newElement("br"), ...line(div)])) };
}

function isLine({ attributes, children }: HtmlElement): boolean {
  if (/text-align/i.test(attributes.style ?? "")) return false;
  return children.every((child) => child.kind === "text" || isBreak(child) || (INLINE.has(child.tag) && isLine(child)));
}

function isBreak(node: HtmlNode): boolean {
  return node.kind === "element" && node.tag === "br";
}

function readLink(element: HtmlElement, context: Context): readonly HtmlNode[] {
  const { href } = element.attributes;
  if (element.attributes["data-file-id"] !== undefined) return [element];
  const children = readNodes(element.children, context);
  if (href === undefined || href.trim() === "") return children;
  const target = context.rules.target(href.trim());
  if (target.kind === "file" && !holdsImage(children)) return [fileLink(element, target, context)];
  if (target.kind === "file") return children;
  const shown = plainText(children).trim() === "" && !holdsImage(children) ? [{ kind: "text" as const, text: href }] : children;
  if (target.kind === "other" && isWebHref(href.trim())) return [{ ...element, children: [...shown] }];
  return [{ ...element, attributes: { href: toRefHref(refOf(target, href.trim())) }, children: [...shown] }];
}

function refOf(target: Target, href: string): LinkRef {
  if (target.kind !== "note") return { names: [], href };
  return { names: target.names, href, ...(target.anchor === undefined ? {} : { anchor: target.anchor }) };
}

function fileLink(element: HtmlElement, target: { readonly ref: string; readonly name?: string }, { draft }: Context): HtmlElement {
  const text = plainText(element.children).trim();
  const name = target.name ?? (text === "" ? undefined : text);
  return attachmentElement(draft.want({ ref: target.ref, ...(name === undefined ? {} : { name }) }), name);
}

export function attachmentElement(id: string, name: string | undefined): HtmlElement {
  return newElement("a", { "data-file-id": id, ...(name === undefined ? {} : { "data-file-name": name }) });
}

export function calloutElement(kind: CalloutKind, content: readonly HtmlNode[]): HtmlElement {
  return newElement("div", { [OWN_NODE]: "callout", "data-kind": kind }, content);
}

export function newElement(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly HtmlNode[] = [],
): HtmlElement {
  return { kind: "element", tag, attributes: { ...attributes }, children: [...children] };
}

export function newText(text: string): HtmlNode {
  return { kind: "text", text };
}

function holdsLink(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => node.kind === "element" && (node.tag === "a" || holdsLink(node.children)));
}

function holdsImage(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => node.kind === "element" && (node.tag === "img" || holdsImage(node.children)));
}

function readImage(element: HtmlElement, context: Context): readonly HtmlNode[] {
  const { src = "", title } = element.attributes;
  const alt = (element.attributes.alt || title) ?? element.attributes.alt;
  if (element.attributes["data-image-id"] !== undefined) return [element];
  const data = parseDataUrl(src.trim());
  const attributes = { ...sizeOf(element), ...(alt === undefined ? {} : { alt }) };
  if (data !== undefined) return [newElement("img", { ...attributes, "data-image-id": context.draft.want({ ref: src, data }) })];
  const target = src.trim() === "" ? { kind: "other" as const } : context.rules.target(src.trim());
  if (target.kind === "file") return [newElement("img", { ...attributes, "data-image-id": context.draft.want(target) })];
  if (target.kind === "note" && src.startsWith(WIKI_SCHEME)) return [embeddedNote(src.trim(), alt ?? "", { target, draft: context.draft })];
  if (/^(?:https?:)?\/\//i.test(src.trim())) return [{ ...element, attributes: { ...element.attributes, ...NO_SIZE, ...attributes } }];
  if (src.trim() === "" && (alt ?? "") === "") return [];
  context.draft.remark("attachment-missing", "lost", src || alt);
  return [newText(`[${alt || src}]`)];
}

/** Inserts an image from the first `source` of a `picture` that has no `img`. */
function withImage({ children }: HtmlElement): readonly HtmlNode[] {
  const at = children.findIndex((child) => child.kind === "element" && child.tag === "source" && child.attributes.srcset !== undefined);
  const source = children[at];
  if (source?.kind !== "element" || holdsImage(children)) return children;
  const src = source.attributes.srcset?.trim().split(/\s+/)[0]?.replace(/,$/, "") ?? "";
  return children.toSpliced(at, 1, newElement("img", { src }));
}

/** Replaces an embedded note by a link to it. */
function embeddedNote(src: string, alt: string, { target, draft }: { readonly target: Target; readonly draft: DraftBuilder }): HtmlElement {
  const words = alt === "" ? src.slice(WIKI_SCHEME.length) : alt;
  draft.remark("embed-as-link", "approximated", words);
  return newElement("a", { href: toRefHref({ ...refOf(target, src), isEmbed: true }) }, [newText(words)]);
}

const NO_SIZE = { width: "", height: "", style: "" };

/** Ignores the size attributes if a style makes the width automatic. Tiny sizes are mistakes or tracking images. */
function sizeOf({ attributes }: HtmlElement): Record<string, string> {
  const isFree = /(?:^|;)\s*width:\s*auto/i.test(attributes.style ?? "");
  return Object.fromEntries(
    (["width", "height"] as const).flatMap((name) => {
      const pixels = Math.round(Number(/^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/.exec(attributes[name] ?? "")?.[1] ?? 0));
      return pixels > 2 && !isFree ? [[name, String(pixels)]] : [];
    }),
  );
}

/** Returns undefined if `src` is not a data URL or has no content. */
export function parseDataUrl(src: string): DataUrl | undefined {
  const head = /^data:([^,;]*)((?:;[^,;]*)*),/i.exec(src.slice(0, 500));
  if (head === null || src.length === head[0].length) return undefined;
  const isBase64 = /;base64$/i.test(head[2] ?? "");
  return { mimeType: (head[1] || "text/plain").toLowerCase(), isBase64, text: src.slice(head[0].length) };
}

/** Converts embedded media: a file of the source is attached; for other media, a link is used, unless the element already contains one. */
function readMedia(element: HtmlElement, context: Context): readonly HtmlNode[] {
  const source = element.children.find((child): child is HtmlElement => child.kind === "element" && child.tag === "source");
  const src = (element.attributes.src ?? element.attributes.data ?? source?.attributes.src ?? "").trim();
  const target = src === "" ? { kind: "other" as const } : context.rules.target(src);
  if (target.kind === "file") return [attachmentElement(context.draft.want(target), target.name)];
  if (!/^(?:https?:)?\/\//i.test(src)) return readNodes(element.children, context);
  context.draft.remark("embed-as-link", "approximated", src);
  const words = readNodes(element.children, context);
  if (holdsLink(words)) return words;
  const href = src.startsWith("//") ? `https:${src}` : src;
  return [newElement("p", {}, [newElement("a", { href }, [newText(href)])])];
}

function readDrawing(element: HtmlElement, context: Context): readonly HtmlNode[] {
  if (element.children.length > 0) context.draft.remark("drawing-dropped", "lost", plainText(element.children).trim().slice(0, 60));
  return [];
}

export function findAnnotation(element: HtmlElement): string | undefined {
  for (const child of element.children) {
    if (child.kind === "text") continue;
    if (child.tag === "annotation") return plainText(child.children).trim();
    const inside = findAnnotation(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function readInput(element: HtmlElement): readonly HtmlNode[] {
  const { type = "text", value = "" } = element.attributes;
  if (/^checkbox$/i.test(type)) return [element];
  return /^(?:text|search|email|url|tel|number|date)$/i.test(type) && value !== "" ? [newText(value)] : [];
}
