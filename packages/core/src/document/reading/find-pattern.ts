/** Searches lines for a regular expression. Runs in a worker, because an expression may take longer than any note is worth. Pure. */

/** Hits beyond this are left out: no one steps through them. */
const MAX_HITS = 100_000;

/** Returns three numbers a hit: index of the line, begin and end. Empty hits are left out. */
export function findPattern({ source, flags }: { readonly source: string; readonly flags: string }, lines: readonly string[]): number[] {
  const expression = new RegExp(source, flags);
  const hits: number[] = [];
  for (const [at, line] of lines.entries()) {
    for (const match of line.matchAll(expression)) {
      if (match[0] !== "") hits.push(at, match.index, match.index + match[0].length);
      if (hits.length >= 3 * MAX_HITS) return hits;
    }
  }
  return hits;
}

/** Returns the expression as typed into the find bar; undefined if it is invalid. */
export function toPattern(
  query: string,
  { isExact, isWhole = false }: { readonly isExact: boolean; readonly isWhole?: boolean },
): { readonly source: string; readonly flags: string } | undefined {
  const source = isWhole ? `(?<![\\p{L}\\p{N}\\p{M}_])(?:${query})(?![\\p{L}\\p{N}\\p{M}_])` : query;
  const flags = isExact ? "gu" : "giu";
  try {
    // The query alone must be valid too: `)(` would only be valid inside the group.
    return RegExp(query, flags) && RegExp(source, flags) ? { source, flags } : undefined;
  } catch {
    return undefined;
  }
}
