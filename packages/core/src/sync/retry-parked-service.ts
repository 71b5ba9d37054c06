/**
 * What the drive refused is tried again at a start, after a reconnect, and when a person asks: until then it would be refused in the same way.
 * sync.md amendments "No edit is rolled back".
 */
import type { Library } from "../library/library-service.ts";
import type { StoreProblem } from "../ports/local-store.ts";
import { ok, type Result } from "../result.ts";

/** Answers how many are tried again with the next cycle. */
export async function retryParked(library: Library): Promise<Result<number, StoreProblem>> {
  const parked = [...library.index.attempts.values()].filter((attempt) => attempt.parked).map(({ id }) => id);
  if (parked.length === 0) return ok(0);
  return library.transact({}, () => ({ writes: { forgetAttempts: parked }, answer: parked.length }), "sync");
}
