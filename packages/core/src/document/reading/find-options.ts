/** The find bar's options over find-text.ts, in a file of their own because the workspace starts without them. Decision 0029. */
import type { TextRange } from "../../model/text-range.ts";
import { findInText } from "../html/find-text.ts";

/** Represents a node that is not text, in the text of a line. */
export const NOT_TEXT = "\ufffc";

export type FindOptions = {
  /** Respects case and accents. */
  readonly isExact: boolean;
  /** Leaves out hits inside of longer words. */
  readonly isWhole?: boolean;
};

/** Ranges never overlap. */
export function findWithOptions(text: string, query: string, { isExact, isWhole = false }: FindOptions): readonly TextRange[] {
  const found = findInText(text, query, isExact);
  return isWhole ? found.filter(({ from, to }) => isEdge(text, from) && isEdge(text, to)) : found;
}

/** True unless the characters on both sides belong to one word. */
function isEdge(text: string, at: number): boolean {
  return !(ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at)) && BEGINS_WITH_WORD.test(text.slice(at, at + 2)));
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}_]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}\p{M}_]/u;
