/**
 * Packs: sealed bundles of records beside the files they copy. Only an accelerator: an entry counts only while the listed file has the same
 * version and bytes, so a stale, damaged or missing pack costs requests but never correctness. sync.md §8. Pure.
 */
import { type Entity, isSealed } from "../entities/entity.ts";
import { parseEntity } from "../entities/parsing/parse-entity.ts";
import { type VersionVector, vectorKey } from "../entities/version-vector.ts";
import { PACKS } from "../limits/limits.ts";
import type { RemoteFile } from "./remote-file.ts";

/** `md5`: MD5 of the drive file that held this version when the pack was written. */
export type PackItem = { readonly entity: Entity; readonly md5: string };

/** `unread`: raw records that this version of the app cannot read, damaged or newer. */
export type PackContent = { readonly items: readonly PackItem[]; readonly unread: readonly unknown[] };

export type PackEntry = {
  readonly id: string;
  readonly vvKey: string;
  readonly md5: string;
  /** True if the text of this version is sealed for the Sensitive folder. */
  readonly sealed?: boolean;
  /** Ids of attachments that this version refers to; absent if none. */
  readonly attIds?: readonly string[];
};

/** Versions of one note in a history pack; `marks` identifies each in a few characters. */
export type HeldVersions = {
  readonly id: string;
  readonly marks: readonly string[];
  /** Ids of attachments that these versions refer to; absent if none. */
  readonly attIds?: readonly string[];
  /** Set if some versions are not sealed for the Sensitive folder. */
  readonly isInClear?: true;
  /** Set if a record cannot be read here; it may refer to any attachment. */
  readonly isUnread?: true;
  /** Times of the oldest and newest of these versions. */
  readonly times?: HeldTimes;
};

/** Unix milliseconds: from, to. */
export type HeldTimes = readonly [number, number];

/** Contents of an unread history pack as announced by the notes' own files: version count and time range, by note id. */
export type AnnouncedVersions = Readonly<Record<string, readonly [count: number, fromMs: number, toMs: number]>>;

/** A pack as this device knows it. `entries` is absent until it has been read here. */
export type KnownPack = {
  readonly fileId: string;
  readonly packId: string;
  readonly sizeBytes: number;
  /** The drive's time of writing, Unix milliseconds. */
  readonly writtenAt: number;
  readonly entries?: readonly PackEntry[];
  /** Content of a history pack, which has no `entries` (history-pack.ts). */
  readonly held?: readonly HeldVersions[];
  readonly announced?: AnnouncedVersions;
  /** MD5 that the drive reports; stored for history packs and primary packs only. */
  readonly md5?: string;
  /** The pack could not be opened; it is left alone and not downloaded again. */
  readonly isUnreadable?: boolean;
  /** Set for a primary pack with a record that cannot be read here; such a pack is never rewritten. */
  readonly holdsUnread?: boolean;
  /** Set for a primary pack whose upload has no known outcome; it must be looked up. */
  readonly isUnconfirmed?: boolean;
};

export type Packable = PackEntry & { readonly contentChars: number };

/** A sealed folder is about as long as a note of this many characters. */
const FOLDER_CHARS = 200;

/** Estimates how much room an entity takes in a pack, in characters of a note's content. */
export function packedChars(entity: { readonly kind: string; readonly contentChars?: number } | undefined): number {
  return entity?.kind === "note" ? (entity.contentChars ?? 0) : FOLDER_CHARS;
}

/** Limits as in limits.ts; the simulator uses smaller ones to write packs of a few notes. */
export type PackLimits = { readonly [Name in keyof typeof PACKS]: number };

export type PackWork = { readonly kind: "none" } | { readonly kind: "write"; readonly entries: readonly Packable[] };

export function entryKey({ id, vvKey, md5 }: PackEntry): string {
  return `${id}|${vvKey}|${md5}`;
}

/** Key that an entry must have to represent this file. */
export function keyOfFile(file: RemoteFile): string | undefined {
  return file.md5 === undefined ? undefined : entryKey({ id: file.id, vvKey: vectorKey(file.vv), md5: file.md5 });
}

export function toEntry({ entity, md5 }: PackItem): PackEntry {
  const attIds = entity.kind === "note" && entity.attIds.length > 0 ? { attIds: entity.attIds } : {};
  return { id: entity.id, vvKey: vectorKey(entity.vv), md5, ...attIds, ...(isSealed(entity) ? { sealed: true } : {}) };
}

/** Sorts newest first: the newest pack most likely has what the user sees first. */
export function newestFirst(packs: readonly KnownPack[]): readonly KnownPack[] {
  return [...packs].sort((a, b) => b.writtenAt - a.writtenAt || (a.packId < b.packId ? -1 : 1));
}

/** Plans a pack of the uncovered records, if there are enough, plus the content of small packs. All `packs` must have been read. */
export function decidePackWork(current: readonly Packable[], packs: readonly KnownPack[], limits: PackLimits = PACKS): PackWork {
  const covered = new Set(readable(packs).flatMap((pack) => (pack.entries ?? []).map(entryKey)));
  const uncovered = current.filter((entry) => !covered.has(entryKey(entry)));
  if (uncovered.length < limits.minUncovered) return { kind: "none" };
  const beside = new Set([...uncovered, ...smallBeside(uncovered.length, { current, packs }, limits)].map(entryKey));
  return { kind: "write", entries: current.filter((entry) => beside.has(entryKey(entry))) };
}

/** Returns the records of all small packs up to the largest that is small compared to those below it, so that few packs remain. */
export function smallBeside(
  count: number,
  { current, packs }: { readonly current: readonly Packable[]; readonly packs: readonly KnownPack[] },
  limits: PackLimits = PACKS,
): readonly Packable[] {
  const living = new Map(current.map((entry) => [entryKey(entry), entry]));
  const held = readable(packs)
    .map((pack) => (pack.entries ?? []).flatMap((entry) => living.get(entryKey(entry)) ?? []))
    .filter((entries) => !isFull(entries, limits))
    .sort((a, b) => a.length - b.length);
  let [below, taken] = [count, 0];
  for (const [at, entries] of held.entries()) {
    if (entries.length < limits.growth * below) taken = at + 1;
    below += entries.length;
  }
  return held.slice(0, taken).flat();
}

function isFull(entries: readonly Packable[], limits: PackLimits): boolean {
  const chars = entries.reduce((sum, { contentChars }) => sum + contentChars, 0);
  return entries.length >= limits.maxEntries * limits.fullShare || chars >= limits.maxChars * limits.fullShare;
}

function readable(packs: readonly KnownPack[]): readonly KnownPack[] {
  return packs.filter((pack) => pack.isUnreadable !== true);
}

/**
 * Returns the packs to erase, oldest first: those whose living entries are all in other packs. A young pack that announces files not here yet stays.
 */
export function packsToErase(
  current: readonly PackEntry[],
  packs: readonly KnownPack[],
  {
    nowMs,
    isAwaited,
    limits = PACKS,
  }: { readonly nowMs: number; readonly isAwaited: (entry: PackEntry) => boolean } & { readonly limits?: PackLimits },
): readonly KnownPack[] {
  const living = new Set(current.map(entryKey));
  const trashed: KnownPack[] = [];
  for (const pack of [...newestFirst(packs)].reverse()) {
    if (pack.entries === undefined) continue;
    const isYoung = nowMs - pack.writtenAt < limits.aheadMs;
    if (isYoung && pack.entries.some((entry) => isAwaited(entry) && !isAnnouncedLater(entry, pack, packs))) continue;
    const others = new Set(
      packs.filter((other) => other !== pack && !trashed.includes(other)).flatMap((other) => (other.entries ?? []).map(entryKey)),
    );
    if (livingEntries(pack, living).every((entry) => others.has(entryKey(entry)))) trashed.push(pack);
  }
  return trashed;
}

/** True if a later pack announces the same version: its upload was interrupted and restarted with other bytes. */
function isAnnouncedLater({ id, vvKey }: PackEntry, pack: KnownPack, packs: readonly KnownPack[]): boolean {
  const later = packs.filter(({ writtenAt }) => writtenAt > pack.writtenAt);
  return later.some(({ entries = [] }) => entries.some((entry) => entry.id === id && entry.vvKey === vvKey));
}

/**
 * Splits entries into packs below the size limit, the last ones full, because new devices start there. Assumes that text compresses to a
 * third.
 */
export function portion(entries: readonly Packable[], limits: PackLimits = PACKS): readonly (readonly Packable[])[] {
  const portions: Packable[][] = [];
  let chars = 0;
  for (const entry of entries.toReversed()) {
    const last = portions.at(-1);
    const isFull = last === undefined || last.length >= limits.maxEntries || chars + entry.contentChars > limits.maxChars;
    if (isFull) portions.push([entry]);
    else last.push(entry);
    chars = isFull ? entry.contentChars : chars + entry.contentChars;
  }
  return portions.reverse();
}

/** Returns the drive file of our version if packs may contain it; its bytes must be known. */
export function packableFile(vv: VersionVector, files: readonly RemoteFile[], tainted: ReadonlySet<string>): RemoteFile | undefined {
  const key = vectorKey(vv);
  return files.find(
    (file) =>
      file.packedIn === undefined &&
      !file.trashed &&
      file.trusted &&
      file.md5 !== undefined &&
      !tainted.has(file.fileId) &&
      vectorKey(file.vv) === key,
  );
}

function livingEntries(pack: KnownPack, living: ReadonlySet<string>): readonly PackEntry[] {
  return (pack.entries ?? []).filter((entry) => living.has(entryKey(entry)));
}

const MD5 = /^[0-9a-f]{32}$/;

/** Splits the records of an opened pack into valid ones and ones that this version of the app cannot read. Pure. */
export function splitPackRecords(records: readonly unknown[]): PackContent {
  const parsed = records.map((record) => ({ record, item: parsePackItem(record) }));
  return {
    items: parsed.flatMap(({ item }) => item ?? []),
    unread: parsed.flatMap(({ record, item }) => (item === undefined ? [record] : [])),
  };
}

function parsePackItem(value: unknown): PackItem | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { entity, md5 } = value as { readonly entity?: unknown; readonly md5?: unknown };
  if (typeof md5 !== "string" || !MD5.test(md5) || typeof entity !== "object" || entity === null) return undefined;
  const { kind, id } = entity as { readonly kind?: unknown; readonly id?: unknown };
  if ((kind !== "note" && kind !== "folder") || typeof id !== "string") return undefined;
  const parsed = parseEntity(kind, id, entity);
  return parsed === undefined ? undefined : { entity: parsed, md5 };
}
