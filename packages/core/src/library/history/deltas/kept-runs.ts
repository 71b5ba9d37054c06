/**
 * Stores the unencrypted versions of a note as rows. Each row is a run of versions; new versions continue the latest run. Decision 0027.
 * Pure.
 */
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { parseEntity } from "../../../model/entities/parsing/parse-entity.ts";
import { isCount, isTime, isVector, RANGE } from "../../../model/entities/parsing/ranges.ts";
import { isFields } from "../../../model/entities/parsing/record-values.ts";
import { RUN } from "../../../model/limits/history-limits.ts";
import { addToRun, keysOfRun, textCharsOfRun, type VersionRun, versionsOfRun } from "./note-delta.ts";

/** `key`: key of the first version. */
export type RunRow = { readonly key: string; readonly run: VersionRun };

/** Returns changed and new rows. `known`: keys of versions that the store has outside of these rows. */
export function addVersions(rows: readonly RunRow[], known: readonly string[], versions: readonly KeptVersion[]): readonly RunRow[] {
  const there = new Set([...known, ...rows.flatMap(({ run }) => keysOfRun(run))]);
  const changed = new Map<string, RunRow>();
  let latest = [...rows].sort((a, b) => a.run.first.mtime - b.run.first.mtime).at(-1);
  for (const { key, note } of [...versions].sort((a, b) => a.note.mtime - b.note.mtime)) {
    if (there.has(key)) continue;
    there.add(key);
    const longer = latest === undefined ? undefined : addToRun(latest.run, note);
    latest = latest === undefined || longer === undefined ? { key, run: { first: note, next: [] } } : { key: latest.key, run: longer };
    changed.set(latest.key, latest);
  }
  return [...changed.values()];
}

/** A stored row. If `run` is not a run, the row is a whole version. */
export type StoredRun = { readonly key: string; readonly run: unknown };

/** Returns the rows of a note that change when versions are added. */
export function addToStored(noteId: string, stored: readonly StoredRun[], versions: readonly KeptVersion[]): readonly RunRow[] {
  const read = stored.map(({ key, run }) => ({ key, run: toRun(noteId, run) }));
  const rows = read.flatMap(({ key, run }) => (run === undefined ? [] : [{ key, run }]));
  const whole = read.flatMap(({ key, run }) => (run === undefined ? [key] : []));
  return addVersions(rows, whole, versions);
}

/**
 * Returns undefined if the value is not a run of this note, or unpacks to more than a run may hold: nothing of it has been unpacked by then. A save that
 * finds a damaged run begins another beside it.
 */
export function toRun(noteId: string, value: unknown): VersionRun | undefined {
  if (!isFields(value) || !Array.isArray(value.next) || value.next.length >= RUN.maxVersions || !value.next.every(isDelta))
    return undefined;
  if (parseEntity("note", noteId, value.first) === undefined) return undefined;
  const run = value as unknown as VersionRun;
  return isWithinBounds(run) ? run : undefined;
}

function isWithinBounds(run: VersionRun): boolean {
  const lengths = textCharsOfRun(run);
  // Unpacking ends at the first change that cuts more than there is. What follows must not lower the sum of what comes before it.
  const broken = lengths.findIndex((chars) => chars < 0);
  const unpacked = broken === -1 ? lengths : lengths.slice(0, broken);
  return unpacked.every((chars) => chars <= RANGE.maxTextChars) && unpacked.reduce((sum, chars) => sum + chars, 0) <= RUN.maxUnpackedChars;
}

/** Validates a delta as far as it is used before it is applied. */
function isDelta(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.set)) return false;
  const { vv, mtime } = value.set;
  return (vv === undefined || isVector(vv)) && (mtime === undefined || isTime(mtime)) && areEdits(value.edits);
}

/** Keep, cut, add; each count is a length, so that the length of the result is known before it is made. */
function areEdits(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((each, at) => (at % 3 === 2 ? typeof each === "string" : isCount(each)));
}

/** Returns the versions of the run that can be rebuilt completely. */
export function readRun(run: VersionRun): readonly KeptVersion[] {
  return versionsOfRun(run)
    .filter((note) => parseEntity("note", note.id, note) !== undefined)
    .map(toKeptVersion);
}

/** Ids of attachments that the run's versions refer to. */
export function referencesOf(run: VersionRun): readonly string[] {
  return [...new Set(readRun(run).flatMap(({ note }) => note.attIds))];
}
