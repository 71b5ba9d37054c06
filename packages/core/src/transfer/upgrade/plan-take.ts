/**
 * Plans how local notes enter an account: they keep their versions and get one of this device. Repeatable. encryption.md 3.5 (11). Pure.
 */

import { isKeptBeside } from "../../library/index/versions-of-write.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import { type Entity, type FolderEntity, isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { unknownFieldsOf } from "../../model/entities/parsing/unknown-fields.ts";
import { isContained, join } from "../../model/entities/version-vector.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { FolderMapping } from "../backup/plan-restore.ts";

/**
 * `hasBoundText`: a sensitive note needs another id, but its text is sealed for its own id and could not be resealed; it stays in local
 * mode.
 */
export type Taken = { readonly writes: Writes; readonly targets: readonly Target[]; readonly hasBoundText: boolean };

/** A local entity and its id in the account. */
export type Target = { readonly localId: string; readonly id: string };

/** Ids to read before `planTake`: a note that was edited in local mode after it was taken becomes a second note. */
export function targetIds(entity: Entity): readonly string[] {
  return [entity.id, laterId(entity)];
}

/** `versionsOf`: each note's history in local mode. */
export type TakenFrom = { readonly mapping: FolderMapping; readonly versionsOf: ReadonlyMap<string, readonly KeptVersion[]> };

export function planTake(
  entities: readonly Entity[],
  { mapping, versionsOf }: TakenFrom,
  { seen, texts }: { readonly seen: Seen; readonly texts: SealedTexts },
): Taken {
  const versions: KeptVersion[] = [];
  const written: Entity[] = [];
  const targets: Target[] = [];
  let hasBoundText = false;
  for (const entity of entities) {
    const { id, there, isTaken } = findSlot(entity, seen);
    const version = there ?? rename(entity, id, texts);
    if (version === undefined) {
      hasBoundText = true;
      continue;
    }
    targets.push({ localId: entity.id, id });
    versions.push(...takeVersions(versionsOf.get(entity.id) ?? [], { now: there ?? version, mapping }, texts));
    if (isTaken) continue;
    const before = { vv: join(entity.vv, there?.vv ?? {}), mtime: version.mtime - 1 };
    const stamp = nextStamp({ ...seen.meta, ctr: seen.meta.ctr + written.length }, version.mtime);
    // Keeps the time, because a move is not an edit.
    written.push(stampEdit(there ?? inAccount(version, mapping), { ...version, ...before }, stamp));
  }
  const meta = { ctr: seen.meta.ctr + written.length };
  const history = versions.length === 0 ? {} : { versions };
  return { writes: written.length === 0 ? history : { entities: written, meta, ...history }, targets, hasBoundText };
}

/**
 * Returns the same versions at every run. Drops a sealed version that cannot be resealed for its new id, since its text could never be
 * shown.
 */
function takeVersions(
  versions: readonly KeptVersion[],
  { now, mapping }: { readonly now: Entity; readonly mapping: FolderMapping },
  texts: SealedTexts,
): readonly KeptVersion[] {
  return versions.flatMap(({ note }) => {
    const renamed = rename(note, now.id, texts);
    if (renamed?.kind !== "note" || now.kind !== "note" || !isKeptBeside(renamed, now)) return [];
    return [toKeptVersion(inAccount(renamed, mapping) as NoteEntity)];
  });
}

/** Returns undefined if the text cannot be opened, or not yet. */
function rename(entity: Entity, id: string, texts: SealedTexts): Entity | undefined {
  if (id === entity.id || entity.kind === "folder" || entity.sealed === undefined) return { ...entity, id };
  const opened = texts.open(entity);
  return opened && texts.seal({ ...opened, id });
}

/** `there`: the account's entity with that id, which stays. `isTaken`: it contains this version already. */
type TakeSlot = { readonly id: string; readonly there?: Entity; readonly isTaken: boolean };

function findSlot(entity: Entity, { entities }: Seen): TakeSlot {
  const there = entities.get(entity.id);
  if (there === undefined) return { id: entity.id, isTaken: false };
  if (isContained(entity.vv, there.vv)) return { id: there.id, there, isTaken: true };
  // A restored backup has the same ids, so a note with the same text is the same note.
  if (isAlive(there) && hasSameText(entity, there)) return { id: there.id, there, isTaken: false };
  const id = laterId(entity);
  const later = entities.get(id);
  return later === undefined ? { id, isTaken: false } : { id, there: later, isTaken: true };
}

/** Deterministic id for a version, so that every run gives the same one. */
function laterId({ id, vv }: Entity): string {
  const counters = Object.values(vv).sort((a, b) => b - a);
  return `${id}-${counters[0] ?? 0}`;
}

function inAccount(entity: Entity, mapping: FolderMapping): NoteEntity | FolderEntity {
  if (entity.kind === "folder") return entity;
  const { after: _after, ...note } = entity;
  const toMappedFolder = (folderId: string | null): string | null => (folderId === null ? null : (mapping.get(folderId) ?? null));
  const pinnedFrom = note.pinnedFrom === undefined ? {} : { pinnedFrom: toMappedFolder(note.pinnedFrom) };
  return { ...note, folderId: toMappedFolder(note.folderId), ...pinnedFrom };
}

export function hasSameText(a: Entity, b: Entity): boolean {
  if (a.kind === "folder") return b.kind === "folder" && a.name === b.name && a.description === b.description && a.color === b.color;
  if (b.kind === "folder") return false;
  return a.title === b.title && a.content === b.content && a.sealed === b.sealed && sameList(a.attIds, b.attIds) && hasSameFields(a, b);
}

function hasSameFields(a: NoteEntity, b: NoteEntity): boolean {
  if (JSON.stringify(ownFields(a)) !== JSON.stringify(ownFields(b))) return false;
  return sameList(a.tags ?? [], b.tags ?? []) && JSON.stringify(unknownFieldsOf(a)) === JSON.stringify(unknownFieldsOf(b));
}

function ownFields({ searchQuery, searchName, searchIcon, isTemplate, day }: NoteEntity): readonly unknown[] {
  return [searchQuery, searchName, searchIcon, isTemplate, day];
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}
