/** Plans the writes of an import: missing folders, missing notes, and the folders of pinned and trashed notes. Pure. */
import { foldersAbove, foldersById } from "../../library/folders/folder-hygiene.ts";
import { toPurged } from "../../merge/purge.ts";
import { nextStamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import type { BackupFolder } from "../../model/backup/backup-format.ts";
import { type Entity, isAlive, isPurged, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { ImportedNote } from "../../ports/transfer/import-sources.ts";
import { planFolders } from "../backup/plan-restore.ts";
import { toBackupFoldersOf } from "../exchange/to-backup-note.ts";
import { isHere } from "./import-record.ts";

export type ImportedFolders = {
  /** Library folder id by the folder's name in the source. */
  readonly idsByName: ReadonlyMap<string, string>;
  readonly missing: readonly BackupFolder[];
};

export type WantedFolder = { readonly name: string; readonly at: number };

/**
 * Plans folders and their parents; an existing folder of the same name is used. Lists order folders by their time, so each gets a millisecond
 * of its own.
 */
export function planImportFolders(folders: readonly WantedFolder[], entities: readonly LightEntity[], startMs: number): ImportedFolders {
  const chains = folders.map(({ name, at }) => {
    const chain = toBackupFoldersOf(name, at, startMs).map((folder) => ({ ...folder, createdAt: startMs + at }));
    return { name, chain, id: chain.at(-1)?.id ?? "" };
  });
  const wanted = new Map(chains.flatMap(({ chain }) => chain.map((folder) => [folder.id, folder] as const)));
  const { mapping, missing } = planFolders([...wanted.values()], entities);
  const missingIds = new Set(missing.map(({ id }) => id));
  // An earlier import made one folder of a path; if it is used, the parents are not needed.
  const needed = new Set(chains.filter(({ id }) => missingIds.has(id)).flatMap(({ chain }) => chain.map(({ id }) => id)));
  return {
    idsByName: new Map(chains.map(({ name, id }) => [name, mapping.get(id) ?? id] as const)),
    missing: missing.filter(({ id }) => needed.has(id)),
  };
}

export type ImportLocations = {
  folderOf(note: ImportedNote): string | null;
  /** Folder of pinned notes; undefined if there is none. */
  readonly pinnedFolderId: string | undefined;
};

export type ImportedNotes = { readonly writes: Writes; readonly added: readonly string[]; readonly skipped: number };

/** Plans notes. A trashed note is added and deleted at once, because the trash consists of deleted notes. */
export function planImportNotes(notes: readonly ImportedNote[], locations: ImportLocations, seen: Seen): ImportedNotes {
  const entities: Entity[] = [];
  const added: string[] = [];
  let counter = seen.meta.ctr;
  const stamp = (nowMs: number) => {
    const next = nextStamp({ ...seen.meta, ctr: counter }, nowMs);
    counter += 1;
    return next;
  };
  for (const imported of notes) {
    const current = seen.entities.get(imported.note.id);
    if (isHere(current, imported.isTrashed) || (current !== undefined && current.kind !== "note")) continue;
    const note = stampEdit(toEntity(imported, locations), current, stamp(imported.note.lastModified));
    entities.push(imported.isTrashed ? stampDelete(note, stamp(imported.note.lastModified)) : note);
    added.push(note.id);
  }
  const writes = entities.length === 0 ? {} : { entities, meta: { ctr: counter } };
  return { writes, added, skipped: notes.length - added.length };
}

function toEntity(imported: ImportedNote, { folderOf, pinnedFolderId }: ImportLocations): NoteEntity {
  const { lastModified, ...values } = imported.note;
  const folderId = folderOf(imported);
  const position = imported.isPinned && pinnedFolderId !== undefined ? { folderId: pinnedFolderId, pinnedFrom: folderId } : { folderId };
  return { ...values, kind: "note", vv: {}, alive: {}, mtime: lastModified, ...position };
}

/** Versions that an import wrote, by note id. */
export type WrittenVersions = ReadonlyMap<string, VersionVector>;
/** Numbers of notes: `removed` for good, because they are as the import wrote them; `trashed`, because they were changed since. */
export type UndoneNotes = { readonly removed: number; readonly trashed: number };

/**
 * Plans the deletion of notes and folders that still exist. A note that is as the import wrote it is purged, since the source has it; one that
 * was changed since, or whose written version is not known any longer, goes to the trash.
 */
export function planUndoImport(
  ids: readonly string[],
  seen: Seen,
  { written, nowMs }: { readonly written: WrittenVersions; readonly nowMs: number },
): UndoneNotes & { readonly writes: Writes } {
  const entities: Entity[] = [];
  for (const id of ids) {
    const current = seen.entities.get(id);
    if (current === undefined || !isAlive(current)) continue;
    const meta = { ...seen.meta, ctr: seen.meta.ctr + entities.length };
    const version = written.get(id);
    const isUnchanged = version !== undefined && isEqual(version, current.vv);
    entities.push(stampDelete(isUnchanged ? toPurged(current) : current, nextStamp(meta, nowMs)));
  }
  const notes = entities.filter((entity) => entity.kind === "note");
  const removed = notes.filter(isPurged).length;
  const writes = entities.length === 0 ? {} : { entities, meta: { ctr: seen.meta.ctr + entities.length } };
  return { writes, removed, trashed: notes.length - removed };
}

/** Returns the folders that hold no note and no other folder once the notes of `undoneIds` are deleted. */
export function foldersToRemove(
  folderIds: readonly string[],
  undoneIds: readonly string[],
  entities: readonly LightEntity[],
): readonly string[] {
  const [undone, folders] = [new Set(undoneIds), foldersById(entities)];
  const made = new Set(folderIds);
  const kept = entities.filter((entity) => isAlive(entity) && !undone.has(entity.id) && !made.has(entity.id));
  const named = kept.flatMap((entity) => (entity.kind === "folder" ? [entity.id] : [entity.folderId, entity.pinnedFrom ?? null]));
  const inUse = foldersAbove(
    named.filter((id) => id !== null),
    folders,
  );
  return folderIds.filter((id) => !inUse.has(id));
}
