/**
 * Ends undo steps after a pause, a time or a number of characters, and around other changes than typing; the history plugin only knows
 * pauses. Decision 0014.
 */
import { EDITOR } from "@satchel/core/model/limits/limits.ts";
import { type Editor, Extension } from "@tiptap/core";
import { closeHistory, isHistoryTransaction } from "@tiptap/pm/history";
import type { Slice } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { ReplaceStep, type Step } from "@tiptap/pm/transform";

/** Meta key of a transaction that inserts text without typing: an emoji, a replacement. */
export const OWN_UNDO_STEP = "ownUndoStep";

/** Meta key of a transaction that changes one character of a caption or description. */
export const TYPED_ATTRIBUTE = "typedAttribute";

/** Composition value of the transaction that deletes the selection before the first composed letter. */
export const COMPOSITION_START = "start";

/** The undo step that typing extends; undefined if the next change begins one. */
export type OpenStep = {
  /** By the transactions' own clock. */
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  readonly chars: number;
  /** Id of the composition: a word of an input method is never split. */
  readonly composition: unknown;
};

export type StepDecision = { readonly begins: boolean; readonly open: OpenStep | undefined };

type StepStorage = { open: OpenStep | undefined; joined: "first" | Transaction | undefined };

export const UndoSteps = Extension.create<object, StepStorage>({
  name: "undoSteps",
  addStorage: () => ({ open: undefined, joined: undefined }),
  dispatchTransaction({ transaction, next }) {
    const { joined } = this.storage;
    if (joined === "first" && transaction.docChanged) this.storage.joined = transaction;
    // The history plugin puts an appended transaction into the step of its parent.
    if (joined !== undefined && joined !== "first") transaction.setMeta("appendedTransaction", joined);
    else if (isHistoryTransaction(transaction)) this.storage.open = undefined;
    else if (transaction.docChanged && transaction.getMeta("addToHistory") !== false) {
      const { begins, open } = decideStep(this.storage.open, transaction);
      this.storage.open = open;
      if (begins) closeHistory(transaction);
    }
    next(transaction);
  },
});

export function asOneUndoStep(editor: Editor, run: () => void): void {
  const storage = (editor.storage as { undoSteps?: StepStorage }).undoSteps;
  if (storage === undefined) {
    run();
    return;
  }
  storage.joined = "first";
  try {
    run();
  } finally {
    storage.joined = undefined;
    storage.open = undefined;
  }
}

function decideStep(open: OpenStep | undefined, transaction: Transaction): StepDecision {
  const chars = typedChars(transaction);
  if (chars === undefined) return { begins: true, open: undefined };
  const { time } = transaction;
  const composition: unknown = transaction.getMeta("composition");
  const isSameWord = composition !== undefined && (composition === open?.composition || open?.composition === COMPOSITION_START);
  if (open !== undefined && (isSameWord || canGrow(open, time, chars)))
    return { begins: false, open: { ...open, composition, lastAtMs: time, chars: open.chars + chars } };
  return { begins: true, open: { startedAtMs: time, lastAtMs: time, chars, composition } };
}

function canGrow({ startedAtMs, lastAtMs, chars }: OpenStep, time: number, more: number): boolean {
  return time - lastAtMs <= EDITOR.historyDelayMs && time - startedAtMs <= EDITOR.historyStepMs && chars + more <= EDITOR.historyStepChars;
}

/** Number of characters typed or deleted one by one; undefined for other changes. */
function typedChars(transaction: Transaction): number | undefined {
  if (NOT_TYPING.some((meta) => transaction.getMeta(meta) !== undefined)) return undefined;
  if (transaction.getMeta(TYPED_ATTRIBUTE) !== undefined) return 1;
  let chars = 0;
  for (const [index, step] of transaction.steps.entries()) {
    const typed = typedBy(step, transaction.getMeta("composition") !== undefined);
    if (typed === undefined || index > 3) return undefined;
    chars += typed;
  }
  return chars > EDITOR.historyStepChars ? undefined : chars;
}

const NOT_TYPING = ["uiEvent", "paste", "inputRule", OWN_UNDO_STEP] as const;

/** A key deletes one character, or joins two blocks. A larger deletion removed a selection, which is its own step. */
const DELETED_AT_ONCE = 2;

function typedBy(step: Step, isComposed: boolean): number | undefined {
  if (!(step instanceof ReplaceStep)) return undefined;
  const deleted = step.to - step.from;
  if (!isComposed && deleted > DELETED_AT_ONCE) return undefined;
  if (step.slice.size === 0) return Math.min(deleted, 1);
  return isTyped(step.slice) ? step.slice.size : undefined;
}

/** True for text, or for the end of one line and the beginning of the next. */
function isTyped({ content, openStart, openEnd }: Slice): boolean {
  let isText = true;
  let isEmpty = true;
  content.descendants((node) => {
    if (node.isText) isEmpty = false;
    else if (node.type.name !== "hardBreak") isText = false;
    if (node.isLeaf && !node.isText) isEmpty = false;
    return true;
  });
  return isText || (isEmpty && openStart === openEnd && openStart > 0);
}
