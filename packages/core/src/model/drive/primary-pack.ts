/**
 * Primary packs: sealed bundles of notes and folders without files of their own. Each record is a row of the remote tree like a file
 * (`packedIn`), so the same rules decide what is sent, read and superseded. The id contains writer and time; the seal binds it. sync.md §8,
 * decision 0037. Pure.
 */
import { isSealed, type LightEntity } from "../entities/entity.ts";
import { vectorKey } from "../entities/version-vector.ts";
import type { KnownPack, PackEntry, PackItem } from "./pack.ts";
import type { RemoteFile } from "./remote-file.ts";

/** Placeholder for the MD5 of a record without a file. */
export const NO_FILE_MD5 = "0".repeat(32);
export const PRIMARY_PACK_CHARS = 12;

const TIME_CHARS = 11;
const PATTERN = /^primary-([0-9a-z]{11})-(.+)-[A-Za-z0-9_-]{12}$/;

/**
 * `known`: all known packs. The new id sorts after every pack that this device has read, even if its clock is behind. Unread packs are
 * ignored because anyone may have chosen their names.
 */
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

/** The same order on every device, since neither id changes. Copies of a pack in one drive share its pack id. */
export function isNewerPack(a: KnownPack, b: KnownPack): boolean {
  return a.packId === b.packId ? a.fileId > b.fileId : a.packId > b.packId;
}

/** True if the pack shows text of a note that is now sensitive or purged. */
export function isExposing({ entries = [] }: KnownPack, entities: ReadonlyMap<string, LightEntity>): boolean {
  return entries.some((entry) => isExposed(entry, entities));
}

/** `isExposing` for one record of a pack. */
export function isExposed({ id, sealed, vvKey }: PackEntry, entities: ReadonlyMap<string, LightEntity>): boolean {
  const note = entities.get(id);
  if (note?.kind !== "note" || vvKey === vectorKey(note.vv)) return false;
  return note.purged !== undefined || (note.isEncrypted && sealed !== true);
}

/** True if the pack may contain something that this device has not seen. */
export function isUnreadPack({ entries, isUnreadable }: KnownPack): boolean {
  return entries === undefined && isUnreadable !== true;
}

export function hasUnreadPrimary(packs: Packs): boolean {
  return primaryPacks(packs).some(isUnreadPack);
}

/** `trusted`: this device sent these bytes, or has taken in what they hold. */
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

/** Returns the row ids of the records in these packs. */
export function rowsIn(files: Iterable<RemoteFile>, packFileIds: Iterable<string>): readonly string[] {
  const packs = new Set(packFileIds);
  if (packs.size === 0) return [];
  return [...files].flatMap(({ fileId, packedIn }) => (packedIn !== undefined && packs.has(packedIn) ? [fileId] : []));
}

/** All kinds of packs by file id: packs beside files, history packs and primary packs. Their ids tell the kind. Pure. */
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
