/** Lines of the read view as find searches them, with the places of their characters in the page and in the stored note. */
import { type FindOptions, findWithOptions, NOT_TEXT } from "@satchel/core/document/reading/find-options.ts";
import { toPattern } from "@satchel/core/document/reading/find-pattern.ts";
import type { PatternFinder } from "../../../shared/editor-host/pattern-finder.ts";
import { TOOLS } from "../../find/text-hits.ts";

/** Each shows one line of the stored note; other text belongs to no line. */
const LINE = "p, h1, h2, h3, h4, h5, h6, summary, pre, .formula-block";
/** Inline nodes without text of their own in the stored note: one character there, whatever the page shows for them. */
const ATOM =
  'br:not(.last-break), img, [data-file-id], [data-note-id], [data-satchel="math"], [data-satchel="footnote"], .later-inline, .remote-image, .image-elsewhere, .withheld-image';
const UNSEARCHED = `${TOOLS}, .image-caption, [data-footnote-text], annotation`;

/** `stored`: characters of this piece in the stored line, 0 for the further texts of an atom. */
type Piece = { readonly node: Text | Element; readonly text: string; readonly stored: number; readonly isAtom: boolean };

export type ReadLine = {
  readonly element: HTMLElement;
  /** Text to search, with what the page shows for atoms. */
  readonly text: string;
  /** Text of the stored line, and whether its words can be replaced. */
  readonly stored: string;
  readonly isFixed: boolean;
  readonly pieces: readonly Piece[];
};

/** Index of a line, and offsets in its `text`. */
export type ReadHit = { readonly line: number; readonly from: number; readonly to: number };

/** Returns the lines in the order of the stored note, empty ones included. */
export function readLines(root: Element): readonly ReadLine[] {
  return [...root.querySelectorAll<HTMLElement>(LINE)].filter((line) => line.parentElement?.closest(LINE) == null).map(toLine);
}

function toLine(element: HTMLElement): ReadLine {
  const pieces = [...piecesOf(element)];
  const stored = pieces.map(({ text, stored: chars, isAtom }) => (isAtom ? NOT_TEXT.repeat(chars) : text)).join("");
  return { element, text: pieces.map(({ text }) => text).join(""), stored, isFixed: element.matches(".formula-block"), pieces };
}

function* piecesOf(element: Element): Generator<Piece> {
  for (const child of element.childNodes) {
    if (child instanceof Text) yield { node: child, text: child.data, stored: child.data.length, isAtom: false };
    else if (child instanceof Element && child.matches(ATOM)) yield* piecesOfAtom(child);
    else if (child instanceof Element && !child.matches(UNSEARCHED)) yield* piecesOf(child);
  }
}

function* piecesOfAtom(atom: Element): Generator<Piece> {
  const texts = atom.matches(UNSEARCHED) ? [] : [...piecesOf(atom)].filter(({ text }) => text !== "" && text !== NOT_TEXT);
  if (texts.length === 0) yield { node: atom, text: NOT_TEXT, stored: 1, isAtom: true };
  for (const [at, piece] of texts.entries()) yield { ...piece, stored: at === 0 ? 1 : 0, isAtom: true };
}

/** Returns the place of a hit in the stored line; undefined if replacing words cannot change all of it. */
export function toStoredRange(
  { pieces, isFixed }: ReadLine,
  { from, to }: ReadHit,
): { readonly from: number; readonly to: number } | undefined {
  if (isFixed) return undefined;
  let [shown, stored, start] = [0, 0, -1];
  for (const { text, stored: chars, isAtom } of pieces) {
    const end = shown + text.length;
    if (isAtom && from < end && to > shown) return undefined;
    if (start === -1 && from < end) start = stored + from - shown;
    if (to <= end) return { from: start, to: stored + to - shown };
    shown = end;
    stored += chars;
  }
  return undefined;
}

export function toDomRange({ pieces }: ReadLine, { from, to }: ReadHit): Range {
  const range = document.createRange();
  let shown = 0;
  for (const { node, text } of pieces) {
    const end = shown + text.length;
    if (from >= shown && from < end) setEdge(range, node, { isStart: true, offset: from - shown });
    if (to > shown && to <= end) setEdge(range, node, { isStart: false, offset: to - shown });
    shown = end;
  }
  return range;
}

type Edge = { readonly isStart: boolean; readonly offset: number };

function setEdge(range: Range, node: Text | Element, { isStart, offset }: Edge): void {
  if (node instanceof Text && isStart) range.setStart(node, offset);
  else if (node instanceof Text) range.setEnd(node, offset);
  else if (isStart) range.setStartBefore(node);
  else range.setEndAfter(node);
}

export type ReadSearch = FindOptions & { readonly query: string; readonly isPattern?: boolean };

type Found = { readonly hits: readonly ReadHit[]; readonly problem: "invalid" | "too-slow" | "failed" | undefined };

/** Plain words are found at once, so that the caller can show them in the same frame. */
export function findInLines(lines: readonly ReadLine[], search: ReadSearch): readonly ReadHit[] {
  return lines.flatMap(({ text }, line) => findWithOptions(text, search.query, search).map((range) => ({ line, ...range })));
}

type Asked = { readonly search: ReadSearch; readonly finder: PatternFinder; readonly signal: AbortSignal; readonly replacement?: string };

/** Searches for a regular expression. `words`: what replaces each hit, if `replacement` is given. */
export async function findPatternInLines(
  lines: readonly ReadLine[],
  { search, finder, signal, replacement }: Asked,
): Promise<Found & { readonly words?: readonly string[] | undefined }> {
  const pattern = toPattern(search.query, search);
  if (pattern === undefined) return { hits: [], problem: "invalid" };
  const asked = replacement === undefined ? pattern : { ...pattern, replacement };
  const texts = lines.map(({ text }) => text);
  const found = await finder.findPattern(asked, texts, signal);
  if (found.kind !== "found") return { hits: [], problem: found.kind };
  const hits = Array.from({ length: found.hits.length / 3 }, (_, at) => {
    const [line = 0, from = 0, to = 0] = found.hits.slice(3 * at, 3 * at + 3);
    return { line, from, to };
  });
  return { hits, problem: undefined, words: found.words };
}

/** Blocks as `linkedBlocks` finds them in the editor: top-level ones, and the items of lists in place of their list. */
export function readBlocks(root: Element): readonly { readonly element: HTMLElement; readonly size: number }[] {
  const lines = readLines(root);
  let next = 0;
  return blocksOf(root).map((element) => {
    while (lines[next] !== undefined && isBefore(lines[next]?.element, element)) next += 1;
    const first = lines[next];
    return { element, size: first !== undefined && element.contains(first.element) ? first.stored.length : 0 };
  });
}

function isBefore(line: Element | undefined, block: Element): boolean {
  return line !== undefined && !block.contains(line) && (block.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

function blocksOf(root: Element): readonly HTMLElement[] {
  return elementsIn(root).flatMap((child) => (child.matches("ul, ol") ? itemsOf(child) : [child]));
}

function itemsOf(list: Element): readonly HTMLElement[] {
  const sublists = ":scope > :is(ul, ol), :scope > label + div > :is(ul, ol)";
  return elementsIn(list).flatMap((item) => [item, ...[...item.querySelectorAll(sublists)].flatMap(itemsOf)]);
}

function elementsIn(parent: Element): readonly HTMLElement[] {
  return [...parent.children].filter((child) => child instanceof HTMLElement);
}
