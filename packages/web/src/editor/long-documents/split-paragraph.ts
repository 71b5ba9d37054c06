/** Splits a huge paragraph after sentences if the user agrees, because browsers lay out paragraphs as a whole. Decision 0014. */
import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, TextSelection } from "@tiptap/pm/state";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";

export const LONG_PARAGRAPH_CHARS = 100_000;
/** Parts are about a page long. */
const [LEAST_CHARS, MOST_CHARS] = [1000, 2000];

export function isInLongParagraph({ selection }: EditorState): boolean {
  const { parent } = selection.$head;
  return parent.type.name === "paragraph" && parent.content.size >= LONG_PARAGRAPH_CHARS;
}

/** One undo step. The caret stays at its character. */
export function splitParagraph({ state, view }: Editor): void {
  if (!isInLongParagraph(state)) return;
  const { $head } = state.selection;
  const { parent, parentOffset } = $head;
  const ends = partEnds(parent.textBetween(0, parent.content.size, undefined, leafText));
  const parts = ends.map((end, index) => parent.cut(ends[index - 1] ?? 0, end));
  const start = $head.before();
  const transaction = state.tr.replaceWith(start, $head.after(), Fragment.fromArray(parts));
  const part = ends.findIndex((end) => parentOffset <= end);
  // Each part before the caret adds an opening and a closing position.
  transaction.setSelection(TextSelection.create(transaction.doc, start + 1 + parentOffset + 2 * Math.max(0, part)));
  view.dispatch(transaction.setMeta(OWN_UNDO_STEP, true).scrollIntoView());
  view.focus();
}

const leafText = (leaf: Node): string => (leaf.type.name === "hardBreak" ? "\n" : "\ufffc");

/** Ends of the parts: after a line break or a sentence, otherwise after a word. */
export function partEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let from = 0; from < text.length; from = ends.at(-1) ?? text.length) {
    const rest = text.length - from;
    ends.push(rest <= MOST_CHARS ? text.length : from + LEAST_CHARS + endWithin(text.slice(from + LEAST_CHARS, from + MOST_CHARS)));
  }
  return ends;
}

function endWithin(window: string): number {
  for (const end of [/.*\n/s, /.*[.!?…]["'”’)\]]*\s+/s, /.*[。！？]/s, /.*\s/s]) {
    const found = end.exec(window)?.[0].length ?? 0;
    if (found > 0) return found;
  }
  // Does not split a surrogate pair.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}
