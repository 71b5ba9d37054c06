/** Records of conflicts: which wait for the user, which the chosen strategy resolves without asking (decision 0004), and which are dropped. Pure. */
import type { Conflict, ResolutionKind } from "../../model/entities/conflict.ts";
import type { LightEntity } from "../../model/entities/entity.ts";

export const STRATEGIES = ["manual", "keep_local", "keep_cloud", "merge", "create_copy"] as const;
/** `manual`: parts that merge are merged; parts that clash keep both sides and are listed for the user. */
export type ConflictStrategy = "manual" | ResolutionKind;

const AUTO_RESOLVE_COOLDOWN_MS = 86_400_000;

/** Two automatic resolvers could alternate for ever: a note resolved within a day that clashes again waits for the user. */
export function conflictsToResolve(conflicts: readonly Conflict[], strategy: ConflictStrategy, nowMs: number): readonly Conflict[] {
  if (strategy === "manual") return [];
  return conflicts.filter(
    (conflict) => isOpen(conflict) && !conflicts.some((other) => isRecentlyAutoResolved(other, conflict.noteId, nowMs)),
  );
}

/** True if the conflict waits for the user, because both sides wrote over the same words. A merge without a clash is only reported. */
export function isOpen({ outcome, resolution }: Conflict): boolean {
  return outcome === "kept-twice" && resolution === undefined;
}

function isRecentlyAutoResolved({ noteId, resolution }: Conflict, of: string, nowMs: number): boolean {
  return noteId === of && resolution?.byItself === true && nowMs - resolution.atMs < AUTO_RESOLVE_COOLDOWN_MS;
}

/** Records to drop: surplus (resolved first), clear texts of sensitive notes, and those of purged notes. Pure. */
export function staleConflicts(
  conflicts: readonly Conflict[],
  kept: number,
  noteOf: (id: string) => LightEntity | undefined,
): readonly string[] {
  const exposed = conflicts.filter((conflict) => isExposed(conflict, noteOf(conflict.noteId)));
  const rest = conflicts.filter((conflict) => !exposed.includes(conflict));
  const byWorth = [...rest].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.atMs - a.atMs);
  return [...exposed, ...byWorth.slice(kept)].map(({ id }) => id);
}

function isExposed({ local, cloud }: Conflict, note: LightEntity | undefined): boolean {
  if (note?.kind !== "note") return false;
  return note.purged !== undefined || (note.isEncrypted && !(local.isEncrypted && cloud.isEncrypted));
}
