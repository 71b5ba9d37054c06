/** The same place in a note's rich text and in its source. They have different characters, so those that both have are compared in order. */
import type { KeptParts } from "@satchel/core/document/markdown/source/kept-parts.ts";
import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { linesOf, sizeOf } from "./source-schema.ts";

const LETTERS = /[\p{L}\p{N}]/u;
/** Blank lines between the sources of two blocks. */
const GAP_LINES = 1;

/**
 * Returns the offset in `other` behind the characters that come before `offset` in `text`. A character that is no letter, such as a space, may
 * be missing there, so it counts only if no letter is before it.
 */
function sameOffset(text: string, offset: number, other: string): number {
  let at = 0;
  for (const character of text.slice(0, offset)) {
    const found = other.indexOf(character, at);
    if (found !== -1 && (LETTERS.test(character) || !LETTERS.test(other.slice(at, found)))) at = found + character.length;
  }
  return at;
}

type Rich = { readonly sources: readonly string[]; readonly rich: EditorState };

export function putCaretInSource(view: EditorView, { sources, rich: { doc, selection } }: Rich): void {
  const index = selection.$head.index(0);
  const text = textOf(doc.child(Math.min(index, doc.childCount - 1)));
  const source = sources[index] ?? "";
  const offset = sameOffset(text.text, text.offsetOf(selection.head - sizeOf(doc.children.slice(0, index))), source);
  const before = source.slice(0, offset).split("\n");
  const { state } = view;
  const line = Math.min(firstLine(sources, index) + before.length - 1, state.doc.childCount - 1);
  const column = Math.min(before.at(-1)?.length ?? 0, state.doc.child(line).content.size);
  const position = sizeOf(state.doc.children.slice(0, line)) + 1 + column;
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(position))).scrollIntoView());
}

type Source = { readonly sources: readonly string[]; readonly source: EditorState; readonly parts: KeptParts };

export function putCaretInRich(editor: Editor, { sources, source, parts }: Source): void {
  const { $head } = source.selection;
  const line = $head.index(0);
  const { doc, tr } = editor.state;
  const found = sources.findIndex((_, index) => line < firstLine(sources, index + 1));
  const index = Math.min(found === -1 ? sources.length - 1 : found, doc.childCount - 1);
  const first = firstLine(sources, index);
  const before = linesOf(Fragment.fromArray(source.doc.children.slice(first, line)), parts).map((text) => `${text}\n`);
  const offset = before.join("").length + ($head.parent.isTextblock ? $head.parentOffset : 0);
  const text = textOf(doc.child(index));
  const at = sizeOf(doc.children.slice(0, index)) + text.positionAt(sameOffset(sources[index] ?? "", offset, text.text));
  editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(Math.min(at, doc.content.size)), -1)));
}

function firstLine(sources: readonly string[], index: number): number {
  return sources.slice(0, index).reduce((sum, source) => sum + source.split("\n").length + GAP_LINES, 0);
}

/** Text of a block with the positions of its characters, relative to the position before the block. */
function textOf(block: Node) {
  let text = "";
  const positions: number[] = [];
  block.descendants((node, at) => {
    for (let index = 0; node.isText && index < (node.text ?? "").length; index += 1) positions.push(at + 1 + index);
    text += node.isText ? (node.text ?? "") : "";
  });
  return {
    text,
    offsetOf(position: number): number {
      const offset = positions.findIndex((at) => at >= position);
      return offset === -1 ? text.length : offset;
    },
    positionAt: (offset: number): number => (offset === 0 ? (positions[0] ?? 1) : (positions[offset - 1] ?? positions.at(-1) ?? 0) + 1),
  };
}
