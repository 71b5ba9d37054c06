/** Versions that a write adds to the history: those it replaces and those it merges. Decision 0027. Pure. */
import { type Entity, isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { counterOf, type VersionVector } from "../../model/entities/version-vector.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import type { Base, Seen, Writes } from "../../ports/device/local-store.ts";

/** Ids of notes that a write replaces without having read them. */
export function unreadNotes(writes: Writes, read: readonly string[], isKnown: (id: string) => boolean): readonly string[] {
  const known = new Set(read);
  return (writes.entities ?? []).flatMap(({ kind, id }) => (kind === "note" && !known.has(id) && isKnown(id) ? [id] : []));
}

/** Returns the write with the versions that it replaces. */
export function withVersions(writes: Writes, entities: Seen["entities"]): Writes {
  const notes = (writes.entities ?? []).filter((entity) => entity.kind === "note");
  if (notes.length === 0) return writes;
  const { keepsVersionsOf = [] } = writes;
  const basesById = groupById(writes.bases ?? []);
  const versions = notes.flatMap((note) =>
    versionsBefore(note, entities.get(note.id), { bases: basesById.get(note.id) ?? [], keepsVersionsOf }),
  );
  const forgotten = notes.flatMap((note) => toForget(note, entities.get(note.id)));
  // If one write has several versions of a note, the last one stays and decides which versions may be kept.
  const lastOf = (noteId: string): NoteEntity | undefined => notes.findLast(({ id }) => id === noteId);
  return {
    ...writes,
    // Versions that the plan itself sealed come last and win.
    versions: [...versions, ...(writes.versions ?? [])].filter(({ noteId, note }) => isKeptBeside(note, lastOf(noteId))),
    forgetVersions: [...forgotten, ...(writes.forgetVersions ?? [])],
  };
}

/** Indexes bases by note, because a write may have thousands. */
function groupById(bases: readonly Base[]): ReadonlyMap<string, readonly Base[]> {
  const byId = new Map<string, Base[]>();
  for (const base of bases) {
    const ofOne = byId.get(base.id);
    if (ofOne === undefined) byId.set(base.id, [base]);
    else ofOne.push(base);
  }
  return byId;
}

/** `bases`: of this note. */
function versionsBefore(
  next: NoteEntity,
  before: Entity | undefined,
  { bases, keepsVersionsOf }: { readonly bases: readonly Base[]; readonly keepsVersionsOf: readonly string[] },
): readonly KeptVersion[] {
  const replaced = before?.kind === "note" && (keepsVersionsOf.includes(next.id) || !isContinued(before, next)) ? [before] : [];
  const merged = bases.flatMap(({ entity }) => (entity.kind === "note" && entity !== next ? [entity] : []));
  return [...replaced, ...merged].filter((version) => !isSameText(version, next)).map(toKeptVersion);
}

/** Versions to forget: all of them if the note is purged, the unencrypted ones if it has just become sensitive. */
function toForget(next: NoteEntity, before: Entity | undefined): NonNullable<Writes["forgetVersions"]> {
  if (isPurged(next)) return [{ noteId: next.id }];
  const wasSealed = before?.kind === "note" && before.sealed !== undefined;
  return next.isEncrypted && !wasSealed ? [{ noteId: next.id, inClear: true }] : [];
}

/** False for an unencrypted version of a sensitive note, and for every version of a purged one. */
export function isKeptBeside(version: NoteEntity, note: NoteEntity | undefined): boolean {
  return note === undefined || (!isPurged(note) && !isPurged(version) && (version.sealed !== undefined || !note.isEncrypted));
}

function isSameText(a: NoteEntity, b: NoteEntity): boolean {
  return a.title === b.title && a.content === b.content && a.sealed === b.sealed;
}

/** True if one device continued typing, so that `before` is an intermediate version. One per ten minutes of the clock is kept. */
function isContinued(before: NoteEntity, next: NoteEntity): boolean {
  const device = onlyDevice(before.alive);
  if (device === undefined || device !== onlyDevice(next.alive) || !isStep(before.vv, next.vv, device)) return false;
  const step = (atMs: number): number => Math.floor(atMs / HISTORY.stepMs);
  return next.mtime - before.mtime < HISTORY.pauseMs && step(before.mtime) === step(next.mtime);
}

function onlyDevice(alive: VersionVector): string | undefined {
  const devices = Object.keys(alive);
  return devices.length === 1 ? devices[0] : undefined;
}

/** True if only this device has written since. */
function isStep(before: VersionVector, next: VersionVector, device: string): boolean {
  return Object.keys(next).every((name) => name === device || counterOf(before, name) === counterOf(next, name));
}
