/** Search filters as chips show and change them. Filters are part of the typed text, so both ways of editing agree. Pure. */
import { HAS_ATTACHMENT, type Piece, readPieces } from "./query.ts";

export type SearchFilters = {
  readonly folderName: string | undefined;
  readonly tagName: string | undefined;
  readonly hasAttachment: boolean;
  /** `2026-01-31`; modified on this day or later. */
  readonly since: string | undefined;
};

export function readFilters(typed: string): SearchFilters {
  const pieces = readPieces(typed);
  return {
    folderName: pieces.flatMap((piece) => (piece.kind === "folder" ? [piece.name] : []))[0],
    tagName: pieces.flatMap((piece) => (piece.kind === "tag" && !piece.isUnwanted ? [piece.name] : []))[0],
    hasAttachment: pieces.some(({ kind }) => kind === "attachment"),
    since: pieces.flatMap((piece) => ("day" in piece && piece.kind === "after" ? [piece.day] : []))[0],
  };
}

/** Returns the typed text with changed filters and the same words. */
export function withFilters(typed: string, change: Partial<SearchFilters>): string {
  const { folderName, tagName, hasAttachment, since } = { ...readFilters(typed), ...change };
  const pieces = readPieces(typed);
  const otherTags = pieces.filter((piece) => piece.kind === "tag" && (piece.isUnwanted || piece !== firstTagOf(pieces)));
  const others = pieces.filter(({ kind }) => kind === "before" || kind === "pinned" || kind === "untagged");
  return [
    wordsOf(typed),
    ...(folderName === undefined ? [] : [`in:"${folderName.replaceAll('"', " ").trim()}"`]),
    ...(tagName === undefined ? [] : [`tag:"${tagName.replaceAll('"', " ").trim()}"`]),
    ...otherTags.map(({ source }) => source),
    ...(hasAttachment ? [`has:${HAS_ATTACHMENT}`] : []),
    ...(since === undefined ? [] : [`after:${since}`]),
    ...others.map(({ source }) => source),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function firstTagOf(pieces: readonly Piece[]): Piece | undefined {
  return pieces.find((piece) => piece.kind === "tag" && !piece.isUnwanted);
}

/** True if the text has alternatives, to which a chip cannot be assigned. */
export function hasAlternatives(typed: string): boolean {
  return readPieces(typed).some(({ kind }) => kind === "or");
}

/** Returns the typed text without its filters. */
export function wordsOf(typed: string): string {
  const isWords = (piece: Piece): boolean => piece.kind === "words";
  const pieces = readPieces(typed);
  return pieces.every(isWords) || hasAlternatives(typed)
    ? typed.trim()
    : pieces
        .filter(isWords)
        .map(({ source }) => source)
        .join(" ");
}
