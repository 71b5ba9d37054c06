/** The filters of a search as its chips show and change them: they are part of what is typed, so that both ways are one. Pure. */
import { HAS_ATTACHMENT, type Piece, readPieces } from "./query.ts";

export type SearchFilters = {
  readonly folderName: string | undefined;
  readonly hasAttachment: boolean;
  /** `2026-01-31`; modified on this day or later. */
  readonly since: string | undefined;
};

export function readFilters(typed: string): SearchFilters {
  const pieces = readPieces(typed);
  return {
    folderName: pieces.flatMap((piece) => (piece.kind === "folder" ? [piece.name] : []))[0],
    hasAttachment: pieces.some(({ kind }) => kind === "attachment"),
    since: pieces.flatMap((piece) => ("day" in piece && piece.kind === "after" ? [piece.day] : []))[0],
  };
}

/** What is typed with these filters changed; the words stay as they are. */
export function withFilters(typed: string, change: Partial<SearchFilters>): string {
  const { folderName, hasAttachment, since } = { ...readFilters(typed), ...change };
  const before = readPieces(typed).filter(({ kind }) => kind === "before");
  return [
    wordsOf(typed),
    ...(folderName === undefined ? [] : [`in:"${folderName.replaceAll('"', " ").trim()}"`]),
    ...(hasAttachment ? [`has:${HAS_ATTACHMENT}`] : []),
    ...(since === undefined ? [] : [`after:${since}`]),
    ...before.map(({ source }) => source),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** What is typed without its filters. */
export function wordsOf(typed: string): string {
  const isWords = (piece: Piece): boolean => piece.kind === "words";
  const pieces = readPieces(typed);
  return pieces.every(isWords)
    ? typed.trim()
    : pieces
        .filter(isWords)
        .map(({ source }) => source)
        .join(" ");
}
