/** What screens know of notes that were edited in two places, and the answers they can give. sync.md §9. */

import type { CodeMissing } from "../late-rule.ts";
import type { StoreProblem } from "../ports/local-store.ts";
import type { Result } from "../result.ts";
import type { ReadableStore } from "../store.ts";
import type { NoteEntity } from "../sync/entity.ts";
import type { Conflict, Resolution } from "./conflict.ts";

export type ConflictsState = {
  readonly phase: "loading" | "ready" | "failed";
  /** Newest first. */
  readonly conflicts: readonly Conflict[];
  /** How many clash and wait for a person. */
  readonly openCount: number;
  /** Their notes. */
  readonly openNoteIds: ReadonlySet<string>;
};

export type ResolveProblem = StoreProblem | CodeMissing | { readonly kind: "not-found" | "locked" };

export interface ConflictsService {
  readonly store: ReadableStore<ConflictsState>;
  resolve(conflictId: string, how: Resolution["how"]): Promise<Result<void, ResolveProblem>>;
  /** The copies that hold what was dropped, as they are now. */
  keptCopies(conflict: Conflict): Promise<Result<readonly NoteEntity[], StoreProblem>>;
  /** Settles by the strategy of the settings what clashed; after a cycle. */
  resolveByStrategy(): Promise<void>;
  close(): void;
}
