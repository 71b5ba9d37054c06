/**
 * Packs: sealed bundles of records beside the files they were taken from. A pure accelerator: an entry counts only while the listed file
 * has the same version and the same bytes, so a stale, damaged or vanished pack costs requests and never correctness. sync.md §8. Pure.
 */
import { type Entity, isSealed } from "../entities/entity.ts";
import { parseEntity } from "../entities/parsing/parse-entity.ts";
import { type VersionVector, vectorKey } from "../entities/version-vector.ts";
import { PACKS } from "../limits/limits.ts";
import type { RemoteFile } from "./remote-file.ts";

/** `md5`: of the drive file that held this version when the pack was written. */
export type PackItem = { readonly entity: Entity; readonly md5: string };

/** `unread`: records that this version of the app cannot read, as they are: damaged, or of a newer version. */
export type PackContent = { readonly items: readonly PackItem[]; readonly unread: readonly unknown[] };

export type PackEntry = {
  readonly id: string;
  readonly vvKey: string;
  readonly md5: string;
  /** The text of this version is sealed for the Sensitive folder. */
  readonly sealed?: boolean;
  /** Attachments that this version refers to, where it refers to any. */
  readonly attIds?: readonly string[];
};

/** What a history pack holds of one note: `marks` say which versions, in a few characters each. */
export type HeldVersions = {
  readonly id: string;
  readonly marks: readonly string[];
  /** Attachments that these versions refer to, where they refer to any. */
  readonly attIds?: readonly string[];
  /** Some of them are not sealed for the Sensitive folder. */
  readonly isInClear?: true;
  /** A record that this version of the app cannot read, which may refer to any attachment. */
  readonly isUnread?: true;
  /** When the first and the last of them were written. */
  readonly times?: HeldTimes;
};

/** Milliseconds since 1970 UTC: from, to. */
export type HeldTimes = readonly [number, number];

/** What the notes' own files say of a history pack that was not read here yet: of a note so many versions, from when to when. By note id. */
export type AnnouncedVersions = Readonly<Record<string, readonly [count: number, fromMs: number, toMs: number]>>;

/** A pack as this device knows it. Without `entries` it has not been read here yet. */
export type KnownPack = {
  readonly fileId: string;
  readonly packId: string;
  readonly sizeBytes: number;
  /** The drive's time of writing, milliseconds. */
  readonly writtenAt: number;
  readonly entries?: readonly PackEntry[];
  /** Of a history pack instead (history-pack.ts). */
  readonly held?: readonly HeldVersions[];
  readonly announced?: AnnouncedVersions;
  /** Of its bytes, as the drive says; known of history packs and primary packs. */
  readonly md5?: string;
  /** Could not be opened; left alone and never asked for again. */
  readonly isUnreadable?: boolean;
  /** A primary pack with something that could not be read here. It stays as it is. */
  readonly holdsUnread?: boolean;
  /** A primary pack that this device was sending: whether it arrived is not known until it was asked for. */
  readonly isUnconfirmed?: boolean;
};

export type Packable = PackEntry & { readonly contentChars: number };

/** The figures of limits.ts, or smaller ones where runs are short: the simulator writes packs of a handful of notes. */
export type PackLimits = { readonly [Name in keyof typeof PACKS]: number };

export type PackWork = { readonly kind: "none" } | { readonly kind: "write"; readonly entries: readonly Packable[] };

export function entryKey({ id, vvKey, md5 }: PackEntry): string {
  return `${id}|${vvKey}|${md5}`;
}

/** What an entry must be to stand for this file. */
export function keyOfFile(file: RemoteFile): string | undefined {
  return file.md5 === undefined ? undefined : entryKey({ id: file.id, vvKey: vectorKey(file.vv), md5: file.md5 });
}

export function toEntry({ entity, md5 }: PackItem): PackEntry {
  const attIds = entity.kind === "note" && entity.attIds.length > 0 ? { attIds: entity.attIds } : {};
  return { id: entity.id, vvKey: vectorKey(entity.vv), md5, ...attIds, ...(isSealed(entity) ? { sealed: true } : {}) };
}

/** Newest first: what the user sees first is most likely in the last one written. */
export function newestFirst(packs: readonly KnownPack[]): readonly KnownPack[] {
  return [...packs].sort((a, b) => b.writtenAt - a.writtenAt || (a.packId < b.packId ? -1 : 1));
}

/** What no pack holds, if that is worth one, with what small packs hold. `packs` must all have been read; otherwise what they hold is not known. */
export function decidePackWork(current: readonly Packable[], packs: readonly KnownPack[], limits: PackLimits = PACKS): PackWork {
  const covered = new Set(readable(packs).flatMap((pack) => (pack.entries ?? []).map(entryKey)));
  const uncovered = current.filter((entry) => !covered.has(entryKey(entry)));
  if (uncovered.length < limits.minUncovered) return { kind: "none" };
  const beside = new Set([...uncovered, ...smallBeside(uncovered.length, { current, packs }, limits)].map(entryKey));
  return { kind: "write", entries: current.filter((entry) => beside.has(entryKey(entry))) };
}

/** All small packs up to the largest that is small beside those below it, so that few packs remain however often one writes. */
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

/** Packs whose living entries are all in others, oldest first. A young pack with an awaited entry (announced, not here) stays. */
export function packsToTrash(
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

/** The sending was broken off and begun again: the same version under other bytes. */
function isAnnouncedLater({ id, vvKey }: PackEntry, pack: KnownPack, packs: readonly KnownPack[]): boolean {
  const later = packs.filter(({ writtenAt }) => writtenAt > pack.writtenAt);
  return later.some(({ entries = [] }) => entries.some((entry) => entry.id === id && entry.vvKey === vvKey));
}

/** Portions below a pack's size, the last ones full, where new devices begin. Assumes text compresses to a third. */
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

/** Whether a version of ours is one that packs may hold: it is in the drive, in a file whose bytes we know. */
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

/** The records of an opened pack, those that are whole apart from those that this version of the app cannot read. Pure. */
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
