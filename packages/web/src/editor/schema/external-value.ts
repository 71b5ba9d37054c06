/** What to do when the parent hands the editor a text it did not get from it; replace-text.ts puts it in. Pure. */

/** Texts passed to the parent and not echoed yet: a slow echo is no outside edit. */
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
  readonly taken: string;
  readonly given: GivenOut;
  /** `current` has not been given out. */
  readonly isUndelivered: boolean;
  readonly isFocused: boolean;
};

export type ExternalDecision = "same" | "echo" | "replace" | "keep-typed";

/** A parent that has echoed all edits decides; what it has not seen, or not echoed while typing, stays and is sent again. */
export function decideExternalValue({ value, current, taken, given, isUndelivered, isFocused }: ExternalQuestion): ExternalDecision {
  if (value === current) return "same";
  if (given.texts.includes(value)) return "echo";
  const isUnknown = isUndelivered || (isFocused && given.texts.length > 0);
  return isUnknown && current !== taken ? "keep-typed" : "replace";
}
