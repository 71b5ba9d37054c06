/**
 * What the drive refused is tried again at a start, after a reconnect, and when the user asks: until then it would be refused in the same way.
 * sync.md §5 "No edit is rolled back".
 */
import type { Library } from "../../library/index/library-service.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Attempt, StoreProblem } from "../../ports/local-store.ts";

/** Answers how many are tried again with the next cycle. */
export function retryParked(library: Library): Promise<Result<number, StoreProblem>> {
  return forget(library, ({ parked }) => parked);
}

/** The user asks: what a full drive refused comes with each cycle anyway, but needs no one until it was refused again. */
export function retryRefused(library: Library): Promise<Result<number, StoreProblem>> {
  return forget(library, () => true);
}

async function forget(library: Library, isMeant: (attempt: Attempt) => boolean): Promise<Result<number, StoreProblem>> {
  const ids = [...library.index.attempts.values()].filter(isMeant).map(({ id }) => id);
  if (ids.length === 0) return ok(0);
  return library.transact({}, () => ({ writes: { forgetAttempts: ids }, answer: ids.length }), "sync");
}
