/**
 * What to do when the parent hands the editor a text it did not get from it, and how to put that in without losing the caret.
 * Pure but for `replaceText`, which dispatches one transaction that is neither an edit of the user's nor a step of undo.
 */
import type { Editor } from "@tiptap/core";
import { toEditorDoc } from "./editor-html.ts";

/** Texts given out and not yet seen to come back: a parent that is slow to echo must not look like someone else's edit. */
export type GivenOut = { readonly texts: readonly string[] };

export const NOTHING_GIVEN_OUT: GivenOut = { texts: [] };

const MAX_REMEMBERED = 20;

export function remember(given: GivenOut, text: string): GivenOut {
  return { texts: [...given.texts, text].slice(-MAX_REMEMBERED) };
}

/** With this echo, texts given out before it are history too. */
export function forgetUpTo(given: GivenOut, text: string): GivenOut {
  return { texts: given.texts.slice(given.texts.lastIndexOf(text) + 1) };
}

type ExternalQuestion = {
  readonly value: string;
  readonly current: string;
  /** The text that was last taken from outside. */
  readonly taken: string;
  readonly given: GivenOut;
  /** `current` has not been given out. */
  readonly isUndelivered: boolean;
  readonly isFocused: boolean;
};

export type ExternalDecision = "same" | "echo" | "replace" | "keep-typed";

/**
 * A parent that has echoed everything knows everything: its text is taken. What it was never given it cannot have decided about, so that stays
 * and is given to it; so does what it was given and has not echoed yet, while the user is typing.
 */
export function decideExternalValue({ value, current, taken, given, isUndelivered, isFocused }: ExternalQuestion): ExternalDecision {
  if (value === current) return "same";
  if (given.texts.includes(value)) return "echo";
  const isUnknown = isUndelivered || (isFocused && given.texts.length > 0);
  return isUnknown && current !== taken ? "keep-typed" : "replace";
}

/** Only what differs is replaced, so that the caret and the scroll position stay where they were whenever they can. */
export function replaceText(editor: Editor, html: string): void {
  const { state, schema } = editor;
  const next = toEditorDoc(schema, html);
  const start = state.doc.content.findDiffStart(next.content);
  const end = state.doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return;
  const overlap = start - Math.min(end.a, end.b);
  const [endHere, endThere] = overlap > 0 ? [end.a + overlap, end.b + overlap] : [end.a, end.b];
  const difference = state.tr.replace(start, endHere, next.slice(start, endThere));
  const transaction = difference.doc.eq(next) ? difference : state.tr.replaceWith(0, state.doc.content.size, next.content);
  editor.view.dispatch(transaction.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}
