/** Updates the read view: unchanged blocks keep their elements, so that selection and scroll position stay. */
import { findChanges } from "@satchel/core/document/find-changes.ts";
import { markHeadings } from "../blocks/heading-view.ts";
import { findScroller } from "../position/text-position.ts";
import { decorateReadView } from "./decorate-read-view.ts";
import { toSafeFragment } from "./safe-html.ts";

/** HTML of each block in a host before it was decorated. */
const shown = new WeakMap<Element, readonly string[]>();

export function replaceReadText(host: HTMLElement, html: string): void {
  const fragment = toSafeFragment(html);
  const sources = [...fragment.childNodes].map(sourceOf);
  decorateReadView(fragment);
  const before = shown.get(host);
  shown.set(host, sources);
  const isPaired = before?.length === host.childNodes.length && sources.length === fragment.childNodes.length;
  if (before === undefined || !isPaired) host.replaceChildren(fragment);
  else for (const change of changesBetween(before, sources)) replaceChanged(host, fragment, change);
  // A changed block may bring or take the only heading of level 1.
  markHeadings(host);
}

function sourceOf(node: Node): string {
  return node instanceof Element ? node.outerHTML : (node.textContent ?? "");
}

/**
 * Replaces the host's blocks `from` to `toBefore` (exclusive) by the new text's blocks from `firstNew`; afterwards they end at `toAfter`.
 */
type Change = { readonly from: number; readonly toBefore: number; readonly toAfter: number; readonly firstNew: number };

/** Changes are sorted from the end backwards, so that earlier indices stay valid. */
function changesBetween(before: readonly string[], after: readonly string[]): readonly Change[] {
  return findChanges(before, after)
    .map(({ from, cut, at, added }) => ({ from, toBefore: from + cut, toAfter: from + added, firstNew: at }))
    .toReversed();
}

function replaceChanged(host: HTMLElement, fragment: DocumentFragment, change: Change): void {
  const restoreSelection = keepSelection(host, change);
  const restoreScroll = keepScroll(host, change);
  const old = [...host.childNodes].slice(change.from, change.toBefore);
  const next = [...fragment.childNodes].slice(change.firstNew, change.firstNew + change.toAfter - change.from);
  const behind = host.childNodes[change.toBefore] ?? null;
  for (const node of old) node.remove();
  for (const node of next) host.insertBefore(node, behind);
  restoreScroll();
  restoreSelection();
}

/** One end of the selection: in a text node that stays, or at a character of a replaced block. */
type End =
  | { readonly kind: "kept"; readonly node: Node; readonly offset: number }
  | { readonly kind: "moved"; readonly block: number; readonly chars: number; readonly text: string };

/**
 * The start of a selection stays before its next character, the end behind its previous one, so text inserted at either is not selected.
 */
type Side = "first" | "last";

function keepSelection(host: HTMLElement, change: Change): () => void {
  const selection = host.ownerDocument.getSelection();
  if (selection === null || selection.rangeCount === 0) return () => undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) return () => undefined;
  const ends = [
    toEnd(host, change, { node: anchorNode, offset: anchorOffset }),
    toEnd(host, change, { node: focusNode, offset: focusOffset }),
  ] as const;
  if (ends.every(({ kind }) => kind === "kept")) return () => undefined;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const isForward = startContainer === anchorNode && startOffset === anchorOffset;
  return () => {
    const anchor = positionOf(host, change, { end: ends[0], side: isForward ? "first" : "last" });
    const focus = positionOf(host, change, { end: ends[1], side: isForward ? "last" : "first" });
    selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
  };
}

function toEnd(host: HTMLElement, { from, toBefore }: Change, { node, offset }: { readonly node: Node; readonly offset: number }): End {
  const block = [...host.childNodes].findIndex((child) => child.contains(node));
  const found = host.childNodes[block];
  if (found === undefined || block < from || block >= toBefore) return { kind: "kept", node, offset };
  const range = host.ownerDocument.createRange();
  range.setStart(found, 0);
  range.setEnd(node, offset);
  return { kind: "moved", block, chars: range.toString().length, text: found.textContent ?? "" };
}

function positionOf(
  host: HTMLElement,
  { from, toAfter }: Change,
  { end, side }: { readonly end: End; readonly side: Side },
): { readonly node: Node; readonly offset: number } {
  if (end.kind === "kept") return end;
  const block = host.childNodes[Math.max(from, Math.min(end.block, toAfter - 1))];
  if (block === undefined) return { node: host, offset: host.childNodes.length };
  return positionInText(block, moveOffset(end.text, block.textContent ?? "", { chars: end.chars, side }));
}

/** Offset of the same character if it still exists; otherwise the edge of the change. */
function moveOffset(before: string, after: string, { chars, side }: { readonly chars: number; readonly side: Side }): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (chars < start || (chars === start && side === "last")) return chars;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const fromEnd = before.length - chars;
  return fromEnd <= end ? after.length - fromEnd : start;
}

function positionInText(block: Node, chars: number): { readonly node: Node; readonly offset: number } {
  const walker = (block.ownerDocument ?? document).createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let left = chars;
  let last: Text | undefined;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    last = node as Text;
    if (left <= last.data.length) return { node: last, offset: left };
    left -= last.data.length;
  }
  return last === undefined ? { node: block, offset: 0 } : { node: last, offset: last.data.length };
}

/** Keeps the first visible block that stays at the same place on the screen. */
function keepScroll(host: HTMLElement, { from, toBefore }: Change): () => void {
  const scroller = findScroller(host);
  if (scroller === undefined || scroller.scrollTop === 0) return () => undefined;
  const edge = scroller.getBoundingClientRect().top;
  const kept = [...host.children].filter((_, at) => at < from || at >= toBefore);
  const seen = kept.find((block) => block.getBoundingClientRect().bottom > edge);
  if (seen === undefined) return () => undefined;
  const { top } = seen.getBoundingClientRect();
  return () => {
    scroller.scrollTop += seen.getBoundingClientRect().top - top;
  };
}
