/** Sets the caret to a position that came from the read view or an earlier editor. */
import type { Node as DocNode } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { countChars, findScroller, type TextPosition } from "./text-position.ts";

export function positionOfCaret({ doc, selection: { $head, head } }: Pick<EditorState, "doc" | "selection">): TextPosition {
  const start = $head.depth === 0 ? head : $head.start(1);
  const next = head < $head.end() ? doc.textBetween(head, head + 1) : "";
  return { block: $head.index(0), chars: countChars(doc.textBetween(start, head)), side: /\S/.test(next) ? "before" : "after" };
}

export function toPosition(doc: DocNode, { block, chars, side, spaces = 0 }: TextPosition): number {
  const index = Math.min(block, doc.childCount - 1);
  let start = 0;
  for (let at = 0; at < index; at += 1) start += doc.child(at).nodeSize;
  const element = doc.child(index);
  const before = chars === 0 ? undefined : positionOfChar(element, chars - 1);
  const next = positionOfChar(element, chars);
  const after = before === undefined ? undefined : before + 1 + spaces;
  // If the block has become shorter, its end.
  const end = chars === 0 ? 0 : element.content.size;
  return start + 1 + ((side === "before" ? (next ?? after) : (after ?? next)) ?? end);
}

function positionOfChar(block: DocNode, index: number): number | undefined {
  let [left, found]: [number, number | undefined] = [index, undefined];
  block.descendants((node, at) => {
    if (found !== undefined) return false;
    for (const [offset, char] of node.isText ? [...(node.text ?? "").split("").entries()] : []) {
      if (/\s/.test(char)) continue;
      if (left === 0) {
        found = at + offset;
        return false;
      }
      left -= 1;
    }
    return true;
  });
  return found;
}

/** Puts the caret at a position, and the line of one that was clicked where it was on the screen; if there is none, at the end of a text that is fully visible, otherwise at its beginning. */
export function putCaret(view: EditorView, position: TextPosition | undefined): void {
  const { doc } = view.state;
  const scroller = findScroller(view.dom);
  const plain = scroller === undefined ? Selection.atEnd(doc) : Selection.atStart(doc);
  const selection = position === undefined ? plain : TextSelection.near(doc.resolve(toPosition(doc, position)));
  view.dispatch(view.state.tr.setSelection(selection));
  view.focus();
  if (position === undefined || scroller === undefined) return;
  if (position.top !== undefined) scroller.scrollTop += view.coordsAtPos(selection.head).top - position.top;
  bringIntoView(view, scroller);
}

function bringIntoView(view: EditorView, scroller: HTMLElement): void {
  const { node } = view.domAtPos(view.state.selection.head);
  const line = node instanceof Element ? node : node.parentElement;
  if (line === null) return;
  const [seen, own] = [scroller.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < seen.top || own.bottom > seen.bottom) line.scrollIntoView({ block: "center" });
}
