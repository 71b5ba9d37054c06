/** Finds a regular expression without blocking the page. Implemented in adapters/workers. */
export type Pattern = {
  readonly source: string;
  readonly flags: string;
  /** Replacement with `$1`; absent to search only. */
  readonly replacement?: string;
};

/** Hits as three numbers each: index of the line, begin and end. `words`: the replacement of each hit. */
export type PatternHits =
  | { readonly kind: "found"; readonly hits: readonly number[]; readonly words?: readonly string[] }
  | { readonly kind: "too-slow" | "failed" };

export interface PatternFinder {
  /** Ends at the time limit or when aborted, whatever the expression. */
  findPattern(pattern: Pattern, lines: readonly string[], signal: AbortSignal): Promise<PatternHits>;
}
