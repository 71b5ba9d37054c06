/** Why the drive does not take something, as a person is told. Pure. sync.md amendments "No edit is rolled back". */
import type { NeedsYouReason } from "../notes/note.ts";
import type { Attempt } from "../ports/local-store.ts";

/** Undefined: nothing is wrong with it, and it is tried again by itself. */
export function refusalOf(attempt: Attempt | undefined): NeedsYouReason | undefined {
  if (attempt === undefined) return undefined;
  if (attempt.problem === "storage-full") return "storage-full";
  if (attempt.problem === "scope-missing") return "not-permitted";
  return attempt.parked ? "refused" : undefined;
}
