/** How a store keeps the versions of one note that are in clear: as rows, each a run of versions, of which new ones continue the latest. Decision 0027. Pure. */
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { parseEntity } from "../../../model/entities/parsing/parse-entity.ts";
import { isTime, isVector } from "../../../model/entities/parsing/ranges.ts";
import { isFields } from "../../../model/entities/parsing/record-values.ts";
import { addToRun, keysOfRun, type VersionRun, versionsOfRun } from "./note-delta.ts";

/** `key`: of the first version. */
export type RunRow = { readonly key: string; readonly run: VersionRun };

/** The rows that change, and those that are new. `known`: versions that the store has outside of these rows. */
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

/** A row as a store has it; where `run` is none, a version is kept whole. */
export type StoredRun = { readonly key: string; readonly run: unknown };

/** What new versions change in the rows of a note. */
export function addToStored(noteId: string, stored: readonly StoredRun[], versions: readonly KeptVersion[]): readonly RunRow[] {
  const read = stored.map(({ key, run }) => ({ key, run: toRun(noteId, run) }));
  const rows = read.flatMap(({ key, run }) => (run === undefined ? [] : [{ key, run }]));
  const whole = read.flatMap(({ key, run }) => (run === undefined ? [key] : []));
  return addVersions(rows, whole, versions);
}

/** Undefined for what is no run of this note: a save that finds a damaged one begins another beside it. */
export function toRun(noteId: string, value: unknown): VersionRun | undefined {
  if (!isFields(value) || !Array.isArray(value.next) || !value.next.every(isDelta)) return undefined;
  return parseEntity("note", noteId, value.first) === undefined ? undefined : (value as unknown as VersionRun);
}

/** What is read of one before it is applied. */
function isDelta(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.set)) return false;
  const { vv, mtime } = value.set;
  return (vv === undefined || isVector(vv)) && (mtime === undefined || isTime(mtime));
}

/** Those that are whole. */
export function readRun(run: VersionRun): readonly KeptVersion[] {
  return versionsOfRun(run)
    .filter((note) => parseEntity("note", note.id, note) !== undefined)
    .map(toKeptVersion);
}

/** What its versions refer to. */
export function referencesOf(run: VersionRun): readonly string[] {
  return [...new Set(readRun(run).flatMap(({ note }) => note.attIds))];
}
