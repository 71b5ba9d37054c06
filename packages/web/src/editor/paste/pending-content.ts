/**
 * Content that is in the text but still being prepared: a large paste, an image, a file. Its position is marked, follows edits and shows
 * the progress. Until it is ready, a placeholder is part of the reported text (`withPlaceholders`), and saving waits for it. Decision 0014
 * "Pending content".
 */
import { Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { Mapping } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { editorText } from "../../text/editor/editor.ts";

export type DocRange = { readonly from: number; readonly to: number };

type Item = {
  readonly mark: HTMLElement;
  readonly range: DocRange;
  /** Content at the position if the editor closes before the real content is ready. */
  readonly placeholder: Slice | undefined;
  /** Progress from 0 to 1. */
  readonly share: number;
  /** Name of the file, or undefined for a paste. */
  readonly file: string | undefined;
  readonly cancel: () => void;
};

/** Files added since none was pending. `problems`: sentences about files that were not added as they are. */
type Run = { readonly total: number; readonly done: number; readonly problems: readonly string[] };

type State = {
  /** In the order of insertion. */
  readonly items: readonly Item[];
  readonly shown: DecorationSet;
  /** True if nothing was edited since the last insertion: undo then removes it. */
  readonly isLatest: boolean;
  readonly run: Run;
};

type Change = Partial<Pick<Item, "placeholder" | "share">>;
type Request =
  | { readonly add: Item }
  | { readonly of: HTMLElement; readonly change: Change }
  /** Removes the mark; the same transaction inserts the content, if any. */
  | { readonly remove: HTMLElement; readonly problem?: string | undefined }
  | { readonly forgetProblems: true };

const pendingKey = new PluginKey<State>("pendingContent");
const NO_RUN: Run = { total: 0, done: 0, problems: [] };
const NOTHING: State = { items: [], shown: DecorationSet.empty, isLatest: false, run: NO_RUN };

export const PendingContent = Extension.create({
  name: "pendingContent",
  // Handles undo before the history plugin.
  priority: 2000,
  addProseMirrorPlugins() {
    return [
      new Plugin<State>({
        key: pendingKey,
        state: { init: () => NOTHING, apply: next },
        props: {
          decorations: (state) => stateOf(state).shown,
          attributes: (state): Record<string, string> => (isMany(stateOf(state)) ? { "data-many-pending": "" } : {}),
          handleKeyDown(view, event) {
            const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
            const { items, isLatest } = stateOf(view.state);
            const last = items.at(-1);
            if (!isUndo || !isLatest || last === undefined) return false;
            last.cancel();
            return true;
          },
        },
      }),
    ];
  },
  onDestroy() {
    cancelPending(this.editor.state);
  },
});

export type PendingContentHandle = {
  /** Aborted when the user cancels, and when the editor closes. */
  readonly signal: AbortSignal;
  showShare(share: number): void;
  setPlaceholder(placeholder: Slice | undefined): void;
  /** Runs `insert` at the mark's position as one undo step. Returns false if it was canceled or the editor is gone. */
  finish(insert?: (transaction: Transaction, range: DocRange) => void, problem?: string): boolean;
};

export type PendingSentences = {
  readonly label: string;
  readonly cancel: string;
  readonly progress: (percent: number) => string;
};

export function beginPending(
  view: EditorView,
  range: DocRange,
  { sentences, placeholder, file }: { readonly sentences: PendingSentences; readonly placeholder?: Slice; readonly file?: string },
): PendingContentHandle {
  const controller = new AbortController();
  const request = (asked: Request, transaction = view.state.tr): void => view.dispatch(transaction.setMeta(pendingKey, asked));
  const find = (): Item | undefined => (view.isDestroyed ? undefined : stateOf(view.state).items.find((item) => item.mark === mark.dom));
  const cancel = (): void => {
    controller.abort();
    if (find() !== undefined) request({ remove: mark.dom });
  };
  const mark = createMark(sentences, () => {
    cancel();
    view.focus();
  });
  let percent = 0;
  request({ add: { mark: mark.dom, range, placeholder, share: 0, file, cancel } });
  return {
    signal: controller.signal,
    showShare(share) {
      const shown = Math.round(share * 100);
      if (shown === percent || find() === undefined) return;
      percent = shown;
      mark.show(percent);
      request({ of: mark.dom, change: { share } });
    },
    setPlaceholder(slice) {
      if (find() !== undefined) request({ of: mark.dom, change: { placeholder: slice } });
    },
    finish(insert, problem) {
      const item = find();
      if (item === undefined) return false;
      const transaction = view.state.tr;
      insert?.(transaction, item.range);
      // A toast explains why a single file was not added.
      const isReported = insert === undefined && stateOf(view.state).run.total === 1;
      request({ remove: mark.dom, problem: isReported ? undefined : problem }, transaction);
      return true;
    },
  };
}

/** Placeholder for a file of which only the name can be kept until it is stored. */
export function createNameSlice({ schema }: EditorState, file: File): Slice {
  return new Slice(Fragment.from(schema.text(editorText.pending.missing(file.name))), 0, 0);
}

/** Lowest progress of all pending content, from 0 to 1; undefined if nothing is pending. */
export function pendingShare(state: EditorState): number | undefined {
  const { items } = stateOf(state);
  return items.length === 0 ? undefined : Math.min(...items.map(({ share }) => share));
}

export type FilesProgress = {
  readonly total: number;
  /** Number of the file that is being added; 0 if all have ended. */
  readonly at: number;
  readonly percent: number;
  readonly problems: readonly string[];
};

/** Progress of several files together; undefined for one, unless there was a problem. */
export function filesProgress(state: EditorState): FilesProgress | undefined {
  const current = stateOf(state);
  const { items, run } = current;
  const files = items.filter(({ file }) => file !== undefined);
  if (!isMany(current) && (files.length > 0 || run.problems.length === 0)) return undefined;
  const share = run.done + files.reduce((sum, item) => sum + item.share, 0);
  const percent = Math.round((share / run.total) * 100);
  return { total: run.total, at: files.length === 0 ? 0 : run.done + 1, percent, problems: run.problems };
}

function isMany({ items, run }: State): boolean {
  return run.total > 1 && items.some(({ file }) => file !== undefined);
}

/** Files that are in the text stay; those that are still being prepared are not added. */
export function cancelFiles(state: EditorState): void {
  for (const { file, cancel } of stateOf(state).items) if (file !== undefined) cancel();
}

export function forgetFileProblems({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(pendingKey, { forgetProblems: true } satisfies Request));
}

function cancelPending(state: EditorState): void {
  for (const { cancel } of stateOf(state).items) cancel();
}

/** True if both states have the same pending content, with the same progress. */
export function isSamePending(before: EditorState, after: EditorState): boolean {
  return stateOf(before).items === stateOf(after).items;
}

/** True if `withPlaceholders` differs between the states only by placeholders. */
export function hasOtherPlaceholders(before: EditorState, after: EditorState): boolean {
  const [one, other] = [before, after].map((state) => stateOf(state).items.map(({ placeholder }) => placeholder));
  return (
    one !== undefined && other !== undefined && (one.length !== other.length || one.some((placeholder, at) => placeholder !== other[at]))
  );
}

const standing = new WeakMap<EditorState, Node>();

/** The text if the editor closed now: with the placeholders of all pending content. */
export function withPlaceholders(state: EditorState): Node {
  const items = stateOf(state).items.filter(({ placeholder }) => placeholder !== undefined);
  if (items.length === 0) return state.doc;
  const known = standing.get(state);
  if (known !== undefined) return known;
  const transaction = state.tr;
  for (const { range, placeholder } of items) {
    const { mapping } = transaction;
    const from = mapping.map(range.from, 1);
    if (placeholder !== undefined) transaction.replaceRange(from, Math.max(from, mapping.map(range.to, 1)), placeholder);
  }
  standing.set(state, transaction.doc);
  return transaction.doc;
}

/** Moves the caret behind the inserted content only if it is still at the original position. */
export function insertSlice(transaction: Transaction, { from, to }: DocRange, slice: Slice): void {
  const { selection } = transaction;
  const isThere = selection.from === from && selection.to === to;
  if (isThere) transaction.replaceSelection(slice).scrollIntoView();
  else transaction.replaceRange(from, to, slice);
  transaction.setMeta("paste", true);
}

function stateOf(state: EditorState): State {
  return pendingKey.getState(state) ?? NOTHING;
}

function next(transaction: Transaction, before: State): State {
  const request = transaction.getMeta(pendingKey) as Request | undefined;
  if (request === undefined && (!transaction.docChanged || before.items.length === 0)) return before;
  const items = requested(moved(before.items, transaction, request), request);
  return {
    items,
    shown: DecorationSet.create(
      transaction.doc,
      items.map(({ mark, range }) => Decoration.widget(range.to, mark, { side: -1 })),
    ),
    isLatest: request !== undefined && "add" in request ? true : before.isLatest && !transaction.docChanged,
    run: counted(before, request),
  };
}

function counted({ items, run }: State, request: Request | undefined): Run {
  if (request === undefined || "of" in request) return run;
  if ("forgetProblems" in request) return { ...run, problems: [] };
  if ("add" in request) {
    if (request.add.file === undefined) return run;
    const current = items.some(({ file }) => file !== undefined) ? run : NO_RUN;
    return { ...current, total: current.total + 1 };
  }
  const item = items.find(({ mark }) => mark === request.remove);
  if (item?.file === undefined) return run;
  const { problem } = request;
  return { ...run, done: run.done + 1, problems: problem === undefined ? run.problems : [...run.problems, problem] };
}

/** Text typed at a position follows its pending content; finished contents keep the order in which they were inserted. */
function moved(items: readonly Item[], { mapping, docChanged }: Transaction, request: Request | undefined): readonly Item[] {
  if (!docChanged) return items;
  const finished = request !== undefined && "remove" in request ? items.findIndex(({ mark }) => mark === request.remove) : -1;
  return items.map((item, at) => ({ ...item, range: follow(item.range, mapping, finished !== -1 && at > finished ? 1 : -1) }));
}

function requested(items: readonly Item[], request: Request | undefined): readonly Item[] {
  if (request === undefined || "forgetProblems" in request) return items;
  if ("add" in request) return [...items, request.add];
  if ("remove" in request) return items.filter(({ mark }) => mark !== request.remove);
  return items.map((item) => (item.mark === request.of ? { ...item, ...request.change } : item));
}

/** Maps the range that pending content replaces. If the user edits inside it, the range collapses, so newly typed text is kept. */
function follow({ from, to }: DocRange, mapping: Mapping, side: 1 | -1): DocRange {
  let range = { from, to };
  for (const map of mapping.maps) {
    const { from: start, to: end } = range;
    if (start === end) {
      const at = map.map(start, side);
      range = { from: at, to: at };
      continue;
    }
    let isTouched = false;
    map.forEach((changedFrom, changedTo) => {
      isTouched ||= changedFrom < end && changedTo > start;
    });
    const at = { from: map.map(start, 1), to: map.map(end, -1) };
    range = isTouched || at.from > at.to ? { from: map.map(start, -1), to: map.map(start, -1) } : at;
  }
  return range;
}

function createMark(sentences: PendingSentences, onCancel: () => void) {
  const dom = document.createElement("span");
  dom.className = "pending-content";
  dom.contentEditable = "false";
  const bar = document.createElement("span");
  bar.setAttribute("role", "progressbar");
  bar.setAttribute("aria-label", sentences.label);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = editorText.pending.cancelSign;
  button.setAttribute("aria-label", sentences.cancel);
  button.title = sentences.cancel;
  // Prevents mousedown from taking the selection out of the text.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", onCancel);
  dom.append(bar, button);
  const show = (percent: number): void => {
    bar.setAttribute("aria-valuenow", String(percent));
    bar.textContent = sentences.progress(percent);
  };
  show(0);
  return { dom, show };
}
