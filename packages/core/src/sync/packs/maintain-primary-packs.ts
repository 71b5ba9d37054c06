/**
 * Removes primary packs. A pack is removed only when each of its records is in a file or in a later primary pack. All devices have the same order of
 * packs, so two devices never remove two packs because of each other. A pack that shows a text which may no longer be shown, or of which little is
 * needed, is written again first. sync.md §8, decision 0037.
 */

import { isReliable } from "../../library/index/derive.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import { isUnreadHistory } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { hasUnreadPrimary, historyPacks, isExposed, isExposing, isNewerPack, primaryPacks } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { isPutBack, recordRemoved } from "../context/put-back.ts";
import { forgetPrimary } from "./read-primary-packs.ts";
import { writePrimary } from "./write-primary-packs.ts";

/** A pack is written again if at most this share of its records is needed. */
const SPARSE_SHARE = 0.25;
/** More packs than this of a few records each are written into one. */
const MOST_SMALL = 8;
const SMALL_RECORDS = 250;

/** Runs after a cycle that has nothing left to send or to read: only then the place of every record is known. */
export async function maintainPrimaryPacks(deps: CycleDeps): Step {
  const { index } = deps.library;
  if (deps.packs === undefined || index.pendingFetch.size > 0 || index.pendingPush.size > 0 || hasUnreadPrimary(index.packs))
    return ok(undefined);
  // This version of the app cannot know whether records that it cannot read are elsewhere.
  const isKnown = ({ entries, holdsUnread }: KnownPack): boolean => entries !== undefined && holdsUnread !== true;
  const packs = primaryPacks(index.packs).filter((pack) => isKnown(pack) && !isLeft(pack, deps));
  const toRewrite = choose(packs, index).filter((pack) => mayRewrite(pack, index));
  const ids = new Set(toRewrite.flatMap((pack) => neededIn(pack, index)).map(({ id }) => id));
  if (ids.size > 0) {
    const written = await writePrimary(deps, [...ids]);
    if (!written.ok) return written;
  }
  for (const pack of packs.filter((one) => neededIn(one, index).length === 0 && !isSign(one, index))) {
    const removed = await remove(deps, pack);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** History packs that may show the same text are read as long as this pack exists (eraseExposedHistory), so it is removed after the last of them. */
function isSign(pack: KnownPack, index: SyncIndex): boolean {
  return isExposing(pack, index.entities) && historyPacks(index.packs).some(isUnreadHistory);
}

function choose(packs: readonly KnownPack[], index: SyncIndex): readonly KnownPack[] {
  const needed = packs.filter((pack) => neededIn(pack, index).length > 0);
  const small = needed.filter(({ entries = [] }) => entries.length <= SMALL_RECORDS);
  const isDue = (pack: KnownPack): boolean => isExposing(pack, index.entities) || isSparse(pack, index);
  return needed.filter((pack) => isDue(pack) || (small.length > MOST_SMALL && small.includes(pack)));
}

/** Returns the records that are nowhere else, as far as this device may rely on what it knows. */
function neededIn(pack: KnownPack, index: SyncIndex): readonly RemoteFile[] {
  return (pack.entries ?? []).flatMap(({ id }) => {
    const row = index.file(`${pack.fileId}/${id}`);
    return row === undefined || isElsewhere(row, pack, index) ? [] : [row];
  });
}

function isElsewhere({ fileId, id, vv }: RemoteFile, pack: KnownPack, index: SyncIndex): boolean {
  return index.filesOf(id).some((other) => {
    if (other.fileId === fileId || !isReliable(other, index.tainted) || !isContained(vv, other.vv)) return false;
    const otherPack = other.packedIn === undefined ? undefined : index.packs.get(other.packedIn);
    return other.packedIn === undefined || (otherPack !== undefined && isNewerPack(otherPack, pack));
  });
}

function isSparse(pack: KnownPack, index: SyncIndex): boolean {
  return neededIn(pack, index).length <= (pack.entries ?? []).length * SPARSE_SHARE;
}

/** The versions of this device replace those of the pack, so they must contain them. */
function mayRewrite(pack: KnownPack, index: SyncIndex): boolean {
  return neededIn(pack, index).every(({ id, vv, waits }) => waits !== true && isContained(vv, index.entities.get(id)?.vv ?? {}));
}

/** True if this device removed all of it a while ago, and the pack's device, which cannot read the other copies, has sent it again. sync.md §4.2. */
function isLeft(pack: KnownPack, { library: { index }, clock }: CycleDeps): boolean {
  const records = recordsIn(pack, index);
  return records.length > 0 && records.every((one) => isPutBack(index, one, clock.now()));
}

/** Names the records for `recordRemoved`. A record that exposes a text counts as put back only if it exposed the text when it was removed. */
function recordsIn({ fileId, entries = [] }: KnownPack, index: SyncIndex): readonly string[] {
  return entries.map((entry) => {
    const record = `${index.file(`${fileId}/${entry.id}`)?.owner} ${entry.id} ${entry.vvKey}`;
    return isExposed(entry, index.entities) ? `exposed ${record}` : record;
  });
}

async function remove(deps: CycleDeps, pack: KnownPack): Step {
  const { index } = deps.library;
  const erased = await deps.remote.erase(pack.fileId);
  if (!erased.ok && erased.problem.kind !== "not-found") return STOPS_CYCLE.has(erased.problem.kind) ? erased : ok(undefined);
  const circumstances = { nowMs: deps.clock.now(), isExposing: isExposing(pack, index.entities) };
  for (const record of recordsIn(pack, index)) recordRemoved(index, record, circumstances);
  return forgetPrimary(deps, pack.fileId);
}
