/**
 * Removing primary packs. One goes only when each of its records is in a file, or in a primary pack that came later: every device has the same order,
 * so no two devices ever remove one pack because of the other. A pack that shows what may not be there any longer, or holds little that is needed, is
 * written again first. sync.md §8, decision 0037.
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

/** Of its records: a pack of which no more are needed is written again. */
const SPARSE_SHARE = 0.25;
/** So many packs of a few records each are written into one. */
const MOST_SMALL = 8;
const SMALL_RECORDS = 250;

/** After a cycle that has nothing left to send or to read: only then is it known where everything is. */
export async function maintainPrimaryPacks(deps: CycleDeps): Step {
  const { index } = deps.library;
  if (deps.packs === undefined || index.pendingFetch.size > 0 || index.pendingPush.size > 0 || hasUnreadPrimary(index.packs))
    return ok(undefined);
  // What this version of the app cannot read it does not know to be elsewhere.
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

/** While it is there, history packs that may show the same text are read (eraseExposedHistory): it goes after the last of them. */
function isSign(pack: KnownPack, index: SyncIndex): boolean {
  return isExposing(pack, index.entities) && historyPacks(index.packs).some(isUnreadHistory);
}

function choose(packs: readonly KnownPack[], index: SyncIndex): readonly KnownPack[] {
  const needed = packs.filter((pack) => neededIn(pack, index).length > 0);
  const small = needed.filter(({ entries = [] }) => entries.length <= SMALL_RECORDS);
  const isDue = (pack: KnownPack): boolean => isExposing(pack, index.entities) || isSparse(pack, index);
  return needed.filter((pack) => isDue(pack) || (small.length > MOST_SMALL && small.includes(pack)));
}

/** Records that are nowhere else, as far as this device may rely on what it knows. */
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

/** What this device holds takes the place of what is in the pack, so it must contain that. */
function mayRewrite(pack: KnownPack, index: SyncIndex): boolean {
  return neededIn(pack, index).every(({ id, vv, waits }) => waits !== true && isContained(vv, index.entities.get(id)?.vv ?? {}));
}

/** All of it was removed here a while ago, and its device, which cannot read what else holds it, has sent it again. sync.md §4.2. */
function isLeft(pack: KnownPack, { library: { index }, clock }: CycleDeps): boolean {
  const records = recordsIn(pack, index);
  return records.length > 0 && records.every((one) => isPutBack(index, one, clock.now()));
}

/** Where one shows what may not be there, only one that did so when it was removed has been put back. */
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
