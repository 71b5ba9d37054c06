/** Search filters as chips show and change them. Filters are part of the typed text, so both ways of editing agree. Pure. */
import { isTrashName, type PlacedPiece, readPieces } from "./query.ts";

export type SearchFilters = {
  readonly folderName: string | undefined;
  readonly tagName: string | undefined;
  readonly hasAttachment: boolean;
  /** `2026-01-31`; modified on this day or later. */
  readonly since: string | undefined;
};

export function readFilters(typed: string): SearchFilters {
  const { folder, tag, file, after } = choices(readPieces(typed));
  return { folderName: writtenValue(folder), tagName: writtenValue(tag), hasAttachment: file !== undefined, since: writtenValue(after) };
}

/** Returns the typed text with changed filters and the same words. */
export function withFilters(typed: string, change: Partial<SearchFilters>): string {
  const { folderName, tagName, hasAttachment, since } = { ...readFilters(typed), ...change };
  return [
    wordsOf(typed),
    ...(folderName === undefined ? [] : [`${isTrashName(folderName) ? "folder" : "in"}:${quoted(folderName)}`]),
    ...(tagName === undefined ? [] : [`tag:${quoted(tagName)}`]),
    ...(hasAttachment ? ["has:attachment"] : []),
    ...(since === undefined ? [] : [`after:${since}`]),
    ...otherFilters(typed).map(({ source }) => source),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Filters that the chips for folder, tag, attachment and date do not show, and each `OR`, in the order of the text. */
export function otherFilters(typed: string): readonly PlacedPiece[] {
  const pieces = readPieces(typed);
  const shown: readonly (PlacedPiece | undefined)[] = hasAlternatives(typed) ? [] : Object.values(choices(pieces));
  return pieces.filter((piece) => piece.kind !== "words" && !shown.includes(piece));
}

/** The first piece for each of the four chips. */
function choices(pieces: readonly PlacedPiece[]) {
  const wanted = pieces.filter(({ isUnwanted }) => !isUnwanted);
  const first = (kind: PlacedPiece["kind"]): PlacedPiece | undefined => wanted.find((piece) => piece.kind === kind);
  return {
    folder: first("folder"),
    tag: first("tag"),
    file: wanted.find((piece) => piece.kind === "has" && piece.value === "file"),
    after: first("after"),
  };
}

function writtenValue(piece: PlacedPiece | undefined): string | undefined {
  return piece !== undefined && "value" in piece ? piece.value : undefined;
}

/** Quotation marks cannot be written within a value. */
export function quoted(value: string): string {
  return `"${value.replaceAll('"', " ").trim()}"`;
}

/** True if the text has alternatives, to which a chip cannot be assigned. */
export function hasAlternatives(typed: string): boolean {
  return readPieces(typed).some(({ kind }) => kind === "or");
}

/** Filters whose value is not valid, which are searched as words. */
export function misreadFilters(typed: string): readonly PlacedPiece[] {
  return readPieces(typed).filter((piece) => piece.kind === "words" && piece.misread !== undefined && piece.misread.value !== "");
}

/** Returns the typed text without one of its pieces. */
export function withoutPiece(typed: string, { at, source }: PlacedPiece): string {
  return `${typed.slice(0, at).trimEnd()} ${typed.slice(at + source.length).trimStart()}`.trim();
}

/** True if the trash is searched, which is another screen. */
export function isForTrash(typed: string): boolean {
  return readPieces(typed).some(({ kind, isUnwanted }) => kind === "trash" && !isUnwanted);
}

/** Returns the typed text without its filters. */
export function wordsOf(typed: string): string {
  const pieces = readPieces(typed);
  const words = pieces.filter(({ kind }) => kind === "words");
  return words.length === pieces.length || hasAlternatives(typed) ? typed.trim() : words.map(({ source }) => source).join(" ");
}
