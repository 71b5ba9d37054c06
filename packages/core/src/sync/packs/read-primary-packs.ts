/**
 * Reads primary packs. The drive has no other copy of their records, so each pack is read whole, once, and before a cycle counts as complete. Its
 * records become rows of the remote tree, which are untrusted until they are taken in like files of the pack's device. sync.md §8, decision 0037.
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";
import { type KnownPack, type PackItem, toEntry } from "../../model/drive/pack.ts";
import { isUnreadPack, primaryPacks, rowsIn, toPackedRow } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { failed, ok } from "../../model/result.ts";
import { type Fetched, keepFetched } from "../apply/keep-fetched.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";
import { readPackFile } from "../context/pack-files.ts";
import { countJoinedKeys } from "../queue/retry-service.ts";

const RECORDS_PER_COMMIT = 500;

type Opened = {
  readonly md5: string;
  readonly sizeBytes: number;
  readonly itemsById: ReadonlyMap<string, PackItem>;
  readonly holdsUnread: boolean;
};

/** Returns undefined if the pack is not available now, or never; its row tells which. */
type Reader = (pack: KnownPack) => Step<Opened | undefined>;

/** Reads packs for one fetch step and keeps the last few open. */
export function createPrimaryReader(deps: CycleDeps): Reader {
  const held = new Map<string, Opened>();
  return async (pack) => {
    const known = held.get(pack.fileId);
    if (known !== undefined) return ok(known);
    const opened = await openPack(deps, pack);
    if (opened.ok && opened.value !== undefined) held.set(pack.fileId, opened.value);
    for (const fileId of [...held.keys()].slice(0, -PACKS.heldOpen)) held.delete(fileId);
    return opened;
  };
}

export async function readPrimaryPacks(deps: CycleDeps, read: Reader): Step {
  if (deps.packs === undefined) return ok(undefined);
  // The latest is first: records of earlier packs are then contained, and are not merged again.
  for (const pack of primaryPacks(deps.library.index.packs)
    .filter((pack) => isToRead(pack, deps))
    .toReversed()) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const opened = await read(pack);
    if (!opened.ok) return opened;
    if (opened.value === undefined) continue;
    const kept = await keepRows(deps, pack, opened.value);
    if (!kept.ok) return kept;
    const taken = await fetchPacked(
      deps,
      read,
      pendingRows(deps).filter((row) => isAlone(row, deps)),
    );
    if (!taken.ok) return taken;
  }
  return ok(undefined);
}

/** Packs that an earlier version of the app could not read whole, and that were read again since the start. */
const readAgain = new WeakMap<SyncIndex, Set<string>>();

function isToRead(pack: KnownPack, { library: { index } }: CycleDeps): boolean {
  if (isUnreadPack(pack)) return true;
  if (pack.entries === undefined || pack.holdsUnread !== true) return false;
  const known = readAgain.get(index) ?? new Set();
  readAgain.set(index, known);
  return !known.has(pack.fileId) && known.add(pack.fileId).size > 0;
}

/** A note that has a file as well waits: the file may hold more than its properties say, and goes first. */
function isAlone({ id }: RemoteFile, { library: { index } }: CycleDeps): boolean {
  return index.filesOf(id).length === 1;
}

export function pendingRows({ library: { index } }: CycleDeps): readonly RemoteFile[] {
  return [...index.pendingFetch].flatMap((fileId) => index.file(fileId) ?? []).filter(({ packedIn }) => packedIn !== undefined);
}

/** Takes in the records of these rows, pack by pack. */
export async function fetchPacked(deps: CycleDeps, read: Reader, rows: readonly RemoteFile[]): Step {
  if (rows.length === 0) return ok(undefined);
  for (const pack of primaryPacks(deps.library.index.packs).toReversed()) {
    const ofPack = rows.filter(({ packedIn }) => packedIn === pack.fileId);
    if (ofPack.length === 0) continue;
    const opened = await read(pack);
    if (!opened.ok) return opened;
    if (opened.value === undefined) continue;
    for (let from = 0; from < ofPack.length; from += RECORDS_PER_COMMIT) {
      if (deps.isStopped()) return failed({ kind: "stopped" });
      const { md5, itemsById } = opened.value;
      const kept = await keepFetched(
        deps,
        ofPack.slice(from, from + RECORDS_PER_COMMIT).map((file) => toFetched(file, md5, itemsById.get(file.id))),
      );
      if (!kept.ok) return kept;
    }
  }
  return ok(undefined);
}

function toFetched(file: RemoteFile, md5: string, item: PackItem | undefined): Fetched {
  return item === undefined ? { kind: "gone", file } : { kind: "opened", file, entity: item.entity, md5 };
}

/** A missing pack says nothing about its notes: those that no file and no other pack holds are sent again. */
export function forgetPrimary(deps: Pick<CycleDeps, "library">, fileId: string): Step {
  return commit(deps, { forgetPacks: [fileId], forgetRemote: rowsIn(deps.library.index.allFiles(), [fileId]) });
}

async function openPack(deps: CycleDeps, pack: KnownPack): Step<Opened | undefined> {
  const joinedKeys = countJoinedKeys(deps.library.index);
  const file = await readPackFile(deps, pack);
  if (!file.ok) return file;
  if (file.value.kind === "gone") return nothing(await forgetPrimary(deps, pack.fileId));
  // A key that joined meanwhile may open it.
  if (file.value.kind === "unopened" && countJoinedKeys(deps.library.index) === joinedKeys)
    return nothing(await keepUnreadable(deps, pack));
  if (file.value.kind !== "opened") return ok(undefined);
  const { bytes, content } = file.value;
  const itemsById = new Map(content.items.map((item) => [item.entity.id, item]));
  return ok({ md5: deps.codec.md5(bytes), sizeBytes: bytes.length, itemsById, holdsUnread: content.unread.length > 0 });
}

function nothing(written: Awaited<Step>): Awaited<Step<undefined>> {
  return written.ok ? ok(undefined) : written;
}

/** Forgets what was known of the pack. A file under an id that this device reserved for a pack was never a pack if it does not open. */
function keepUnreadable(deps: CycleDeps, pack: KnownPack): Step {
  if (pack.isUnconfirmed === true) return forgetPrimary(deps, pack.fileId);
  const { entries: _entries, ...bare } = pack;
  return commit(deps, {
    packs: [{ ...bare, isUnreadable: true, holdsUnread: true }],
    forgetRemote: rowsIn(deps.library.index.allFiles(), [pack.fileId]),
  });
}

/** Stores rows and entries in one transaction, so that a pack whose entries are known has all its rows. */
function keepRows(deps: CycleDeps, pack: KnownPack, { md5, sizeBytes, itemsById, holdsUnread }: Opened): Step {
  const { isUnconfirmed, holdsUnread: _before, ...seen } = pack;
  const read: KnownPack = {
    ...seen,
    md5,
    sizeBytes,
    ...(isUnconfirmed === true ? { writtenAt: deps.clock.now() } : {}),
    ...(holdsUnread ? { holdsUnread } : {}),
  };
  const items = [...itemsById.values()];
  const rows = items.map((item) => toPackedRow(read, item, false));
  return commit(deps, { packs: [{ ...read, entries: items.map(toEntry) }], remote: rows });
}
