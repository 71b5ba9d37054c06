/** Changes of a note's text while it is read: boxes that are ticked, words that are replaced, images that are loaded. Pure. */
import { writeStoredHtml } from "../html/canonical-html.ts";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { isText, type StoredElement, type StoredNode, type StoredText } from "../html/stored-doc.ts";
import { nodeRule } from "../html/stored-html.ts";
import { NOT_TEXT } from "./find-options.ts";

/**
 * Sets the task at `index`, counted in text order, while a note is read. Returns canonical HTML; undefined if there is no such task. Pure.
 */
export function setTaskChecked(html: string, index: number, isChecked: boolean): string | undefined {
  let at = -1;
  const doc = readStoredHtml(html);
  const content = doc.content.map((block) =>
    mapElements(block, (element) => {
      if (element.type !== "taskItem") return element;
      at += 1;
      return at === index ? { ...element, attrs: { ...element.attrs, checked: isChecked } } : element;
    }),
  );
  return at < index ? undefined : writeStoredHtml({ ...doc, content });
}

/** Replaces a part of one line. Lines are paragraphs, headings, titles of toggles and code, counted from 0 in text order. */
export type LineChange = {
  readonly line: number;
  /** Whole text of the line that was searched; if the line has changed since, it stays as it is. */
  readonly text: string;
  /** Offsets in `text`, where any node other than text is one character. */
  readonly from: number;
  readonly to: number;
  readonly words: string;
};

export function replaceInLines(html: string, changes: readonly LineChange[]): string {
  const byLine = new Map<number, LineChange[]>();
  for (const change of changes) {
    const others = byLine.get(change.line);
    if (others === undefined) byLine.set(change.line, [change]);
    else others.push(change);
  }
  let at = -1;
  const doc = readStoredHtml(html);
  const content = doc.content.map((block) =>
    mapElements(block, (element) => {
      if (!holdsLine(element)) return element;
      at += 1;
      const nodes = element.content ?? [];
      const text = nodes.map(textOf).join("");
      const wanted = byLine.get(at)?.filter((change) => change.text === text) ?? [];
      const last = wanted.toSorted((one, other) => other.from - one.from);
      return last.length === 0
        ? element
        : { ...element, content: last.reduce((line, change) => replaceIn(line, change, change.words), nodes) };
    }),
  );
  return writeStoredHtml({ ...doc, content });
}

/** Addresses of the images on other websites, in text order. */
export function remoteImagesOf(html: string): readonly string[] {
  const addresses: string[] = [];
  eachImage(html, (image) => {
    if (isRemote(image)) addresses.push(String(image.attrs?.remoteSrc));
    return image;
  });
  return addresses;
}

type ImageBytes = { readonly src: string; readonly originalId: string | null; readonly width: number; readonly height: number };

/** Replaces the address of each loaded image by its bytes and keeps the size that the page gave it. */
export function loadImages(html: string, loaded: ReadonlyMap<string, ImageBytes>): string {
  return eachImage(html, (image) => {
    const bytes = isRemote(image) ? loaded.get(String(image.attrs?.remoteSrc)) : undefined;
    if (bytes === undefined) return image;
    const { remoteSrc: _, ...attrs } = image.attrs ?? {};
    const { width, height, ...kept } = bytes;
    const size = attrs.width == null && attrs.height == null ? { width, height } : {};
    return { ...image, attrs: { ...attrs, ...size, ...kept } };
  });
}

function isRemote({ attrs }: StoredElement): boolean {
  return typeof attrs?.remoteSrc === "string" && attrs.src == null;
}

function eachImage(html: string, change: (image: StoredElement) => StoredElement): string {
  const doc = readStoredHtml(html);
  const inLine = (node: StoredNode): StoredNode => (!isText(node) && node.type === "image" ? change(node) : node);
  const content = doc.content.map((block) =>
    mapElements(block, (element) => (holdsLine(element) ? { ...element, content: (element.content ?? []).map(inLine) } : element)),
  );
  return writeStoredHtml({ ...doc, content });
}

/** Visits parents before their children, in the order of the page. */
function mapElements(element: StoredElement, change: (element: StoredElement) => StoredElement): StoredElement {
  const changed = change(element);
  if (changed.content === undefined || holdsLine(changed)) return changed;
  return { ...changed, content: changed.content.map((child) => (isText(child) ? child : mapElements(child, change))) };
}

function holdsLine({ type }: StoredElement): boolean {
  const holds = nodeRule(type)?.holds;
  return holds === "line" || holds === "text";
}

/** Represents a non-text node by one character that no search contains. */
function textOf(node: StoredNode): string {
  return isText(node) ? node.text : NOT_TEXT;
}

/** The replacement gets the marks of the first replaced character. */
function replaceIn(
  nodes: readonly StoredNode[],
  { from, to }: { readonly from: number; readonly to: number },
  words: string,
): readonly StoredNode[] {
  const out: StoredNode[] = [];
  let [at, isPlaced] = [0, words === ""];
  for (const node of nodes) {
    const text = textOf(node);
    const [start, end] = [Math.max(0, from - at), Math.min(text.length, to - at)];
    at += text.length;
    if (start >= end) {
      out.push(node);
      continue;
    }
    if (!isText(node)) continue;
    const keep = (part: string): StoredText[] => (part === "" ? [] : [{ ...node, text: part }]);
    out.push(...keep(text.slice(0, start) + (isPlaced ? "" : words)), ...keep(text.slice(end)));
    isPlaced = true;
  }
  return out;
}
