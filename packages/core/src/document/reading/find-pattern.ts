/** Searches lines for a regular expression. Runs in a worker, because an expression may take longer than any note is worth. Pure. */

/** Hits beyond this are left out: no one steps through them. */
const MAX_HITS = 100_000;

/** Maximum characters of all replacements: beyond it, hits are left out, since `$1` may repeat a long line for each of them. */
const MAX_REPLACED_CHARS = 20_000_000;

export type SearchPattern = {
  readonly source: string;
  readonly flags: string;
  /** Replacement with `$1`, `$<name>`, `$&` and `$$`; absent to search only. */
  readonly replacement?: string;
};

export type PatternMatches = {
  /** Three numbers a hit: index of the line, begin and end. Empty hits are left out. */
  readonly hits: number[];
  /** Replacement of each hit; absent without `replacement`. */
  readonly words?: string[];
};

export function findPattern({ source, flags, replacement }: SearchPattern, lines: readonly string[]): PatternMatches {
  const expression = new RegExp(source, flags);
  const hits: number[] = [];
  const words: string[] | undefined = replacement === undefined ? undefined : [];
  let chars = 0;
  for (const [at, line] of lines.entries()) {
    for (const match of line.matchAll(expression)) {
      if (match[0] === "") continue;
      const replaced = replacement === undefined ? "" : expandReplacement(replacement, match);
      chars += replaced.length;
      if (hits.length >= 3 * MAX_HITS || chars > MAX_REPLACED_CHARS) return { hits, ...(words && { words }) };
      hits.push(at, match.index, match.index + match[0].length);
      words?.push(replaced);
    }
  }
  return { hits, ...(words && { words }) };
}

/** As `String.replace` does (ECMA-262 GetSubstitution), without the text before and behind the hit. */
function expandReplacement(replacement: string, match: RegExpExecArray): string {
  const expand = (...[whole = "", sign, digits, name]: readonly (string | undefined)[]): string => {
    if (sign !== undefined) return sign === "$" ? "$" : match[0];
    if (name !== undefined) return match.groups === undefined ? whole : (match.groups[name] ?? "");
    const [two, one] = [Number(digits), Number(digits?.[0])];
    if (two >= 1 && two < match.length) return match[two] ?? "";
    return digits?.length === 2 && one >= 1 && one < match.length ? `${match[one] ?? ""}${digits[1]}` : whole;
  };
  return replacement.replace(/\$(?:([$&])|(\d{1,2})|<([^>]*)>)/g, expand);
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
