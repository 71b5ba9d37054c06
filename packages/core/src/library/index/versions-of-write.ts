/** The versions that a write adds to the history: what it replaces of each note and what it merges. Decision 0027. Pure. */
import { type Entity, isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { counterOf, type VersionVector } from "../../model/entities/version-vector.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import type { Base, Seen, Writes } from "../../ports/device/local-store.ts";

/** Notes that a write replaces without having read them. */
export function unreadNotes(writes: Writes, read: readonly string[], isKnown: (id: string) => boolean): readonly string[] {
  const known = new Set(read);
  return (writes.entities ?? []).flatMap(({ kind, id }) => (kind === "note" && !known.has(id) && isKnown(id) ? [id] : []));
}

/** The write with the versions that it replaces. */
export function withVersions(writes: Writes, entities: Seen["entities"]): Writes {
  const notes = (writes.entities ?? []).filter((entity) => entity.kind === "note");
  if (notes.length === 0) return writes;
  const { keepsVersionsOf = [] } = writes;
  const basesById = groupById(writes.bases ?? []);
  const versions = notes.flatMap((note) =>
    versionsBefore(note, entities.get(note.id), { bases: basesById.get(note.id) ?? [], keepsVersionsOf }),
  );
  const forgotten = notes.flatMap((note) => toForget(note, entities.get(note.id)));
  // Of several versions of a note in one write the last stays: what an earlier one brought along may not be beside it.
  const lastOf = (noteId: string): NoteEntity | undefined => notes.findLast(({ id }) => id === noteId);
  return {
    ...writes,
    // What a plan sealed of them itself comes last.
    versions: [...versions, ...(writes.versions ?? [])].filter(({ noteId, note }) => isKeptBeside(note, lastOf(noteId))),
    forgetVersions: [...forgotten, ...(writes.forgetVersions ?? [])],
  };
}

/** Of thousands that are written at once, each note looks at its own. */
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

/** Of a note that was deleted for good nothing stays; beside a sensitive one nothing in clear. */
function toForget(next: NoteEntity, before: Entity | undefined): NonNullable<Writes["forgetVersions"]> {
  if (isPurged(next)) return [{ noteId: next.id }];
  const wasSealed = before?.kind === "note" && before.sealed !== undefined;
  return next.isEncrypted && !wasSealed ? [{ noteId: next.id, inClear: true }] : [];
}

/** Beside a sensitive note no version of it is kept in clear, and none of one that was deleted for good. */
export function isKeptBeside(version: NoteEntity, note: NoteEntity | undefined): boolean {
  return note === undefined || (!isPurged(note) && !isPurged(version) && (version.sealed !== undefined || !note.isEncrypted));
}

function isSameText(a: NoteEntity, b: NoteEntity): boolean {
  return a.title === b.title && a.content === b.content && a.sealed === b.sealed;
}

/** One device went on writing: an intermediate version. One is kept for every ten minutes of the clock. */
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

/** Only this device has written since. */
function isStep(before: VersionVector, next: VersionVector, device: string): boolean {
  return Object.keys(next).every((name) => name === device || counterOf(before, name) === counterOf(next, name));
}
