/** A version as a delta of another one, and runs of such versions; checksums verify the source. Decision 0027. Pure. */
import type { NoteEntity } from "../../../model/entities/entity.ts";
import { hashText } from "../../../model/entities/entity-ids.ts";
import { toKeptVersion } from "../../../model/entities/note-versions.ts";
import { isFields } from "../../../model/entities/parsing/record-values.ts";
import type { VersionVector } from "../../../model/entities/version-vector.ts";
import { RUN } from "../../../model/limits/history-limits.ts";
import { applyEdits, editedLength, findEdits, type TextEdits } from "./text-edits.ts";

export type NoteDelta = {
  /** Fields with new values, except the text. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Fields that the former version has and this one lacks. */
  readonly gone?: readonly string[];
  readonly edits?: TextEdits;
  /** Hash of this version's text. */
  readonly sum: string;
};

/** A whole version and the deltas of the following ones. */
export type VersionRun = { readonly first: NoteEntity; readonly next: readonly NoteDelta[] };

export function toDelta(before: NoteEntity, after: NoteEntity): NoteDelta {
  const fields = Object.entries(after).filter(([name, value]) => isApart(name) && !isSame(value, before[name as keyof NoteEntity]));
  const gone = Object.keys(before).filter((name) => isApart(name) && after[name as keyof NoteEntity] === undefined && name in before);
  const edits = findEdits(before.content, after.content);
  return {
    set: Object.fromEntries(fields),
    ...(gone.length > 0 ? { gone } : {}),
    ...(edits.length > 0 ? { edits } : {}),
    sum: hashText(after.content),
  };
}

/** Returns undefined if the delta belongs to another version. The caller must validate the resulting record. */
export function applyDelta(before: NoteEntity, delta: unknown): NoteEntity | undefined {
  const version = applyUnchecked(before, delta);
  return version !== undefined && hashText(version.content) === (delta as NoteDelta).sum ? version : undefined;
}

function applyUnchecked(before: NoteEntity, delta: unknown): NoteEntity | undefined {
  if (!isFields(delta) || !isFields(delta.set)) return undefined;
  const { set, gone = [], edits = [] } = delta;
  if (!Array.isArray(edits) || !Array.isArray(gone)) return undefined;
  const content = applyEdits(before.content, edits);
  if (content === undefined) return undefined;
  // A set, because a hostile record may drop any number of fields of any number.
  const dropped = new Set<unknown>(gone);
  const kept = Object.entries({ ...before, ...set }).filter(([name]) => !dropped.has(name));
  return { ...(Object.fromEntries(kept) as NoteEntity), kind: before.kind, id: before.id, content };
}

/** Applies deltas in order, up to the first that does not fit. */
export function applyDeltas(first: NoteEntity, deltas: readonly unknown[]): readonly NoteEntity[] {
  const versions: NoteEntity[] = [];
  for (const delta of deltas) {
    const version = applyDelta(versions.at(-1) ?? first, delta);
    if (version === undefined) return versions;
    versions.push(version);
  }
  return versions;
}

function isApart(name: string): boolean {
  return name !== "content" && name !== "id" && name !== "kind";
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the versions of a run, skipping those that do not fit. `addToRun` verifies only the last version, so later ones stay readable.
 */
export function versionsOfRun({ first, next }: VersionRun): readonly NoteEntity[] {
  const versions = [first];
  let last = first;
  for (const delta of next) {
    const version = applyUnchecked(last, delta);
    if (version === undefined) break;
    last = version;
    if (hashText(version.content) === delta.sum) versions.push(version);
  }
  return versions;
}

/** Returns the length of each version's text in characters, without unpacking any of them. */
export function textCharsOfRun({ first, next }: VersionRun): readonly number[] {
  const lengths = [first.content.length];
  for (const { edits = [] } of next) lengths.push(editedLength(lengths.at(-1) as number, edits));
  return lengths;
}

/** Keys of the run's versions, without rebuilding texts. */
export function keysOfRun({ first, next }: VersionRun): readonly string[] {
  let { mtime, vv } = first;
  return [first, ...next.map(({ set }) => set)].map((fields) => {
    ({ mtime = mtime, vv = vv } = fields as { readonly mtime?: number; readonly vv?: VersionVector });
    return toKeptVersion({ ...first, mtime, vv }).key;
  });
}

/** Returns undefined if a delta of the run does not fit, because the last text is then wrong. */
function lastOfRun({ first, next }: VersionRun): NoteEntity | undefined {
  const last = next.reduce<NoteEntity | undefined>((note, delta) => note && applyUnchecked(note, delta), first);
  return last !== undefined && (next.length === 0 || hashText(last.content) === next.at(-1)?.sum) ? last : undefined;
}

/**
 * Undefined: the version begins a run of its own, because this one is full, or because the version is too unlike the last one in it. No version is left
 * out of a history because of a bound.
 */
export function addToRun(run: VersionRun, note: NoteEntity): VersionRun | undefined {
  if (run.next.length + 1 >= RUN.maxVersions) return undefined;
  const unpackedChars = textCharsOfRun(run).reduce((sum, chars) => sum + chars, note.content.length);
  if (unpackedChars > RUN.fullChars) return undefined;
  const last = lastOfRun(run);
  if (last === undefined) return undefined;
  const delta = toDelta(last, note);
  const added = (delta.edits ?? []).reduce<number>((sum, each) => sum + (typeof each === "string" ? each.length : 0), 0);
  return added * 2 > note.content.length ? undefined : { first: run.first, next: [...run.next, delta] };
}
