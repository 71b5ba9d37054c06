/**
 * Search syntax: words, "phrases", -without, folder:name (or in:), tag:name, -tag:name, has:attachment, is:pinned, is:untagged,
 * after:2026-01-31, before:2026-01-31, and OR between alternatives. Pure. Decision 0012.
 */
import { foldText } from "../../document/html/find-text.ts";
import { tagKey } from "../../model/entities/tags/tag.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { isRun, partsOf, toSearchText } from "./words.ts";

export type Term =
  /** Beginning of a word. */
  | { readonly kind: "word"; readonly text: string }
  /** Any part of a line in a script without spaces. */
  | { readonly kind: "run"; readonly text: string }
  /** Words in this order; while the quote is open, the last one may be incomplete. */
  | { readonly kind: "phrase"; readonly parts: readonly string[]; readonly isOpen: boolean };

/** One alternative of a search: a note must pass all of it. */
export type Query = {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  /** Folded names of folders; all were typed after `in:`. */
  readonly folderNames: readonly string[];
  /** Keys of tags; notes that match have each of them, or one nested in it. */
  readonly tagKeys: readonly string[];
  readonly unwantedTagKeys: readonly string[];
  readonly needsFile: boolean;
  /** Undefined for both kinds of notes. */
  readonly isPinned: boolean | undefined;
  readonly isUntagged: boolean | undefined;
  /** Modified at or after `sinceMs` and before `untilMs`; undefined for any time. */
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
};

export const HAS_ATTACHMENT = "attachment";
const PIECE = /(-?)(?:(in|folder|tag|has|is|after|before):)?(?:"([^"]*)("?)|([^\s"]+))/giu;
const QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb]/g;

/** A filter or words. Text after a filter's name that is not a valid value is searched as words. */
export type Piece =
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "tag"; readonly name: string; readonly isUnwanted: boolean }
  | { readonly kind: "attachment" }
  | { readonly kind: "pinned" | "untagged"; readonly isUnwanted: boolean }
  /** Alternatives are on both sides of it. Written in capitals, so that the word can be searched. */
  | { readonly kind: "or" }
  | { readonly kind: "after" | "before"; readonly day: string }
  | { readonly kind: "words"; readonly terms: readonly Term[]; readonly isUnwanted: boolean };

/** Each piece with its part of the typed text. */
export function readPieces(typed: string): readonly (Piece & { readonly source: string })[] {
  return [...typed.replace(QUOTES, '"').matchAll(PIECE)].map(([source, minus, filter, quoted, closing, bare]) => {
    const value = quoted ?? bare ?? "";
    if (source === "OR") return { kind: "or", source };
    const words = filter === undefined ? value : `${filter}:${value}`;
    const terms = quoted === undefined ? toTerms(undefined, false, words) : toTerms(quoted, closing === "", "");
    return { ...(toFilter(filter?.toLowerCase(), value, minus !== "") ?? { kind: "words", terms, isUnwanted: minus !== "" }), source };
  });
}

function toFilter(filter: string | undefined, value: string, isUnwanted: boolean): Piece | undefined {
  if (filter === "in" || filter === "folder") return { kind: "folder", name: value };
  if (filter === "is" && (value === "pinned" || value === "untagged")) return { kind: value, isUnwanted };
  if (filter === "tag" && value.trim() !== "") return { kind: "tag", name: value, isUnwanted };
  if (filter === "has" && HAS_ATTACHMENT.startsWith(value.toLowerCase()) && value !== "") return { kind: "attachment" };
  if ((filter === "after" || filter === "before") && startOfDay(value) !== undefined) return { kind: filter, day: value };
  return undefined;
}

/** Start of the day in the user's time zone, like the days of the list. */
function startOfDay(day: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const start = new Date(year, month - 1, date);
  return start.getMonth() === month - 1 ? start.getTime() : undefined;
}

/** Returns the alternatives. An `OR` without text on one side is left out, because the user may still be typing. */
export function parseQuery(typed: string): readonly Query[] {
  const alternatives: Piece[][] = [[]];
  for (const piece of readPieces(typed)) {
    if (piece.kind === "or") alternatives.push([]);
    else alternatives.at(-1)?.push(piece);
  }
  const queries = alternatives.map(toQuery);
  const whole = queries.filter((query) => !isEmptyAlternative(query));
  return (whole.length === 0 ? queries.slice(0, 1) : whole).slice(0, SEARCH.maxAlternatives);
}

function toQuery(pieces: readonly Piece[]): Query {
  const termsOf = (isUnwanted: boolean): readonly Term[] =>
    pieces.flatMap((piece) => (piece.kind === "words" && piece.isUnwanted === isUnwanted ? piece.terms : [])).slice(0, SEARCH.maxTerms);
  const daysOf = (kind: "after" | "before"): readonly number[] =>
    pieces.flatMap((piece) => (piece.kind === kind && "day" in piece ? (startOfDay(piece.day) ?? []) : []));
  const tagsOf = (isUnwanted: boolean): readonly string[] =>
    pieces.flatMap((piece) => (piece.kind === "tag" && piece.isUnwanted === isUnwanted ? [toTagKey(piece.name)] : []));
  const [since, until] = [daysOf("after"), daysOf("before")];
  return {
    wanted: termsOf(false),
    unwanted: termsOf(true),
    folderNames: pieces.flatMap((piece) => (piece.kind === "folder" ? [foldText(piece.name)] : [])),
    tagKeys: tagsOf(false),
    unwantedTagKeys: tagsOf(true),
    needsFile: pieces.some(({ kind }) => kind === "attachment"),
    isPinned: wantedOf(pieces, "pinned"),
    isUntagged: wantedOf(pieces, "untagged"),
    sinceMs: since.length === 0 ? undefined : Math.max(...since),
    untilMs: until.length === 0 ? undefined : Math.min(...until),
  };
}

/** True if the search has neither words nor filters. */
export function isEmptyQuery(queries: readonly Query[]): boolean {
  return queries.every(isEmptyAlternative);
}

function isEmptyAlternative({ needsFile, sinceMs, untilMs, isPinned, isUntagged, ...lists }: Query): boolean {
  const isUnlimited = [sinceMs, untilMs, isPinned, isUntagged].every((value) => value === undefined);
  return !needsFile && isUnlimited && Object.values(lists).every(({ length }) => length === 0);
}

/** If both `is:pinned` and `-is:pinned` are there, the last one counts. */
function wantedOf(pieces: readonly Piece[], wanted: "pinned" | "untagged"): boolean | undefined {
  const piece = pieces.findLast(({ kind }) => kind === wanted);
  return piece !== undefined && "isUnwanted" in piece ? !piece.isUnwanted : undefined;
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
  const wanted = parseQuery(typed).flatMap((query) => query.wanted);
  const words = wanted.flatMap((term) => (term.kind === "phrase" ? [term.parts.join(" "), ...term.parts] : [term.text]));
  return [...new Set([...words, ...corrected])];
}
