/** Table of contents in the editor: choosing a heading moves the caret there. */
import { HEADING_LEVELS } from "@satchel/core/document/html/stored-html.ts";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { createBlockCache } from "../schema/block-cache.ts";
import { Contents } from "./Contents.tsx";
import type { ContentsEntry, OutlineMemory } from "./use-outline.ts";

/** `offset`: from the start of its top-level block. */
type Heading = ContentsEntry & { readonly offset: number };

type EditorContentsProps = { readonly editor: Editor; readonly outline?: OutlineMemory | undefined };

export function EditorContents({ editor, outline }: EditorContentsProps) {
  const findIn = useMemo(() => createBlockCache(headingsIn), []);
  const entries = useEditorState({
    editor,
    selector: ({ editor: { state } }) => findIn(state.doc).values.flat(),
    equalityFn: (one, other) => other !== null && isSameList(one, other),
  });
  const current = useEditorState({
    editor,
    selector: ({ editor: { state } }) => indexBefore(state.doc, findIn(state.doc).values, state.selection.head),
  });
  const canMoveText = useCanMoveText(editor, entries.length > 0);
  const go = (index: number): void => {
    const { state, view } = editor;
    const at = positionOf(state.doc, findIn(state.doc).values, index);
    if (at === undefined) return;
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + 1))).scrollIntoView());
    view.focus();
  };
  return <Contents {...{ entries, current, outline, canMoveText }} onGo={go} isFloating />;
}

/** True for a note that had headings before anything was typed into it: text that is being typed must not move. */
function useCanMoveText(editor: Editor, hasHeadings: boolean): boolean {
  const [canMove, setCanMove] = useState(hasHeadings);
  const isTyped = useRef(false);
  useEffect(() => {
    const handle = ({ transaction }: { readonly transaction: Transaction }): void => {
      isTyped.current ||= transaction.docChanged && transaction.getMeta("addToHistory") !== false;
    };
    editor.on("transaction", handle);
    return () => void editor.off("transaction", handle);
  }, [editor]);
  useEffect(() => {
    if (hasHeadings && !isTyped.current) setCanMove(true);
  }, [hasHeadings]);
  return canMove;
}

/** Index of the last heading that begins before `head`; -1 if there is none. */
function indexBefore(doc: Node, values: readonly (readonly Heading[])[], head: number): number {
  let [at, index] = [0, -1];
  for (const [block, headings] of values.entries()) {
    for (const { offset } of headings) if (at + offset < head) index += 1;
    at += doc.child(block).nodeSize;
    if (at > head) break;
  }
  return index;
}

const known = new WeakMap<Node, readonly Heading[]>();

/** Nodes are immutable, so results are cached: in a table of thousands of rows, a key only re-reads the row with the caret. */
function headingsIn(block: Node): readonly Heading[] {
  if (block.isTextblock) return toHeading(block);
  const before = known.get(block);
  if (before !== undefined) return before;
  const found: Heading[] = [];
  block.forEach((child, offset) => {
    for (const heading of headingsIn(child)) found.push({ ...heading, offset: heading.offset + offset + 1 });
  });
  known.set(block, found);
  return found;
}

function toHeading(node: Node): readonly Heading[] {
  if (node.type.name !== "heading") return [];
  const text = node.textContent.trim();
  return text === "" ? [] : [{ level: Number(node.attrs.level ?? HEADING_LEVELS[0]), text, offset: 0 }];
}

function positionOf(doc: Node, values: readonly (readonly Heading[])[], index: number): number | undefined {
  let [at, left] = [0, index];
  for (const [block, headings] of values.entries()) {
    const heading = headings[left];
    if (heading !== undefined) return at + heading.offset;
    left -= headings.length;
    at += doc.child(block).nodeSize;
  }
  return undefined;
}

function isSameList(some: readonly ContentsEntry[], others: readonly ContentsEntry[]): boolean {
  return some.length === others.length && some.every(({ level, text }, at) => level === others[at]?.level && text === others[at]?.text);
}
