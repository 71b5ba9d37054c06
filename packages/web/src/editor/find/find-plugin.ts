/** Find and replace: hits, the current one, and decorations, cached per block. FindBar.tsx renders it. */

import { foldText } from "@satchel/core/document/html/find-text.ts";
import { type FindOptions, findWithOptions, NOT_TEXT } from "@satchel/core/document/reading/find-options.ts";
import { type Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { Mapping } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import type { PatternFinder } from "../../shared/editor-host/pattern-finder.ts";
import { openToggles } from "../blocks/block-elements.ts";
import { createBlockCache } from "../schema/block-cache.ts";
import { OWN_UNDO_STEP } from "../typing/undo-steps.ts";
import { createPatternPlugin, expandReplacements, type FoundPattern, type Replacing } from "./find-patterns.ts";

export type FindHit = { readonly from: number; readonly to: number };

export type FindSearch = FindOptions & {
  readonly query: string;
  /** The query is a regular expression. */
  readonly isPattern?: boolean;
  /** Range that is searched, at the time of the request; the whole note if absent. */
  readonly within?: FindHit | undefined;
};

/** Why a regular expression has no hits: it is invalid, took too long, or its worker did not start. */
export type FindProblem = "invalid" | "too-slow" | "failed";

export type FindState = {
  readonly search: FindSearch;
  readonly problem?: FindProblem | undefined;
  readonly hits: readonly FindHit[];
  /** Index into `hits`; -1 if there are none. */
  readonly current: number;
};

const CLOSED: FindState = { search: { query: "", isExact: false }, hits: [], current: -1 };

type FindRequest =
  | { readonly search: FindSearch }
  | { readonly current: number }
  /** Hits of a regular expression, which arrive later. */
  | { readonly found: readonly FindHit[]; readonly problem: FindProblem | undefined };

const findKey = new PluginKey<FindState>("find");

export const FindInNote = Extension.create<{ host: FindHost }>({
  name: "findInNote",
  addOptions: () => ({ host: () => undefined }),
  addProseMirrorPlugins() {
    const { host } = this.options;
    return [
      createFindPlugin(),
      createPatternPlugin({ host, stateOf: (state) => findKey.getState(state)?.search ?? CLOSED.search, report }),
    ];
  },
});

/** Shows the hits of a regular expression. `isNew`: the user has changed it, so that the first hit is brought into view. */
function report(view: EditorView, { hits, problem, isNew }: FoundPattern): void {
  view.dispatch(request(view.state.tr, { found: hits, problem }));
  if (isNew) reveal(view);
}

export function findState(editor: Editor): FindState {
  return findKey.getState(editor.state) ?? CLOSED;
}

/** Starts a search; an empty query closes it. The first hit at or after the caret becomes the current one. */
export function find(editor: Editor, search: FindSearch): void {
  editor.view.dispatch(request(editor.state.tr, { search }));
  reveal(editor.view);
}

export function findNext(editor: Editor, step: 1 | -1): void {
  const { hits, current } = findState(editor);
  if (hits.length === 0) return;
  editor.view.dispatch(request(editor.state.tr, { current: (current + step + hits.length) % hits.length }));
  reveal(editor.view);
}

/** Replaces the current hit and moves to the next. */
export async function replaceCurrent(editor: Editor, replacement: string, finder?: PatternFinder): Promise<void> {
  const { hits, current } = findState(editor);
  const hit = hits[current];
  if (hit !== undefined) await replaceHits(editor, [hit], { replacement, finder });
  reveal(editor.view);
}

/** Replaces all hits in one undo step and returns their number. */
export async function replaceAll(editor: Editor, replacement: string, finder?: PatternFinder): Promise<number> {
  const { hits } = findState(editor);
  return replaceHits(editor, hits, { replacement, finder });
}

/** Replaces at once, except that the groups of a regular expression (`$1`) come from the worker that searches. */
async function replaceHits(editor: Editor, hits: readonly FindHit[], replacing: Omit<Replacing, "search">): Promise<number> {
  const { replacement } = replacing;
  const { search } = findState(editor);
  const { doc } = editor.state;
  const words = search.isPattern && replacement.includes("$") ? await expandReplacements(doc, { search, ...replacing }) : undefined;
  // Typing in the meantime has moved the hits.
  if (editor.isDestroyed || editor.state.doc !== doc) return 0;
  const transaction = editor.state.tr;
  if (typeof words === "string") {
    editor.view.dispatch(request(transaction, { found: [], problem: words }));
    return 0;
  }
  // Hits that typing has moved since the last search are left out.
  const found = words === undefined ? hits : hits.filter(({ from }) => words.has(from));
  for (const hit of [...found].reverse()) replaceHit(transaction, hit, words?.get(hit.from) ?? replacement);
  if (found.length > 0) editor.view.dispatch(transaction.setMeta(OWN_UNDO_STEP, true));
  return found.length;
}

/** The replacement gets the marks of the hit's first character. */
function replaceHit(transaction: Transaction, hit: FindHit, replacement: string): Transaction {
  if (replacement === "") return transaction.delete(hit.from, hit.to);
  const marks = transaction.doc.resolve(hit.from).marksAcross(transaction.doc.resolve(hit.to)) ?? [];
  return transaction.replaceWith(hit.from, hit.to, transaction.doc.type.schema.text(replacement, marks));
}

function request(transaction: Transaction, meta: FindRequest): Transaction {
  return transaction.setMeta(findKey, meta).setMeta("addToHistory", false);
}

function reveal(view: EditorView): void {
  const { hits, current } = findKey.getState(view.state) ?? CLOSED;
  const hit = hits[current];
  if (hit === undefined) return;
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.create(doc, hit.from, hit.to)).setMeta("addToHistory", false));
  const { node } = view.domAtPos(hit.from);
  const element = node instanceof Element ? node : node.parentElement;
  openToggles(element ?? null);
  element?.scrollIntoView?.({ block: "nearest" });
}

function createFindPlugin(): Plugin<FindState> {
  let findIn = createSearch(CLOSED.search);
  return new Plugin<FindState>({
    key: findKey,
    state: {
      init: () => CLOSED,
      apply(transaction, before) {
        const meta = transaction.getMeta(findKey) as FindRequest | undefined;
        if (meta !== undefined && "current" in meta) return { ...before, current: meta.current };
        if (meta !== undefined && "found" in meta) {
          const hits = hitsWithin(meta.found, before.search.within);
          const from = before.hits[before.current]?.from ?? transaction.selection.from;
          return { ...before, hits, problem: meta.problem, current: firstFrom(hits, from) };
        }
        if (meta !== undefined) {
          findIn = createSearch(meta.search);
          const hits = hitsWithin(findIn(transaction.doc), meta.search.within);
          return { search: meta.search, hits, current: firstFrom(hits, transaction.selection.from) };
        }
        if (!transaction.docChanged || before.search.query === "") return before;
        const search = moved(before.search, transaction.mapping);
        if (search.isPattern) return { ...before, search, hits: movedHits(before.hits, transaction.mapping) };
        const hits = hitsWithin(findIn(transaction.doc), search.within);
        const at = transaction.mapping.map(before.hits[before.current]?.from ?? 0);
        return { search, hits, current: firstFrom(hits, at) };
      },
    },
    props: {
      decorations: (state) => decorate(state.doc, findKey.getState(state) ?? CLOSED),
    },
  });
}

function moved(search: FindSearch, mapping: Mapping): FindSearch {
  const { within } = search;
  return within === undefined ? search : { ...search, within: { from: mapping.map(within.from, -1), to: mapping.map(within.to, 1) } };
}

/** Hits move with the text until the next search; edited hits are dropped. */
function movedHits(hits: readonly FindHit[], mapping: Mapping): readonly FindHit[] {
  return hits.flatMap(({ from, to }) => {
    const hit = { from: mapping.map(from, 1), to: mapping.map(to, -1) };
    return hit.to - hit.from === to - from ? [hit] : [];
  });
}

function hitsWithin(hits: readonly FindHit[], within: FindHit | undefined): readonly FindHit[] {
  return within === undefined ? hits : hits.filter(({ from, to }) => from >= within.from && to <= within.to);
}

function firstFrom(hits: readonly FindHit[], position: number): number {
  if (hits.length === 0) return -1;
  return Math.max(
    0,
    hits.findIndex((hit) => hit.from >= position),
  );
}

/** One letter may have a hundred thousand hits in a long note: only those around the current one are marked. */
const [MARKED_AROUND, MARKED_CHARS] = [1000, 60_000];

/** Cached, because several editor states in a row share a search. */
const decorated = new WeakMap<FindState, DecorationSet>();

function decorate(doc: Node, state: FindState): DecorationSet | null {
  const { hits, current } = state;
  const middle = hits[current]?.from;
  if (middle === undefined) return null;
  const known = decorated.get(state);
  if (known !== undefined) return known;
  const first = Math.max(0, current - MARKED_AROUND);
  const marks = hits.slice(first, current + MARKED_AROUND).flatMap(({ from, to }, index) => {
    const className = index + first === current ? "find-current" : "find-hit";
    return Math.abs(from - middle) < MARKED_CHARS ? [Decoration.inline(from, to, { class: className })] : [];
  });
  const set = DecorationSet.create(around(doc, middle), marks);
  decorated.set(state, set);
  return set;
}

/** Part of the document around a hit: building decorations visits every child, so other blocks are left out. */
function around(doc: Node, middle: number): Node {
  const forEach: Node["forEach"] = (visit) =>
    doc.forEach((block, offset, index) => {
      if (offset < middle + MARKED_CHARS && offset + block.nodeSize > middle - MARKED_CHARS) visit(block, offset, index);
    });
  return Object.create(doc, { forEach: { value: forEach } }) as Node;
}

function createSearch(search: FindSearch): (doc: Node) => readonly FindHit[] {
  if (search.isPattern) return () => [];
  const wanted = search.isExact ? search.query : foldText(search.query);
  if (wanted === "") return () => [];
  const blocks = createBlockCache((block) => findInBlock(block, search));
  return (doc) => {
    const hits: FindHit[] = [];
    let offset = 0;
    const { values, nodes } = blocks(doc);
    for (const [index, found] of values.entries()) {
      for (const { from, to } of found) hits.push({ from: from + offset, to: to + offset });
      offset += nodes[index]?.nodeSize ?? 0;
    }
    return hits;
  };
}

/** Positions are relative to the block. */
function findInBlock(block: Node, search: FindSearch): readonly FindHit[] {
  if (block.isTextblock) return findInLine(block, 1, search);
  const hits: FindHit[] = [];
  block.descendants((node, position) => {
    if (!node.isTextblock) return true;
    hits.push(...findInLine(node, position + 2, search));
    return false;
  });
  return hits;
}

/** Each non-text inline node is replaced by U+FFFC, because it occupies one document position. */
function findInLine(line: Node, start: number, search: FindSearch): readonly FindHit[] {
  const only = line.childCount === 1 ? line.firstChild?.text : undefined;
  const text = only ?? line.textBetween(0, line.content.size, undefined, NOT_TEXT);
  return findWithOptions(text, search.query, search).map(({ from, to }) => ({ from: from + start, to: to + start }));
}
