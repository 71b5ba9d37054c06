/**
 * Represents an unfinished blob by objects named by start and length, because objects cannot grow. Overlapping pieces hold the same bytes.
 */
export type Piece = { readonly key: string; readonly start: number; readonly end: number };

/** The part of a piece that belongs to the whole; `from` and `to` are offsets inside the piece. */
export type Stretch = { readonly piece: Piece; readonly from: number; readonly to: number };

const DIGITS = 15;
const NAME = /\/(\d{15})-(\d+)$/;

export function toPieceKey(folder: string, start: number, bytes: number): string {
  return `${folder}/${String(start).padStart(DIGITS, "0")}-${bytes}`;
}

export function parsePiece(key: string): Piece | undefined {
  const [, start, bytes] = NAME.exec(key) ?? [];
  return start === undefined || bytes === undefined ? undefined : { key, start: Number(start), end: Number(start) + Number(bytes) };
}

/** Returns the stretches from the start of the blob up to the first gap. */
export function chain(pieces: readonly Piece[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = 0; ; ) {
    const next = longestAt(pieces, at);
    if (next === undefined) return stretches;
    stretches.push({ piece: next, from: at - next.start, to: next.end - next.start });
    at = next.end;
  }
}

export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.at(-1)?.piece.end ?? 0;
}

function longestAt(pieces: readonly Piece[], at: number): Piece | undefined {
  return pieces
    .filter(({ start, end }) => start <= at && end > at)
    .reduce<Piece | undefined>((best, piece) => (best !== undefined && best.end >= piece.end ? best : piece), undefined);
}
