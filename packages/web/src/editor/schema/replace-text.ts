/**
 * Replaces only the differences in an open editor's text, so that caret and scroll position stay. It is neither an edit nor an undo step.
 */
import { findChanges } from "@satchel/core/document/find-changes.ts";
import type { Editor } from "@tiptap/core";
import type { Fragment, Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { keepPosition } from "../position/keep-position.ts";
import { toEditorDoc } from "./editor-html.ts";

export function replaceText(editor: Editor, html: string): void {
  const { state, schema } = editor;
  const next = toEditorDoc(schema, html);
  const changes = changesOf(state.doc.content, next.content, { atA: 0, atB: 0 });
  if (changes.length === 0) return;
  const stepwise = withChanges(state.tr, next, changes);
  const isStepwise = stepwise?.doc.eq(next) === true;
  const transaction = isStepwise ? stepwise : state.tr.replaceWith(0, state.doc.content.size, next.content);
  const restore = isStepwise ? keepPosition(editor.view) : undefined;
  editor.view.dispatch(transaction.setMeta("addToHistory", false).setMeta("preventUpdate", true));
  restore?.(transaction.mapping);
}

/** Range in document A that is replaced by a range of B. */
type Span = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number };

function spansBetween(a: readonly string[], b: readonly string[]): readonly Span[] {
  return findChanges(a, b).map(({ from, cut, at, added }) => ({ fromA: from, toA: from + cut, fromB: at, toB: at + added }));
}

/** Applies the changes from the end backwards, so that earlier positions stay valid. */
function withChanges(transaction: Transaction, next: Node, changes: readonly Span[]): Transaction | undefined {
  try {
    return changes.toReversed().reduce((tr, { fromA, toA, fromB, toB }) => tr.replace(fromA, toA, next.slice(fromB, toB)), transaction);
  } catch {
    // The slice does not fit, e.g. if it ends in the middle of a table.
    return undefined;
  }
}

/** Start positions of the two fragments in their documents. */
type Origins = { readonly atA: number; readonly atB: number };

function changesOf(a: Fragment, b: Fragment, origins: Origins): readonly Span[] {
  const [itemsA, itemsB] = [a.content, b.content];
  return spansOf(itemsA, itemsB).flatMap((span) => {
    const [startA, startB] = [origins.atA + sizeBefore(itemsA, span.fromA), origins.atB + sizeBefore(itemsB, span.fromB)];
    const [changedA, changedB] = [itemsA.slice(span.fromA, span.toA), itemsB.slice(span.fromB, span.toB)];
    const inBlocks = changesInBlocks(changedA, changedB, { atA: startA, atB: startB });
    return inBlocks ?? differenceOf(a, b, { origins: { atA: origins.atA, atB: origins.atB }, span: toPositions(itemsA, itemsB, span) });
  });
}

/** Skips equal blocks at both ends, without serializing them. */
function spansOf(a: readonly Node[], b: readonly Node[]): readonly Span[] {
  let [from, same] = [0, 0];
  const most = Math.min(a.length, b.length);
  while (from < most && a[from]?.eq(b[from] as Node) === true) from += 1;
  while (same < most - from && a.at(-1 - same)?.eq(b.at(-1 - same) as Node) === true) same += 1;
  const keysOf = (nodes: readonly Node[]) => nodes.slice(from, nodes.length - same).map((node) => JSON.stringify(node.toJSON()));
  return spansBetween(keysOf(a), keysOf(b)).map(({ fromA, toA, fromB, toB }) => ({
    fromA: fromA + from,
    toA: toA + from,
    fromB: fromB + from,
    toB: toB + from,
  }));
}

/** Compares contents pairwise if both sides have equally many blocks of the same kinds. Returns undefined otherwise. */
function changesInBlocks(a: readonly Node[], b: readonly Node[], origins: Origins): readonly Span[] | undefined {
  const isPaired = a.length === b.length && a.every((node, at) => !node.isInline && !node.isLeaf && node.sameMarkup(b[at] as Node));
  if (!isPaired) return undefined;
  return a.flatMap((node, at) => {
    const other = b[at] as Node;
    const inside = { atA: origins.atA + sizeBefore(a, at) + 1, atB: origins.atB + sizeBefore(b, at) + 1 };
    return node.isTextblock ? changesInText(node, other, inside) : changesOf(node.content, other.content, inside);
  });
}

type Word = { readonly key: string; readonly size: number };

function changesInText(a: Node, b: Node, origins: Origins): readonly Span[] {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)];
  const spans = spansBetween(
    wordsA.map(({ key }) => key),
    wordsB.map(({ key }) => key),
  );
  return spans.flatMap((span) => differenceOf(a.content, b.content, { origins, span: toPositions(wordsA, wordsB, span) }));
}

/** Keys include marks, so that the same word in bold differs. */
function wordsOf(block: Node): readonly Word[] {
  return block.content.content.flatMap((node): readonly Word[] => {
    if (node.text === undefined) return [{ key: JSON.stringify(node.toJSON()), size: node.nodeSize }];
    const marks = JSON.stringify(node.marks);
    return (node.text.match(WORDS) ?? []).map((word) => ({ key: `${marks} ${word}`, size: word.length }));
  });
}

/** Bounded, because V8 has no stack for a match of millions of characters. A longer word counts as several. */
const WORDS = /[\p{L}\p{N}_]{1,1000}|[^\p{L}\p{N}_]/gu;

function toPositions(a: readonly Sized[], b: readonly Sized[], { fromA, toA, fromB, toB }: Span): Span {
  return { fromA: sizeBefore(a, fromA), toA: sizeBefore(a, toA), fromB: sizeBefore(b, fromB), toB: sizeBefore(b, toB) };
}

type Sized = Node | Word;

function sizeBefore(items: readonly Sized[], at: number): number {
  let size = 0;
  for (let before = 0; before < at; before += 1) {
    const item = items[before] as Sized;
    size += "nodeSize" in item ? item.nodeSize : item.size;
  }
  return size;
}

/** Smallest differing range of two fragments. */
function differenceOf(
  a: Fragment,
  b: Fragment,
  { origins: { atA, atB }, span: { fromA, toA, fromB, toB } }: { readonly origins: Origins; readonly span: Span },
): readonly Span[] {
  const [cutA, cutB] = [a.cut(fromA, toA), b.cut(fromB, toB)];
  const start = cutA.findDiffStart(cutB);
  const end = cutA.findDiffEnd(cutB);
  if (start === null || end === null) return [];
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const [baseA, baseB] = [atA + fromA, atB + fromB];
  return [{ fromA: baseA + start, toA: baseA + end.a + overlap, fromB: baseB + start, toB: baseB + end.b + overlap }];
}
