/**
 * Search syntax: words, "phrases", folder:name (or in:), in:trash, tag:name, has:image, is:pinned, created:last-week, modified:2026-01, the
 * same with a minus sign for everything else, and OR between alternatives. Pure. Decision 0012.
 */
import { foldText } from "../../document/html/find-text.ts";
import { CONTENTS, type Content } from "../../model/entities/note.ts";
import { tagKey } from "../../model/entities/tags/tag.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { readSpan, type Span } from "./spans.ts";
import { isRun, partsOf, toSearchText } from "./words.ts";

export type Term =
  /** Beginning of a word. */
  | { readonly kind: "word"; readonly text: string }
  /** Any part of a line in a script without spaces. */
  | { readonly kind: "run"; readonly text: string }
  /** Words in this order; while the quote is open, the last one may be incomplete. */
  | { readonly kind: "phrase"; readonly parts: readonly string[]; readonly isOpen: boolean };

/** What a note must have, or must not have if `isUnwanted`. */
export type Filter = { readonly isUnwanted: boolean } & (
  | { readonly kind: "tag"; readonly key: string }
  | { readonly kind: "has"; readonly value: Has }
  | { readonly kind: Is | "trash" }
  | { readonly kind: "created" | "modified"; readonly span: Span }
);

/** One alternative of a search: a note must pass all of it. */
export type Query = {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  /** Folded names of folders: in one of the first, and in none of the others. */
  readonly folderNames: readonly string[];
  readonly unwantedFolderNames: readonly string[];
  readonly filters: readonly Filter[];
};

const HAS_VALUES = ["attachment", "file", ...CONTENTS] as const;
export const IS_VALUES = ["pinned", "untagged", "unlinked"] as const;
export type Has = "file" | Content;
export type Is = (typeof IS_VALUES)[number];
export const FILTER_NAMES = ["in", "folder", "tag", "has", "is", "created", "modified", "after", "before"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
const PIECE = new RegExp(`(-?)(?:(${FILTER_NAMES.join("|")}):)?(?:"([^"]*)("?)|([^\\s"]+))`, "giu");
const QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb]/g;

type TimeName = "created" | "modified" | "after" | "before";

/** A filter or words. Text after a filter's name that is not a valid value is searched as words. */
export type Piece =
  | { readonly kind: "folder"; readonly value: string; readonly isUnwanted: boolean }
  | { readonly kind: "trash"; readonly isUnwanted: boolean }
  | { readonly kind: "tag"; readonly value: string; readonly isUnwanted: boolean }
  | { readonly kind: "has"; readonly value: Has; readonly isUnwanted: boolean }
  | { readonly kind: "is"; readonly value: Is; readonly isUnwanted: boolean }
  | { readonly kind: TimeName; readonly value: string; readonly isUnwanted: boolean }
  /** Alternatives are on both sides of it. Written in capitals, so that the word can be searched. */
  | { readonly kind: "or"; readonly isUnwanted: boolean }
  /** `misread`: the filter whose value is not valid, and that value. */
  | { readonly kind: "words"; readonly terms: readonly Term[]; readonly isUnwanted: boolean; readonly misread?: Misread };

export type Misread = { readonly filter: FilterName; readonly value: string };

/** A piece with its part of the typed text, which begins at the index `at`. */
export type PlacedPiece = Piece & { readonly source: string; readonly at: number };

export function readPieces(typed: string): readonly PlacedPiece[] {
  return [...typed.replace(QUOTES, '"').matchAll(PIECE)].map((match) => ({ ...readPiece(match), source: match[0], at: match.index }));
}

function readPiece([source, minus, named, quoted, closing, bare]: RegExpExecArray): Piece {
  const isUnwanted = minus !== "";
  const value = quoted ?? bare ?? "";
  if (source === "OR") return { kind: "or", isUnwanted };
  const filter = named?.toLowerCase() as FilterName | undefined;
  const piece = filter && toFilterPiece(filter, value);
  if (piece !== undefined) return { ...piece, isUnwanted };
  const words = named === undefined ? value : `${named}:${value}`;
  const terms = quoted === undefined ? toTerms(undefined, false, words) : toTerms(quoted, closing === "", "");
  return { kind: "words", terms, isUnwanted, ...(filter === undefined ? {} : { misread: { filter, value } }) };
}

/** Any time at which a value can be tested: whether it names a span does not depend on the day. */
const SOME_TIME_MS = 0;

/** A piece but for its sign; distributes over the union. */
type Unsigned<Each> = Each extends Piece ? Omit<Each, "isUnwanted"> : never;

function toFilterPiece(filter: FilterName, value: string): Unsigned<Piece> | undefined {
  const plain = value.trim().toLowerCase();
  if (plain === "") return undefined;
  if (filter === "in" && isTrashName(value)) return { kind: "trash" };
  if (filter === "in" || filter === "folder") return { kind: "folder", value };
  if (filter === "tag") return { kind: "tag", value };
  if (filter === "has") {
    const has = onlyWith(HAS_VALUES, plain);
    return has && { kind: filter, value: has === "attachment" ? "file" : has };
  }
  if (filter === "is") {
    const is = IS_VALUES.find((one) => one === plain);
    return is && { kind: filter, value: is };
  }
  return readSpan(value, SOME_TIME_MS) && { kind: filter, value };
}

/** True if `in:` with this name is the trash. A folder of that name is found with `folder:`. */
export function isTrashName(name: string): boolean {
  return name.trim().toLowerCase() === "trash";
}

/** Returns the only value that begins with the text, which may be in the plural. */
function onlyWith<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  const found = values.filter((value) => value.startsWith(text) || `${value}s` === text);
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the alternatives. An `OR` without text on one side is left out, because the user may still be typing. */
export function parseQuery(typed: string, nowMs: number): readonly Query[] {
  const alternatives: Piece[][] = [[]];
  for (const piece of readPieces(typed)) {
    if (piece.kind === "or") alternatives.push([]);
    else alternatives.at(-1)?.push(piece);
  }
  const queries = alternatives.map((pieces) => toQuery(pieces, nowMs));
  const whole = queries.filter((query) => !isEmptyAlternative(query));
  return (whole.length === 0 ? queries.slice(0, 1) : whole).slice(0, SEARCH.maxAlternatives);
}

function toQuery(pieces: readonly Piece[], nowMs: number): Query {
  const termsOf = (isUnwanted: boolean): readonly Term[] =>
    pieces.flatMap((piece) => (piece.kind === "words" && piece.isUnwanted === isUnwanted ? piece.terms : [])).slice(0, SEARCH.maxTerms);
  const foldersOf = (isUnwanted: boolean): readonly string[] =>
    pieces.flatMap((piece) => (piece.kind === "folder" && piece.isUnwanted === isUnwanted ? [foldText(piece.value)] : []));
  return {
    wanted: termsOf(false),
    unwanted: termsOf(true),
    folderNames: foldersOf(false),
    unwantedFolderNames: foldersOf(true),
    filters: pieces.flatMap((piece) => toFilter(piece, nowMs)).slice(0, SEARCH.maxFilters),
  };
}

function toFilter(piece: Piece, nowMs: number): readonly Filter[] {
  const { isUnwanted } = piece;
  switch (piece.kind) {
    case "tag":
      return [{ kind: "tag", key: toTagKey(piece.value), isUnwanted }];
    case "has":
      return [{ kind: piece.kind, value: piece.value, isUnwanted }];
    case "is":
      return [{ kind: piece.value, isUnwanted }];
    case "trash":
      return [{ kind: piece.kind, isUnwanted }];
    case "created":
    case "modified":
    case "after":
    case "before": {
      const span = readSpan(piece.value, nowMs);
      if (span === undefined) return [];
      const ends = {
        created: span,
        modified: span,
        after: { sinceMs: span.sinceMs, untilMs: undefined },
        before: { sinceMs: undefined, untilMs: span.sinceMs },
      };
      return [{ kind: piece.kind === "created" ? "created" : "modified", span: ends[piece.kind], isUnwanted }];
    }
    default:
      return [];
  }
}

/** True if the search has neither words nor filters. */
export function isEmptyQuery(queries: readonly Query[]): boolean {
  return queries.every(isEmptyAlternative);
}

function isEmptyAlternative(query: Query): boolean {
  return Object.values(query).every(({ length }) => length === 0);
}

/** Key of a typed name, which may have a number sign and another order of spaces and slashes. */
function toTagKey(name: string): string {
  return tagKey(toTags([name.replace(/^#/, "")])[0] ?? "");
}

function toTerms(quoted: string | undefined, isOpen: boolean, bare: string): readonly Term[] {
  const parts = partsOf(toSearchText(quoted ?? bare));
  if (quoted !== undefined && parts.length > (isOpen ? 1 : 0)) return [{ kind: "phrase", parts, isOpen }];
  return parts.map((text) => ({ kind: isRun(text) ? "run" : "word", text }));
}

/** Words to mark, or their corrections. Separate from marks.ts, which the first page loads, because this needs the parser. Pure. */
export function markedWords(typed: string, corrected: readonly string[]): readonly string[] {
  const wanted = parseQuery(typed, SOME_TIME_MS).flatMap((query) => query.wanted);
  const words = wanted.flatMap((term) => (term.kind === "phrase" ? [term.parts.join(" "), ...term.parts] : [term.text]));
  return [...new Set([...words, ...corrected])];
}
