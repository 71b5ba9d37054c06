/** Which clashes the chosen strategy resolves without asking. decision 0004. Pure. */
import type { Conflict, ResolutionKind } from "../../model/entities/conflict.ts";

export const STRATEGIES = ["manual", "keep_local", "keep_cloud", "merge", "create_copy"] as const;
/** `manual`: merge what merges, keep both sides of what clashes, and list it for the user. */
export type ConflictStrategy = "manual" | ResolutionKind;

const AUTO_RESOLVE_COOLDOWN_MS = 86_400_000;

/**
 * Two devices that both resolve automatically could answer each other without end: a note that was resolved that way within a day and clashes
 * again waits for its user.
 */
export function conflictsToResolve(conflicts: readonly Conflict[], strategy: ConflictStrategy, nowMs: number): readonly Conflict[] {
  if (strategy === "manual") return [];
  return conflicts.filter(
    (conflict) => isOpen(conflict) && !conflicts.some((other) => isRecentlyAutoResolved(other, conflict.noteId, nowMs)),
  );
}

/** Waits for the user: both sides wrote over the same words. What merged without a clash is only reported. */
export function isOpen({ outcome, resolution }: Conflict): boolean {
  return outcome === "kept-twice" && resolution === undefined;
}

function isRecentlyAutoResolved({ noteId, resolution }: Conflict, of: string, nowMs: number): boolean {
  return noteId === of && resolution?.byItself === true && nowMs - resolution.atMs < AUTO_RESOLVE_COOLDOWN_MS;
}
