/** Tries again what the drive refused, and what did not open for want of a key. */
import type { Library } from "../../library/index/library-service.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Attempt, StoreProblem } from "../../ports/device/local-store.ts";
import type { FileNameCodec } from "../../ports/sealing/file-name-codec.ts";

/** Returns the number of entities that are tried again with the next cycle. */
export function retryParked(library: Library): Promise<Result<number, StoreProblem>> {
  return forget(library, ({ parked }) => parked);
}

/** The user asks: what a full drive refused comes with each cycle anyway, but needs no one until it was refused again. */
export function retryRefused(library: Library): Promise<Result<number, StoreProblem>> {
  return forget(library, () => true);
}

async function forget(library: Library, isMeant: (attempt: Attempt) => boolean): Promise<Result<number, StoreProblem>> {
  const ids = [...library.index.attempts.values()].filter(isMeant).map(({ id }) => id);
  if (ids.length === 0) return ok(0);
  return library.transact({}, () => ({ writes: { forgetAttempts: ids }, answer: ids.length }), "sync");
}

/** Retries files and packs of unknown keys when another vault's key joins; counts such joins. encryption.md 3.5 (5) (13). */
export function countJoinedKeys(index: SyncIndex): number {
  return joinedKeys.get(index) ?? 0;
}

const joinedKeys = new WeakMap<SyncIndex, number>();

/** How many there were. The next cycle fetches them; what still does not open is marked again. */
export async function retryUnknownKeys(library: Library): Promise<Result<number, StoreProblem>> {
  joinedKeys.set(library.index, countJoinedKeys(library.index) + 1);
  const skipped = library.index.unreadableFiles().filter((file) => file.unreadable === "unknown-key");
  const packs = [...library.index.packs.values()].filter(({ isUnreadable }) => isUnreadable);
  const count = skipped.length + packs.length;
  if (count === 0) return ok(0);
  const again = { remote: skipped.map(unmarked), packs: packs.map((pack) => ({ ...pack, isUnreadable: false })) };
  return library.transact({}, () => ({ writes: again, answer: count }), "sync");
}

/** Base64url of 64 or 80 bytes: the id that a file has here while no key opens its name. */
const SEALED_NAME = /^(?:[\w-]{86}|[\w-]{107})$/;

/**
 * Forgets files that are known under an encrypted name if the vault's keys open it by now: an earlier version of the app, or this device before it
 * had the key, took the name for an id. The next cycle lists everything and finds them under their ids. Returns how many there are.
 */
export async function retryNames(library: Library, fileNames: Pick<FileNameCodec, "openNames">): Promise<Result<number, StoreProblem>> {
  const files = [...library.index.allFiles()].filter(({ id }) => SEALED_NAME.test(id));
  const opened = files.length === 0 ? undefined : await fileNames.openNames(files.map(({ id }) => id));
  if (opened?.ok !== true) return ok(0);
  const named = files.flatMap(({ fileId }, at) => (opened.value[at] === undefined ? [] : [fileId]));
  if (named.length === 0) return ok(0);
  return library.transact({}, () => ({ writes: { forgetRemote: named, meta: { auditAt: 0 } }, answer: named.length }), "sync");
}

function unmarked({ unreadable: _, ...file }: RemoteFile): RemoteFile {
  return file;
}
