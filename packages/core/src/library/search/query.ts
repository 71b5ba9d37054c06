/** What someone asks for: words, "phrases", -without, in:folder. Pure. Decision 0012. */
import { foldText } from "../../document/html/find-text.ts";
import { SEARCH } from "../../model/limits.ts";
import { isRun, partsOf, toSearchText } from "./words.ts";

export type Term =
  /** The beginning of a word. */
  | { readonly kind: "word"; readonly text: string }
  /** Any part of a line in a script without spaces. */
  | { readonly kind: "run"; readonly text: string }
  /** These words in this order; while its quote is open, the last one may go on. */
  | { readonly kind: "phrase"; readonly parts: readonly string[]; readonly isOpen: boolean };

export type Query = {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  /** Folded names of folders, all of them typed behind `in:`. */
  readonly folderNames: readonly string[];
};

const PIECE = /(-?)(?:(in):)?(?:"([^"]*)("?)|([^\s"]+))/giu;
const QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb]/g;

export function parseQuery(typed: string): Query {
  const query = { wanted: [] as Term[], unwanted: [] as Term[], folderNames: [] as string[] };
  for (const [, minus, isFolder, quoted, closing, bare] of typed.replace(QUOTES, '"').matchAll(PIECE)) {
    if (isFolder !== undefined) query.folderNames.push(foldText(quoted ?? bare ?? ""));
    else (minus === "" ? query.wanted : query.unwanted).push(...toTerms(quoted, closing === "", bare ?? ""));
  }
  return { ...query, wanted: query.wanted.slice(0, SEARCH.maxTerms), unwanted: query.unwanted.slice(0, SEARCH.maxTerms) };
}

/** Nothing that could be found: no word, no folder. */
export function isEmptyQuery({ wanted, unwanted, folderNames }: Query): boolean {
  return wanted.length === 0 && unwanted.length === 0 && folderNames.length === 0;
}

function toTerms(quoted: string | undefined, isOpen: boolean, bare: string): readonly Term[] {
  const parts = partsOf(toSearchText(quoted ?? bare));
  if (quoted !== undefined && parts.length > (isOpen ? 1 : 0)) return [{ kind: "phrase", parts, isOpen }];
  return parts.map((text) => ({ kind: isRun(text) ? "run" : "word", text }));
}
