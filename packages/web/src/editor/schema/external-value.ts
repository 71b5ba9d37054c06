/** Decides what to do with a text from the parent that differs from the editor's; replace-text.ts inserts it. Pure. */

/** Texts reported to the parent but not echoed yet, so that a slow echo is not taken for an outside edit. */
export type GivenOut = { readonly texts: readonly string[] };

export const NOTHING_GIVEN_OUT: GivenOut = { texts: [] };

const MAX_REMEMBERED = 20;

export function remember(given: GivenOut, text: string): GivenOut {
  return { texts: [...given.texts, text].slice(-MAX_REMEMBERED) };
}

/** An echo of one text also confirms all earlier ones. */
export function forgetUpTo(given: GivenOut, text: string): GivenOut {
  return { texts: given.texts.slice(given.texts.lastIndexOf(text) + 1) };
}

type ExternalQuestion = {
  readonly value: string;
  readonly current: string;
  readonly taken: string;
  readonly given: GivenOut;
  /** True if `current` was not reported yet. */
  readonly isUndelivered: boolean;
  readonly isFocused: boolean;
};

export type ExternalDecision = "same" | "echo" | "replace" | "keep-typed";

/** If the parent has echoed all edits, its text wins. Otherwise unreported or unconfirmed typing stays and is sent again. */
export function decideExternalValue({ value, current, taken, given, isUndelivered, isFocused }: ExternalQuestion): ExternalDecision {
  if (value === current) return "same";
  if (given.texts.includes(value)) return "echo";
  const isUnknown = isUndelivered || (isFocused && given.texts.length > 0);
  return isUnknown && current !== taken ? "keep-typed" : "replace";
}
