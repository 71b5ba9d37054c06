/**
 * Packs: sealed bundles of records beside the files they were taken from. A pure accelerator: an entry counts only while the listed file
 * has the same version and the same bytes, so a stale, damaged or vanished pack costs requests and never correctness. sync.md §8. Pure.
 */
import { PACKS } from "../limits.ts";
import { type Entity, isSealed } from "./entity.ts";
import type { RemoteFile } from "./remote-file.ts";
import { type VersionVector, vectorKey } from "./version-vector.ts";

/** `md5`: of the drive file that held this version when the pack was written. */
export type PackItem = { readonly entity: Entity; readonly md5: string };

export type PackEntry = {
  readonly id: string;
  readonly vvKey: string;
  readonly md5: string;
  /** The text of this version is sealed for the Sensitive folder. */
  readonly sealed?: boolean;
  /** Attachments that this version refers to, where it refers to any. */
  readonly attIds?: readonly string[];
};

/** A pack as this device knows it. Without `entries` it has not been read here yet. */
export type KnownPack = {
  readonly fileId: string;
  readonly packId: string;
  readonly sizeBytes: number;
  /** The drive's time of writing, milliseconds. */
  readonly writtenAt: number;
  readonly entries?: readonly PackEntry[];
  /** Could not be opened; left alone and never asked for again. */
  readonly isUnreadable?: boolean;
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

/** Newest first: what a person sees first is most likely in the last one written. */
export function newestFirst(packs: readonly KnownPack[]): readonly KnownPack[] {
  return [...packs].sort((a, b) => b.writtenAt - a.writtenAt || (a.packId < b.packId ? -1 : 1));
}

/**
 * What to write, if it is worth a pack: what no known pack covers, or one pack in place of many small ones, or of a big one that is
 * mostly stale. `packs` must all have been read; otherwise what they cover is not known.
 */
export function decidePackWork(
  current: readonly Packable[],
  packs: readonly KnownPack[],
  nowMs: number,
  limits: PackLimits = PACKS,
): PackWork {
  const readable = packs.filter((pack) => pack.isUnreadable !== true);
  if (readable.some((pack) => nowMs - pack.writtenAt < limits.pauseMs)) return { kind: "none" };
  const living = new Set(current.map(entryKey));
  const small = readable.filter((pack) => livingEntries(pack, living).length < limits.smallEntries);
  const stale = readable.filter((pack) => livingEntries(pack, living).length * 2 < (pack.entries?.length ?? 0));
  const replaced = new Set(small.length > limits.maxSmallPacks ? [...small, ...stale] : stale);
  const covered = new Set(readable.filter((pack) => !replaced.has(pack)).flatMap((pack) => (pack.entries ?? []).map(entryKey)));
  const uncovered = current.filter((entry) => !covered.has(entryKey(entry)));
  const isWorthIt = uncovered.length >= Math.max(limits.minUncovered, current.length * PACKS.minUncoveredShare);
  return isWorthIt ? { kind: "write", entries: uncovered } : { kind: "none" };
}

/** Old packs all of whose living entries stand in younger ones. */
export function packsToTrash(
  current: readonly PackEntry[],
  packs: readonly KnownPack[],
  nowMs: number,
  limits: PackLimits = PACKS,
): readonly KnownPack[] {
  const living = new Set(current.map(entryKey));
  const trashed: KnownPack[] = [];
  for (const pack of [...newestFirst(packs)].reverse()) {
    if (pack.entries === undefined || nowMs - pack.writtenAt < limits.keptMs) continue;
    const others = new Set(
      packs.filter((other) => other !== pack && !trashed.includes(other)).flatMap((other) => (other.entries ?? []).map(entryKey)),
    );
    if (livingEntries(pack, living).every((entry) => others.has(entryKey(entry)))) trashed.push(pack);
  }
  return trashed;
}

/**
 * Portions that stay under the size of one pack, the last ones full: that is where a new device begins. Text compresses to about a third; the
 * estimate errs on the side of smaller packs.
 */
export function portion(entries: readonly Packable[]): readonly (readonly Packable[])[] {
  const portions: Packable[][] = [];
  let chars = 0;
  for (const entry of entries.toReversed()) {
    const last = portions.at(-1);
    const isFull = last === undefined || last.length >= PACKS.maxEntries || chars + entry.contentChars > PACKS.maxChars;
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
    (file) => !file.trashed && file.trusted && file.md5 !== undefined && !tainted.has(file.fileId) && vectorKey(file.vv) === key,
  );
}

function livingEntries(pack: KnownPack, living: ReadonlySet<string>): readonly PackEntry[] {
  return (pack.entries ?? []).filter((entry) => living.has(entryKey(entry)));
}
