/** How a store keeps the versions of one note that are in clear: as rows, each a run of versions, of which new ones continue the latest. Decision 0027. Pure. */
import type { NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/kept-version.ts";
import { isFields } from "../../model/entities/record-values.ts";
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

/** Undefined for what is no run of this note. */
export function toRun(noteId: string, value: unknown): VersionRun | undefined {
  if (!isFields(value) || !isFields(value.first) || !Array.isArray(value.next) || !value.next.every(isFields)) return undefined;
  const first = value.first as unknown as NoteEntity;
  return first.kind === "note" && first.id === noteId && typeof first.content === "string" ? (value as unknown as VersionRun) : undefined;
}

export function readRun(run: VersionRun): readonly KeptVersion[] {
  return versionsOfRun(run).map(toKeptVersion);
}

/** What its versions refer to. */
export function referencesOf(run: VersionRun): readonly string[] {
  return [...new Set(readRun(run).flatMap(({ note }) => note.attIds))];
}
