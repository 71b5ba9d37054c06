/** Tells a typed letter from all other changes: most plugins have nothing to do for it. */
import type { Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";

/** The only replacement of a change; undefined if it has other steps, such as marks. */
export function onlyReplacement({ steps }: Pick<Transaction, "steps">): ReplaceStep | undefined {
  const [step] = steps;
  return steps.length === 1 && step instanceof ReplaceStep ? step : undefined;
}

/** True for text without spaces, and in one piece. */
export function isTypedLetter(transactions: readonly Transaction[]): boolean {
  const [transaction] = transactions;
  const slice = transactions.length === 1 && transaction !== undefined ? onlyReplacement(transaction)?.slice : undefined;
  const text = slice?.content.childCount === 1 && slice.openStart === 0 ? slice.content.firstChild?.text : undefined;
  return text !== undefined && !/\s/.test(text);
}
