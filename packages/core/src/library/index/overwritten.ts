/**
 * Revisions that were overwritten by a device that had not read them: two devices with one id, one of which had not seen the other's write
 * in the changes feed. Every write marks the file with the checksum of its bytes and removes the marks it knows, so a remaining mark
 * reveals such bytes. Their row is a sibling of the file until they are read: at once by a device with that id, by others a day later.
 * sync.md §4.5. Pure.
 */

import { foreignDot, foreignVector, type RemoteFile } from "../../model/drive/remote-file.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { underNewName } from "../../model/entities/note-versions.ts";
import { isContained, type VersionVector } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { Seen, SyncMeta } from "../../ports/device/local-store.ts";
import type { ObservedFile } from "../../ports/remote/remote-store.ts";
import { observe } from "./observe.ts";

type Versioned = { readonly vv: VersionVector };

/** Known rows of the note or folder, and this device's bookkeeping. */
export type Before = { readonly rows: readonly RemoteFile[]; readonly meta: SyncMeta; readonly nowMs: number };

/**
 * Returns the file's row and those of its overwritten revisions; empty if the observation is older than the known row or the file is not
 * ours.
 */
export function observeWhole(file: ObservedFile, before: Before): readonly RemoteFile[] {
  const known = before.rows.find(({ fileId }) => fileId === file.fileId);
  const row = observe(file, known);
  return row === undefined ? [] : [row, ...overwrittenIn(row, known, before)];
}

/** Rows for the overwritten revisions that `row` lists. `known` is the previous row of the same file. */
export function overwrittenIn(row: RemoteFile, known: RemoteFile | undefined, { rows, meta, nowMs }: Before): readonly RemoteFile[] {
  const made = (row.overwritten ?? [])
    .map((md5) => toRevisionRow(row, md5))
    .filter(({ fileId }) => !rows.some((one) => one.fileId === fileId));
  if (isOurs(row, meta)) return made.filter(({ md5 }) => !(known?.trusted === true && known.md5 === md5));
  return row.unmarked === true ? [] : made.map((revision) => ({ ...revision, readAt: nowMs + SYNC.overwrittenAfterMs }));
}

/**
 * Bytes of another device that claim to contain nothing new, in a file that two devices write under one id: their vector may be wrong, so
 * they are read like overwritten bytes.
 */
export function doubted(file: RemoteFile, { rows, meta, nowMs }: Before): readonly RemoteFile[] {
  if (file.md5 === undefined || file.revision !== undefined || file.unmarked === true || isOurs(file, meta)) return [];
  if (!rows.some((one) => one.revision?.fileId === file.fileId && !isDone(one))) return [];
  const row = toRevisionRow(file, file.md5);
  return rows.some(({ fileId }) => fileId === row.fileId) ? [] : [{ ...row, readAt: nowMs + SYNC.overwrittenAfterMs }];
}

/** Row whose time has come: it must be read, unless a version that contains it has arrived or its owner has knowingly replaced it. */
export function whenDue(row: RemoteFile, rows: readonly RemoteFile[], local: Versioned | undefined): RemoteFile {
  const { readAt: _readAt, ...due } = row;
  return isStillLeft(row, rows, local?.vv ?? {}) ? due : asDone(row);
}

function isStillLeft({ revision, md5 = "" }: RemoteFile, rows: readonly RemoteFile[], local: VersionVector): boolean {
  const file = rows.find(({ fileId }) => fileId === revision?.fileId);
  const isIn = (mark: string): boolean => isContained(foreignVector(mark), local);
  const left = (file?.overwritten ?? []).filter((mark) => !isIn(mark));
  return left.includes(md5) || (left.length > 0 && file?.md5 === md5 && !isIn(md5));
}

/** True if some bytes of this file are unread, as far as this device knows. */
export function hasUnread({ fileId }: RemoteFile, rows: readonly RemoteFile[], local: Versioned | undefined): boolean {
  return rows.some(({ revision, vv }) => revision?.fileId === fileId && !isContained(vv, local?.vv ?? {}));
}

/** Marks an overwritten revision as done, so that it is not read again. */
export function asDone({ readAt: _readAt, ...row }: RemoteFile): RemoteFile {
  return { ...row, vv: {}, trusted: true };
}

export function isDone({ revision, vv }: RemoteFile): boolean {
  return revision !== undefined && isContained(vv, {});
}

/**
 * Turns an overwritten revision into an entity. The checksum is part of its version vector, so no device reads the bytes again once a merge
 * contains that dot. Removes the count of the shared id, which is meaningless, so that all devices derive the same version. A device that
 * used that id keeps the count, because its own texts have it.
 */
export function underChecksum<E extends Entity>(entity: E, { owner, revision }: RemoteFile, meta: SyncMeta): E {
  if (revision === undefined) return entity;
  const isTakenOut = owner !== undefined && !isOurs({ owner }, meta);
  return underNewName(entity, isTakenOut ? [owner] : [], foreignDot(revision.md5));
}

/** True if the revision is integrated under a vector of its own, because its own vector may be wrong. */
export function isOthersRevision(file: RemoteFile, meta: SyncMeta): boolean {
  return file.revision !== undefined && !isOurs(file, meta);
}

function isOurs({ owner }: Pick<RemoteFile, "owner">, { deviceId, formerIds }: SyncMeta): boolean {
  return owner === deviceId || (owner !== undefined && formerIds.includes(owner));
}

export function revisionId(fileId: string, md5: string): string {
  return `${fileId}@${md5}`;
}

function toRevisionRow({ fileId, id, kind, owner, role }: RemoteFile, md5: string): RemoteFile {
  return {
    fileId: revisionId(fileId, md5),
    revision: { fileId, md5 },
    id,
    kind,
    vv: foreignVector(md5),
    ...(owner === undefined ? {} : { owner }),
    trashed: true,
    superseded: true,
    role,
    version: 0,
    md5,
    trusted: false,
  };
}

/** Marks that our next write removes: of the bytes it replaces, and of those overwritten before. */
export function marksOn({ md5, overwritten = [] }: RemoteFile): readonly string[] {
  return md5 === undefined ? overwritten : [md5, ...overwritten];
}

/** Builds `Before` for one note or folder, in a transaction that has read its files. */
export function beforeOf(id: string, { remoteOf, meta }: Seen, nowMs: number): Before {
  return { rows: remoteOf.get(id) ?? [], meta, nowMs };
}
