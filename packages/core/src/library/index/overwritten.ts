/**
 * Bytes in a file that were written over by someone who had not read them: another device under its owner's name, whose write the changes feed
 * had not told yet. Every write marks the file with the checksum of its bytes and takes away the marks it knows of, so that one which is left tells
 * of them. They are a revision of that file, and stand among its siblings until they are read: at once by who goes by that name, by others a day
 * later. sync.md §4.5. Pure.
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

/** What was known before: the rows of that note or folder, and who we are. */
export type Before = { readonly rows: readonly RemoteFile[]; readonly meta: SyncMeta; readonly nowMs: number };

/** The row of a file with those of what was written over in it; none when this is older than what is known, or no file of ours. */
export function observeWhole(file: ObservedFile, before: Before): readonly RemoteFile[] {
  const known = before.rows.find(({ fileId }) => fileId === file.fileId);
  const row = observe(file, known);
  return row === undefined ? [] : [row, ...overwrittenIn(row, known, before)];
}

/** What is to be read beside `row`; `known` is the row before it. */
export function overwrittenIn(row: RemoteFile, known: RemoteFile | undefined, { rows, meta, nowMs }: Before): readonly RemoteFile[] {
  const made = (row.overwritten ?? [])
    .map((md5) => toRevisionRow(row, md5))
    .filter(({ fileId }) => !rows.some((one) => one.fileId === fileId));
  if (isOurs(row, meta)) return made.filter(({ md5 }) => !(known?.trusted === true && known.md5 === md5));
  return row.unmarked === true ? [] : made.map((revision) => ({ ...revision, readAt: nowMs + SYNC.overwrittenAfterMs }));
}

/**
 * Another's bytes that say they hold nothing new, in a file that two devices write under one name: their vector may be, and so they are read once
 * more like what was written over.
 */
export function doubted(file: RemoteFile, { rows, meta, nowMs }: Before): readonly RemoteFile[] {
  if (file.md5 === undefined || file.revision !== undefined || file.unmarked === true || isOurs(file, meta)) return [];
  if (!rows.some((one) => one.revision?.fileId === file.fileId && !isDone(one))) return [];
  const row = toRevisionRow(file, file.md5);
  return rows.some(({ fileId }) => fileId === row.fileId) ? [] : [{ ...row, readAt: nowMs + SYNC.overwrittenAfterMs }];
}

/** A row whose time has come: to be read now, unless a version that contains it has come, or its owner has replaced it knowingly. */
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

/** Bytes of this file that no one has read yet, as far as is known here. */
export function hasUnread({ fileId }: RemoteFile, rows: readonly RemoteFile[], local: Versioned | undefined): boolean {
  return rows.some(({ revision, vv }) => revision?.fileId === fileId && !isContained(vv, local?.vv ?? {}));
}

/** Nothing more is to be had of it, and its row says so. */
export function asDone({ readAt: _readAt, ...row }: RemoteFile): RemoteFile {
  return { ...row, vv: {}, trusted: true };
}

export function isDone({ revision, vv }: RemoteFile): boolean {
  return revision !== undefined && isContained(vv, {});
}

/**
 * What such bytes stand for. Their checksum is in their version, so that no one reads them again once a merge contains it. What the shared name counts
 * is worth nothing, and is taken out: all others who read them make the same version of them. Who went by that name has parted from it, and keeps
 * it in, because under it is what it wrote itself.
 */
export function underChecksum<E extends Entity>(entity: E, { owner, revision }: RemoteFile, meta: SyncMeta): E {
  if (revision === undefined) return entity;
  const isTakenOut = owner !== undefined && !isOurs({ owner }, meta);
  return underNewName(entity, isTakenOut ? [owner] : [], foreignDot(revision.md5));
}

/** It is taken in under a vector that no one else's text has, whatever its own says. */
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

/** Marks that our next write takes away: of what it replaces, and of what was written over before. */
export function marksOn({ md5, overwritten = [] }: RemoteFile): readonly string[] {
  return md5 === undefined ? overwritten : [md5, ...overwritten];
}

/** For one note or folder, in a transaction that asked for its files. */
export function beforeOf(id: string, { remoteOf, meta }: Seen, nowMs: number): Before {
  return { rows: remoteOf.get(id) ?? [], meta, nowMs };
}
