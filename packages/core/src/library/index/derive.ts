/** What is left to do for one entity, derived from the three trees instead of a queue. sync.md §3. Pure. */

import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isAlive } from "../../model/entities/entity.ts";
import { counterOf, isContained, isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import type { SyncMeta } from "../../ports/device/local-store.ts";
import { isDone } from "./overwritten.ts";

type Versioned = { readonly vv: VersionVector };
/** A version that is held here, or a file, which may never have been read. */
type KnownVersion = Versioned & { readonly trusted?: boolean };

/** A file whose content this device may rely on: it sent or opened exactly these bytes, and no write to it is in doubt. */
export function isReliable(file: RemoteFile, tainted: ReadonlySet<string>): boolean {
  return !file.trashed && file.trusted && file.unreadable === undefined && !tainted.has(file.fileId);
}

/** Its one file holds exactly this version and is in no doubt: nothing below is left to do. So it is with nearly all of a library. */
export function isInSync(local: Versioned | undefined, files: readonly RemoteFile[], tainted: ReadonlySet<string>): boolean {
  const [file] = files;
  return files.length === 1 && file !== undefined && local !== undefined && isReliable(file, tainted) && isEqual(file.vv, local.vv);
}

/** No file in the drive that we may rely on holds this version yet. Of what has a file, no pack counts: else a file in clear could stay beside one. */
export function needsPush(local: Versioned | undefined, files: readonly RemoteFile[], tainted: ReadonlySet<string>): boolean {
  if (local === undefined) return false;
  const holders = files.some(isWhole) ? files.filter(isWhole) : files;
  return !holders.some((file) => isReliable(file, tainted) && isContained(local.vv, file.vv));
}

/** `tainted`: files whose content is not what their properties say. */
type Unread = { readonly tainted: ReadonlySet<string>; readonly meta: Pick<SyncMeta, "deviceId" | "formerIds"> };

/** Files worth a download: they hold something we lack, or we would rely on them without having read them. */
export function filesToFetch(
  local: Versioned | undefined,
  files: readonly RemoteFile[],
  { tainted, meta: { deviceId, formerIds } }: Unread,
): readonly RemoteFile[] {
  const readable = files.filter((file) => file.unreadable === undefined);
  return readable
    .filter((file) => file.waits !== true && file.readAt === undefined && !isDone(file))
    .filter(
      (file) =>
        isNewVersion(file, local, readable) ||
        isUnread(file, local, { files, tainted }) ||
        isOwnUnread(file, local, deviceId) ||
        isUnderFormer(file, local, { files: readable, formerIds }),
    );
}

/** Under a name that we gave up, unread, and contained in no other version: may be our own write, made before we knew. sync.md §4.5. */
function isUnderFormer(
  file: RemoteFile,
  local: Versioned | undefined,
  { files, formerIds }: { readonly files: readonly RemoteFile[]; readonly formerIds: readonly string[] },
): boolean {
  const { owner, revision, trusted, vv } = file;
  if (trusted || revision !== undefined || owner === undefined || !formerIds.includes(owner)) return false;
  const others = files.filter((other) => other !== file);
  return !isReadBy(vv, owner, local === undefined ? others : [local, ...others]);
}

/**
 * One of them contains it, and has the very dot: anyone who made that had this one. A file that no one read here, under the same vector, tells
 * nothing: someone may have sent this very text again.
 */
export function isReadBy(vv: VersionVector, name: string, others: readonly KnownVersion[]): boolean {
  const built = others.filter((other) => other.trusted !== false || !isEqual(other.vv, vv));
  return built.some((other) => isContained(vv, other.vv) && counterOf(other.vv, name) === counterOf(vv, name));
}

/** Read, and waiting for the Sensitive folder, until what this device holds contains it: anyone who could read both has put them together. */
export function isStillBlocked(local: Versioned | undefined, { waits, vv }: RemoteFile): boolean {
  return waits === true && (local === undefined || !isContained(vv, local.vv));
}

/**
 * Our own by its name, with bytes that this device neither sent nor read: a create whose answer was lost, an old revision that someone brought
 * back, or another device that goes by our name; and what was written over in it, also once we gave that name up. It is read before vectors are
 * believed or anything is written over it, and also where a write of ours to it got no answer: what is there may be none of that. sync.md §4.5.
 */
export function isOwnUnread(file: RemoteFile, local: Versioned | undefined, deviceId: string): boolean {
  const isOurs = file.revision === undefined ? file.owner === deviceId : isLeft(file, local);
  return isOurs && !file.trusted && file.unreadable === undefined;
}

/** What was written over, is to be read now, and is in nothing that this device holds. */
function isLeft(file: RemoteFile, local: Versioned | undefined): boolean {
  return file.readAt === undefined && (local === undefined || !isContained(file.vv, local.vv));
}

/** Only maximal siblings cost a download; of equal ones, a live one or the first by id. */
function isNewVersion(file: RemoteFile, local: Versioned | undefined, files: readonly RemoteFile[]): boolean {
  if (local !== undefined && isContained(file.vv, local.vv)) return false;
  return !files.some((other) => other !== file && isPreferred(other, file));
}

function isPreferred(other: RemoteFile, file: RemoteFile): boolean {
  if (!isContained(file.vv, other.vv)) return false;
  if (!isEqual(file.vv, other.vv)) return true;
  if (other.trashed !== file.trashed) return file.trashed;
  return other.fileId < file.fileId;
}

/** Live, claims by its properties to hold our version (or to be superseded), and was never read here. */
function isUnread(
  file: RemoteFile,
  local: Versioned | undefined,
  { files, tainted }: { readonly files: readonly RemoteFile[]; readonly tainted: ReadonlySet<string> },
): boolean {
  if (local === undefined || file.trashed || file.trusted) return false;
  const isBesideOthers = files.some((other) => other !== file && !other.trashed);
  return isBesideOthers || (isContained(local.vv, file.vv) && needsPush(local, files, tainted));
}

/** Live files that another live file, which we may rely on, contains: they can go to the trash. */
export function filesToCollect(files: readonly RemoteFile[], tainted: ReadonlySet<string>): readonly RemoteFile[] {
  // A record in a pack cannot go to the trash by itself, and no file goes because of one.
  const whole = files.filter(isWhole);
  return whole.filter((file) => canBeCollected(file) && whole.some((other) => other !== file && holds(other, file, tainted)));
}

/** No record in a pack. */
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

/** The file that another user moved to the trash, if it holds all that this device has and is the last of its entity. sync.md §7.3. */
export function trashedElsewhere(
  local: (Versioned & { readonly alive: VersionVector }) | undefined,
  files: readonly RemoteFile[],
  tainted: ReadonlySet<string>,
): RemoteFile | undefined {
  const whole = files.filter(isWhole);
  if (local === undefined || !isAlive(local) || whole.some((file) => !file.trashed)) return undefined;
  return whole.find((file) => !file.superseded && file.trusted && !tainted.has(file.fileId) && isContained(local.vv, file.vv));
}

/** Our own file if it may be overwritten. Never a sealed text over one in clear, which would stay a revision. encryption.md 3.5 (9). */
export function ownFile(
  files: readonly RemoteFile[],
  deviceId: string,
  { tainted, isForSealed }: { readonly tainted: ReadonlySet<string>; readonly isForSealed: boolean },
): RemoteFile | undefined {
  const own = files.filter(
    (file) =>
      file.owner === deviceId && file.revision === undefined && isWhole(file) && file.unreadable === undefined && !tainted.has(file.fileId),
  );
  const usable = own.filter((file) => !isForSealed || file.sealed === true);
  return usable.find((file) => !file.trashed) ?? usable[0];
}

/** Trashed files with the text of a sensitive note in clear, which a sealed one that we may rely on contains. */
export function filesToErase(
  local: (Versioned & { readonly isEncrypted?: boolean; readonly purged?: string }) | undefined,
  files: readonly RemoteFile[],
  tainted: ReadonlySet<string>,
): readonly RemoteFile[] {
  if (local?.isEncrypted !== true) return [];
  // A note that was deleted for good has no text to seal.
  const holders = files.filter(
    (file) => isWhole(file) && (file.sealed === true || local.purged !== undefined) && isReliable(file, tainted),
  );
  const exposed = files.filter(
    (file) => file.trashed && file.revision === undefined && file.sealed !== true && file.unreadable === undefined,
  );
  return exposed.filter((file) => holders.some((holder) => isContained(file.vv, holder.vv)));
}
