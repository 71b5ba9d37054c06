/** Chooses the versions to keep: all of 30 days, then the last of each day, then of each week. Decision 0035. Pure. */
import type { KeptVersion } from "../../../model/entities/note-versions.ts";
import { THINNING } from "../../../model/limits/history-limits.ts";
import { addVersions } from "../deltas/kept-runs.ts";

/** `isReferenced`: true if something else needs the version, such as a conflict copy made from it. */
export type ThinRule = { readonly nowMs: number; readonly isReferenced: (version: KeptVersion) => boolean };

export function thinVersions(versions: readonly KeptVersion[], { nowMs, isReferenced }: ThinRule): readonly KeptVersion[] {
  const lastOf = new Map<string, KeptVersion>();
  for (const version of versions) {
    const span = spanOf(version.note.mtime, nowMs);
    const last = span === undefined ? undefined : lastOf.get(span);
    if (span !== undefined && (last === undefined || isLater(version, last))) lastOf.set(span, version);
  }
  const kept = new Set(lastOf.values());
  return versions.filter((version) => kept.has(version) || spanOf(version.note.mtime, nowMs) === undefined || isReferenced(version));
}

/** Approximate storage size in characters. */
export function storedChars(versions: readonly KeptVersion[]): number {
  const inClear = versions.filter(({ note }) => note.sealed === undefined);
  const rows = [...addVersions([], [], inClear), ...versions.filter(({ note }) => note.sealed !== undefined)];
  return rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
}

/** Day or week of which one version is kept; undefined if all are kept. */
function spanOf(atMs: number, nowMs: number): string | undefined {
  const ageDays = (nowMs - atMs) / THINNING.dayMs;
  if (ageDays < THINNING.allDays) return undefined;
  const day = Math.floor(atMs / THINNING.dayMs);
  return ageDays < THINNING.dailyDays ? `day ${day}` : `week ${Math.floor(day / 7)}`;
}

function isLater(a: KeptVersion, b: KeptVersion): boolean {
  return a.note.mtime > b.note.mtime || (a.note.mtime === b.note.mtime && a.key > b.key);
}
