/**
 * Primary packs: sealed bundles of notes and folders that have no file of their own. Each record in one is a row of the remote tree like a file
 * (`packedIn`), so what is sent, read and superseded is derived by the same rules. The id says who wrote it and is in order of writing; the seal binds
 * it. sync.md §8, decision 0037. Pure.
 */
import { isSealed, type LightEntity } from "../entities/entity.ts";
import { vectorKey } from "../entities/version-vector.ts";
import type { KnownPack, PackEntry, PackItem } from "./pack.ts";
import type { RemoteFile } from "./remote-file.ts";

/** In the place of the MD5 of a file: there is none. */
export const NO_FILE_MD5 = "0".repeat(32);
export const PRIMARY_PACK_CHARS = 12;

const TIME_CHARS = 11;
const PATTERN = /^primary-([0-9a-z]{11})-(.+)-[A-Za-z0-9_-]{12}$/;

/** `known`: packs that this one comes after, whatever this device's clock says. One that was never read counts for nothing: anyone may have named it. */
export function primaryPackId(of: { readonly device: string; readonly nowMs: number; readonly known: Packs }, random: string): string {
  const newest = Math.max(0, ...readPacks(of.known).map(({ packId }) => Number.parseInt(PATTERN.exec(packId)?.[1] ?? "0", 36)));
  const time = Math.max(Math.floor(of.nowMs), newest + 1);
  return `primary-${time.toString(36).padStart(TIME_CHARS, "0")}-${of.device}-${random}`;
}

function readPacks(known: Packs): readonly KnownPack[] {
  return primaryPacks(known).filter(({ entries }) => entries !== undefined);
}

type Packs = ReadonlyMap<string, KnownPack>;

export function isPrimaryPack({ packId }: { readonly packId: string }): boolean {
  return packId.startsWith("primary-");
}

/** Oldest first. */
export function primaryPacks(packs: Packs): readonly KnownPack[] {
  return [...packs.values()].filter(isPrimaryPack).sort((a, b) => (isNewerPack(b, a) ? -1 : 1));
}

/** The same order on every device: neither id ever changes. A copy of a pack in one drive has the same pack id. */
export function isNewerPack(a: KnownPack, b: KnownPack): boolean {
  return a.packId === b.packId ? a.fileId > b.fileId : a.packId > b.packId;
}

/** It shows the text of a note that is sensitive now, or of one that was deleted for good. */
export function isExposing({ entries = [] }: KnownPack, entities: ReadonlyMap<string, LightEntity>): boolean {
  return entries.some((entry) => isExposed(entry, entities));
}

/** One record of it. */
export function isExposed({ id, sealed, vvKey }: PackEntry, entities: ReadonlyMap<string, LightEntity>): boolean {
  const note = entities.get(id);
  if (note?.kind !== "note" || vvKey === vectorKey(note.vv)) return false;
  return note.purged !== undefined || (note.isEncrypted && sealed !== true);
}

/** It may hold what this device has not seen. */
export function isUnreadPack({ entries, isUnreadable }: KnownPack): boolean {
  return entries === undefined && isUnreadable !== true;
}

export function hasUnreadPrimary(packs: Packs): boolean {
  return primaryPacks(packs).some(isUnreadPack);
}

/** `trusted`: these very bytes were sent from here, or what they hold was taken in. */
export function toPackedRow(pack: KnownPack, { entity }: PackItem, trusted: boolean): RemoteFile {
  const owner = PATTERN.exec(pack.packId)?.[2];
  return {
    fileId: `${pack.fileId}/${entity.id}`,
    packedIn: pack.fileId,
    id: entity.id,
    kind: entity.kind,
    vv: entity.vv,
    ...(owner === undefined ? {} : { owner }),
    trashed: false,
    superseded: false,
    role: undefined,
    version: 1,
    modifiedTime: pack.writtenAt,
    ...(pack.md5 === undefined ? {} : { md5: pack.md5 }),
    trusted,
    ...(isSealed(entity) ? { sealed: true } : {}),
  };
}

/** Rows of what these packs hold. */
export function rowsIn(files: Iterable<RemoteFile>, packFileIds: Iterable<string>): readonly string[] {
  const packs = new Set(packFileIds);
  if (packs.size === 0) return [];
  return [...files].flatMap(({ fileId, packedIn }) => (packedIn !== undefined && packs.has(packedIn) ? [fileId] : []));
}

/** Packs of notes, which represent files, history packs, which hold former versions, and primary packs: their ids distinguish them. The index keeps all as one. Pure. */
type PacksById = ReadonlyMap<string, KnownPack>;

export function isHistoryPack({ packId }: { readonly packId: string }): boolean {
  return packId.startsWith("history-");
}

export function historyPacks(packs: PacksById): readonly KnownPack[] {
  return [...packs.values()].filter(isHistoryPack);
}

export function notePacks(packs: PacksById): readonly KnownPack[] {
  return [...packs.values()].filter((pack) => !isHistoryPack(pack) && !isPrimaryPack(pack));
}
