/**
 * Deletes many rows, few in each statement: statements of the embedded database run on the event loop, and other requests get their turn in
 * between. The rows need not go together; a process that ends in between leaves the others for the next time.
 */
import type { DeleteResult } from "kysely";

/** Small rows, with everything that goes with one by a foreign key. */
export const PIECE_ROWS = 50;
/** Rows of up to half a megabyte each. */
export const LARGE_PIECE_ROWS = 4;

/** `piece` deletes at most `limit` of the rows. */
export async function deleteInPieces(piece: (limit: number) => Promise<DeleteResult>, limit = PIECE_ROWS): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await piece(limit);
    if (numDeletedRows < limit) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
