/** Reading a whole store in pieces: while one is unpacked on the page's thread the browser reads the next, and no task is as long as the store. */

/** About twenty milliseconds of unpacking. */
const PIECE = 2500;

type Source<Row> = { getAll(range: IDBKeyRange | null, count: number): Promise<readonly Row[]> };

/** In the order of their keys. */
export async function readPieces<Row, Read>(
  source: Source<Row>,
  keyOf: (row: Row) => string,
  toRead: (row: Row) => Read,
  count = PIECE,
): Promise<readonly Read[]> {
  const read: Read[] = [];
  let after: IDBKeyRange | null = null;
  for (;;) {
    const piece: readonly Row[] = await source.getAll(after, count);
    for (const row of piece) read.push(toRead(row));
    const last = piece.at(-1);
    if (last === undefined || piece.length < count) return read;
    after = IDBKeyRange.lowerBound(keyOf(last), true);
  }
}
