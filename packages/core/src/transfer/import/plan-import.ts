/** Plans the writes of an import: missing folders, missing notes, and the folders of pinned and trashed notes. Pure. */
import { foldersById, followFolder } from "../../library/folders/folder-hygiene.ts";
import { toPurged } from "../../merge/purge.ts";
import { nextStamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import type { BackupFolder } from "../../model/backup/backup-format.ts";
import { type Entity, isAlive, isPurged, type LightEntity, type NoteEntity } from "../../model/entities/entity.ts";
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { ImportedNote } from "../../ports/transfer/import-sources.ts";
import { planFolders } from "../backup/plan-restore.ts";
import { toBackupFolderOf } from "../exchange/to-backup-note.ts";
import { isHere } from "./import-record.ts";

export type ImportedFolders = {
  /** Library folder id by the folder's name in the source. */
  readonly idsByName: ReadonlyMap<string, string>;
  readonly missing: readonly BackupFolder[];
};

export type WantedFolder = { readonly name: string; readonly at: number };

/** Plans folders; an existing folder of the same name is used. Lists order folders by their time, so each gets a millisecond of its own. */
export function planImportFolders(folders: readonly WantedFolder[], entities: readonly LightEntity[], startMs: number): ImportedFolders {
  const wanted = folders.map(({ name, at }) => ({ ...toBackupFolderOf(name, at, startMs), createdAt: startMs + at }));
  const { mapping, missing } = planFolders(wanted, entities);
  return { idsByName: new Map(wanted.map(({ id, name }) => [name, mapping.get(id) ?? id] as const)), missing };
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

/** Returns the folders that hold no note once the notes of `undoneIds` are deleted. */
export function foldersToRemove(
  folderIds: readonly string[],
  undoneIds: readonly string[],
  entities: readonly LightEntity[],
): readonly string[] {
  const [undone, folders] = [new Set(undoneIds), foldersById(entities)];
  const inUse = new Set<string>();
  for (const entity of entities) {
    if (entity.kind !== "note" || !isAlive(entity) || undone.has(entity.id)) continue;
    for (const folderId of [entity.folderId, entity.pinnedFrom ?? null]) if (folderId !== null) inUse.add(followFolder(folderId, folders));
  }
  return folderIds.filter((id) => !inUse.has(id));
}
