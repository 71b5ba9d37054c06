/**
 * Stores the unencrypted versions of a note as rows. Each row is a run of versions; new versions continue the latest run. Decision 0027.
 * Pure.
 */
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { parseEntity } from "../../../model/entities/parsing/parse-entity.ts";
import { isTime, isVector } from "../../../model/entities/parsing/ranges.ts";
import { isFields } from "../../../model/entities/parsing/record-values.ts";
import { addToRun, keysOfRun, type VersionRun, versionsOfRun } from "./note-delta.ts";

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

/** Returns undefined if the value is not a run of this note: a save that finds a damaged run starts another beside it. */
export function toRun(noteId: string, value: unknown): VersionRun | undefined {
  if (!isFields(value) || !Array.isArray(value.next) || !value.next.every(isDelta)) return undefined;
  return parseEntity("note", noteId, value.first) === undefined ? undefined : (value as unknown as VersionRun);
}

/** Validates a delta as far as it is used before it is applied. */
function isDelta(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.set)) return false;
  const { vv, mtime } = value.set;
  return (vv === undefined || isVector(vv)) && (mtime === undefined || isTime(mtime));
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
