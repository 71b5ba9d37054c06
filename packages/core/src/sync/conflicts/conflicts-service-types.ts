/** The interface by which screens list notes that were edited in two places, and decide about them. sync.md §9. */

import type { Conflict, Resolution } from "../../model/entities/conflict.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";

export type ConflictsState = {
  readonly phase: "loading" | "ready" | "failed";
  /** Newest first. */
  readonly conflicts: readonly Conflict[];
  /** How many clash and wait for the user. */
  readonly openCount: number;
  /** Ids of the notes with open conflicts. */
  readonly openNoteIds: ReadonlySet<string>;
};

export type ResolveProblem = StoreProblem | CodeMissing | { readonly kind: "not-found" | "locked" };

export interface ConflictsService {
  readonly store: ReadableStore<ConflictsState>;
  resolve(conflictId: string, how: Resolution["how"]): Promise<Result<void, ResolveProblem>>;
  /** The copies that hold what was dropped, as they are now. */
  keptCopies(conflict: Conflict): Promise<Result<readonly NoteEntity[], StoreProblem>>;
  /** Resolves by the strategy of the settings what clashed; after a cycle. */
  resolveByStrategy(): Promise<void>;
  close(): void;
}
