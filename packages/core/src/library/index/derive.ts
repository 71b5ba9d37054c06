/** Derives the pending work for one entity from the three trees instead of a queue. sync.md §3. Pure. */

import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isAlive } from "../../model/entities/entity.ts";
import { isContained, isEqual, labelOf, type VersionVector } from "../../model/entities/version-vector.ts";
import { isMadeBy, type Writer } from "./writer.ts";

type Versioned = { readonly vv: VersionVector };

/** True for a file whose content this device may rely on: it sent or opened exactly these bytes, and no write to it is in doubt. */
export function isReliable(file: RemoteFile, tainted: ReadonlySet<string>): boolean {
  return !file.trashed && file.trusted && file.unreadable === undefined && !tainted.has(file.fileId);
}

/**
 * Fast path: the entity has exactly one file, which is reliable and holds this version, so there is nothing to push or fetch. True for
 * almost every entity.
 */
export function isInSync(local: Versioned | undefined, files: readonly RemoteFile[], tainted: ReadonlySet<string>): boolean {
  const [file] = files;
  return files.length === 1 && file !== undefined && local !== undefined && isReliable(file, tainted) && isEqual(file.vv, local.vv);
}

/**
 * True if no reliable file in the drive holds this version. Once an entity has its own file, packs do not count: otherwise an unencrypted
 * file could remain beside a sealed pack.
 */
export function needsPush(local: Versioned | undefined, files: readonly RemoteFile[], tainted: ReadonlySet<string>): boolean {
  if (local === undefined) return false;
  const holders = files.some(isWhole) ? files.filter(isWhole) : files;
  return !holders.some((file) => isReliable(file, tainted) && isContained(local.vv, file.vv));
}

/** Returns the files worth a download: they hold something that this device lacks, or must be read before it relies on them. */
export function filesToFetch(local: Versioned | undefined, files: readonly RemoteFile[], writer: Writer): readonly RemoteFile[] {
  const readable = files.filter((file) => file.unreadable === undefined);
  return readable
    .filter((file) => file.waits !== true)
    .filter(
      (file) =>
        isNewVersion(file, local, { files: readable, writer }) ||
        isUnread(file, local, { files, tainted: writer.tainted }) ||
        isOwnUnread(file, writer),
    );
}

/** True for a read file that waits for the Sensitive folder, until a version on this device contains it. */
export function isStillBlocked(local: Versioned | undefined, { waits, vv }: RemoteFile): boolean {
  return waits === true && (local === undefined || !isContained(vv, local.vv));
}

/**
 * True if this process made the file and neither sent nor read its bytes: a create without a response, or a restored old revision. Such
 * bytes are read before the file is overwritten, also if a write of ours to it got no response. sync.md §4.5.
 */
export function isOwnUnread(file: RemoteFile, writer: Writer): boolean {
  return isMadeBy(file, writer) && !file.trusted && file.unreadable === undefined;
}

/** Only maximal siblings are worth a download; of equal ones, a live one or the first by id. */
function isNewVersion(
  file: RemoteFile,
  local: Versioned | undefined,
  { files, writer }: { readonly files: readonly RemoteFile[]; readonly writer: Writer },
): boolean {
  if (local !== undefined && (isContained(file.vv, local.vv) || isForgotten(file, local, writer))) return false;
  return !files.some((other) => other !== file && isPreferred(other, file));
}

/** True for a trashed file that was read before, if our vector lacks its entries because an edit dropped the oldest ones. */
function isForgotten({ trashed, trusted }: RemoteFile, { vv }: Versioned, { maxEntries }: Writer): boolean {
  return trashed && trusted && Object.keys(vv).length >= maxEntries;
}

function isPreferred(other: RemoteFile, file: RemoteFile): boolean {
  if (!isContained(file.vv, other.vv)) return false;
  if (!isEqual(file.vv, other.vv)) return true;
  if (other.trashed !== file.trashed) return file.trashed;
  return other.fileId < file.fileId;
}

/** True for a live file that claims to hold our version (or an older one) and was never read here. */
function isUnread(
  file: RemoteFile,
  local: Versioned | undefined,
  { files, tainted }: { readonly files: readonly RemoteFile[]; readonly tainted: ReadonlySet<string> },
): boolean {
  if (local === undefined || file.trashed || file.trusted) return false;
  const isBesideOthers = files.some((other) => other !== file && !other.trashed);
  return isBesideOthers || (isContained(local.vv, file.vv) && needsPush(local, files, tainted));
}

/** Live files that a reliable live file contains, so that they can be trashed. */
export function filesToCollect(files: readonly RemoteFile[], tainted: ReadonlySet<string>): readonly RemoteFile[] {
  // A record in a pack cannot be trashed by itself, and does not justify trashing a file.
  const whole = files.filter(isWhole);
  return whole.filter((file) => canBeCollected(file) && whole.some((other) => other !== file && holds(other, file, tainted)));
}

/** False for a record in a pack. */
function isWhole({ packedIn }: RemoteFile): boolean {
  return packedIn === undefined;
}

function canBeCollected(file: RemoteFile): boolean {
  return !file.trashed && file.unreadable === undefined && file.trusted;
}

function holds(other: RemoteFile, file: RemoteFile, tainted: ReadonlySet<string>): boolean {
  if (!isReliable(other, tainted) || !isContained(file.vv, other.vv)) return false;
  return !isEqual(file.vv, other.vv) || tainted.has(file.fileId) || other.fileId < file.fileId;
}

/** Returns the file that another user trashed, if it holds everything that this device has and is the entity's last file. sync.md §7.3. */
export function trashedElsewhere(
  local: (Versioned & { readonly alive: VersionVector }) | undefined,
  files: readonly RemoteFile[],
  tainted: ReadonlySet<string>,
): RemoteFile | undefined {
  const whole = files.filter(isWhole);
  if (local === undefined || !isAlive(local) || whole.some((file) => !file.trashed)) return undefined;
  return whole.find((file) => !file.superseded && file.trusted && !tainted.has(file.fileId) && isContained(local.vv, file.vv));
}

/**
 * Returns the file that this process made, if it may be overwritten. A sealed text never overwrites an unencrypted one, which would remain
 * as a revision. encryption.md 3.5 (9).
 */
export function ownFile(
  files: readonly RemoteFile[],
  writer: Writer,
  { isForSealed }: { readonly isForSealed: boolean },
): RemoteFile | undefined {
  const own = files.filter(
    (file) => isMadeBy(file, writer) && isWhole(file) && file.unreadable === undefined && !writer.tainted.has(file.fileId),
  );
  const usable = own.filter((file) => !isForSealed || file.sealed === true);
  return usable.find((file) => !file.trashed) ?? usable[0];
}

/** Trashed files with unencrypted text of a sensitive note, which a reliable sealed file contains. */
export function filesToErase(
  local: (Versioned & { readonly isEncrypted?: boolean; readonly purged?: string }) | undefined,
  files: readonly RemoteFile[],
  tainted: ReadonlySet<string>,
): readonly RemoteFile[] {
  if (local?.isEncrypted !== true) return [];
  // A purged note has no text to seal.
  const holders = files.filter(
    (file) => isWhole(file) && (file.sealed === true || local.purged !== undefined) && isReliable(file, tainted),
  );
  const exposed = files.filter((file) => file.trashed && file.sealed !== true && file.unreadable === undefined);
  return exposed.filter((file) => holders.some((holder) => isContained(file.vv, holder.vv)));
}

/**
 * Returns trashed files of this device's processes, also of former ones, that a reliable file contains. Nothing needs them. Files under the
 * label alone are excluded: a page of an earlier version may still write to them. sync.md §4.2.
 */
export function filesToClear(
  local: Versioned | undefined,
  files: readonly RemoteFile[],
  { label, tainted }: { readonly label: string; readonly tainted: ReadonlySet<string> },
): readonly RemoteFile[] {
  if (local === undefined || files.length === 1) return [];
  const holders = files.filter((file) => isWhole(file) && isReliable(file, tainted));
  const isOwn = ({ owner }: RemoteFile): boolean => owner !== undefined && owner !== label && labelOf(owner) === label;
  const isNeedless = (file: RemoteFile): boolean => isWhole(file) && file.trashed && file.superseded && canBeOpened(file) && isOwn(file);
  return files.filter((file) => isNeedless(file) && isContained(file.vv, local.vv) && holders.some(({ vv }) => isContained(file.vv, vv)));
}

function canBeOpened({ trusted, unreadable, waits }: RemoteFile): boolean {
  return trusted && unreadable === undefined && waits !== true;
}
