/** Turns the marks of a comparison (core/library/history/compare-texts.ts) into ins and del elements. For the read view only. */
import { MARKS } from "@satchel/core/library/history/compare-texts.ts";

type Kind = "ins" | "del";

const BEGINS: Readonly<Record<string, Kind>> = { [MARKS.addBegin]: "ins", [MARKS.cutBegin]: "del" };
const PIECE = /[\u{f5a70}-\u{f5a74}]|[^\u{f5a70}-\u{f5a74}]+/gu;
/** Elements that are marked as a whole. */
const WHOLE = "img, [data-satchel]";
const CHANGED_BLOCK = "li, p, h1, h2, h3, h4, h5, h6, pre, tr";

export function showMarks(root: HTMLElement): void {
  let kind: Kind | undefined;
  const nodes = collect(root);
  for (const node of nodes) {
    if (node instanceof HTMLElement) {
      if (kind !== undefined) wrap(node, kind);
      continue;
    }
    for (const piece of splitText(node as Text)) {
      const [only = ""] = piece.data;
      if (only in BEGINS) kind = BEGINS[only];
      else if (only === MARKS.addEnd || only === MARKS.cutEnd) kind = undefined;
      else if (only === MARKS.changed) piece.parentElement?.closest(CHANGED_BLOCK)?.setAttribute("data-changed", "");
      else {
        if (kind !== undefined) wrap(piece, kind);
        continue;
      }
      piece.remove();
    }
  }
}

/** Text nodes, and elements that are marked as a whole, in document order. */
function collect(root: HTMLElement): readonly Node[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.parentElement?.closest(WHOLE) && node.parentElement !== root) return NodeFilter.FILTER_REJECT;
    return node instanceof Element && !node.matches(WHOLE) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT;
  });
  const nodes: Node[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node);
  return nodes;
}

/** Splits a text node so that each mark has its own. */
function splitText(text: Text): readonly Text[] {
  const pieces = text.data.match(PIECE) ?? [];
  if (pieces.length < 2) return [text];
  const nodes = pieces.map((piece) => document.createTextNode(piece));
  text.replaceWith(...nodes);
  return nodes;
}

function wrap(node: Text | HTMLElement, kind: Kind): void {
  const mark = document.createElement(kind);
  node.replaceWith(mark);
  mark.append(node);
}
