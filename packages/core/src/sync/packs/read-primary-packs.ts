/**
 * Reading primary packs. What is in one is nowhere else, so each is read whole, once, and before a cycle counts as complete. Its records become rows of
 * the remote tree, untrusted until they are taken in like the files of its device. sync.md §8, decision 0037.
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";
import { type KnownPack, type PackItem, toEntry } from "../../model/drive/pack.ts";
import { isUnreadPack, primaryPacks, rowsIn, toPackedRow } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import { type Fetched, keepFetched } from "../apply/keep-fetched.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";
import { countJoinedKeys } from "../queue/retry-service.ts";

const RECORDS_PER_COMMIT = 500;

type Opened = {
  readonly md5: string;
  readonly sizeBytes: number;
  readonly itemsById: ReadonlyMap<string, PackItem>;
  readonly holdsUnread: boolean;
};

/** Undefined: not to be had now, or never; the pack's row says which. */
type Reader = (pack: KnownPack) => Step<Opened | undefined>;

/** For one fetch step: of the packs that it reads the last few stay open. */
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
  // The latest first: what is in an earlier one too is then contained, and is not merged once more.
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

/** Once per start those that an earlier version of the app could not read whole. */
const readAgain = new WeakMap<SyncIndex, Set<string>>();

function isToRead(pack: KnownPack, { library: { index } }: CycleDeps): boolean {
  if (isUnreadPack(pack)) return true;
  if (pack.entries === undefined || pack.holdsUnread !== true) return false;
  const known = readAgain.get(index) ?? new Set();
  readAgain.set(index, known);
  return !known.has(pack.fileId) && known.add(pack.fileId).size > 0;
}

/** A file of the same note may hold more than its properties say, and goes first. */
function isAlone({ id }: RemoteFile, { library: { index } }: CycleDeps): boolean {
  return index.filesOf(id).length === 1;
}

export function pendingRows({ library: { index } }: CycleDeps): readonly RemoteFile[] {
  return [...index.pendingFetch].flatMap((fileId) => index.file(fileId) ?? []).filter(({ packedIn }) => packedIn !== undefined);
}

/** Takes in what these rows stand for, pack by pack. */
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

/** That a pack is gone says nothing about its notes: they are sent again where no file and no other pack holds them. */
export function forgetPrimary(deps: Pick<CycleDeps, "library">, fileId: string): Step {
  return commit(deps, { forgetPacks: [fileId], forgetRemote: rowsIn(deps.library.index.allFiles(), [fileId]) });
}

async function openPack(deps: CycleDeps, pack: KnownPack): Step<Opened | undefined> {
  const answer = await deps.remote.download(pack.fileId);
  if (!answer.ok && answer.problem.kind === "not-found") return nothing(await forgetPrimary(deps, pack.fileId));
  if (!answer.ok) return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok(undefined);
  const joinedKeys = countJoinedKeys(deps.library.index);
  const opened = await deps.packs?.openPack(pack.packId, answer.value);
  if (opened === undefined) return ok(undefined);
  if (!opened.ok && opened.problem === "locked") return failed({ kind: "vault-locked" });
  if (!opened.ok) return countJoinedKeys(deps.library.index) === joinedKeys ? nothing(await keepUnreadable(deps, pack)) : ok(undefined);
  const { items, unread } = opened.value;
  const itemsById = new Map(items.map((item) => [item.entity.id, item]));
  const md5 = deps.codec.md5(answer.value);
  return ok({ md5, sizeBytes: answer.value.length, itemsById, holdsUnread: unread.length > 0 });
}

function nothing(written: Awaited<Step>): Awaited<Step<undefined>> {
  return written.ok ? ok(undefined) : written;
}

/** What was known of it counts for nothing. Under an id that was reserved for a pack of ours there may be something else: that was never one. */
function keepUnreadable(deps: CycleDeps, pack: KnownPack): Step {
  if (pack.isUnconfirmed === true) return forgetPrimary(deps, pack.fileId);
  const { entries: _entries, ...bare } = pack;
  return commit(deps, {
    packs: [{ ...bare, isUnreadable: true, holdsUnread: true }],
    forgetRemote: rowsIn(deps.library.index.allFiles(), [pack.fileId]),
  });
}

/** Rows and what the pack is known to hold are one transaction: a pack whose entries are known has all its rows. */
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
