/**
 * Removes unencrypted versions of notes that are sensitive now, and versions of notes that were deleted for good, from the drive. The other versions of
 * their packs are written into new packs first. encryption.md 3.5 (9), sync.md §13.
 */

import { heldIn, isUnreadHistory } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks, isExposing as isExposed, primaryPacks } from "../../model/drive/primary-pack.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { erasePacks } from "../context/pack-files.ts";
import { writeContent } from "./history-packs.ts";
import { readHistoryPack } from "./read-history-pack.ts";

export async function eraseExposedHistory(deps: CycleDeps): Step {
  const { index } = deps.library;
  for (const pack of unreadSuspects(deps)) {
    const read = await readHistoryPack(deps, pack);
    if (!read.ok) return read;
  }
  for (const pack of historyPacks(index.packs).filter((one) => isExposing(one, deps))) {
    const rewritten = await rewrite(deps, pack);
    if (!rewritten.ok) return rewritten;
  }
  return ok(undefined);
}

/**
 * Returns packs that were never read here and may show an unencrypted text. They are read if a note moved into the Sensitive folder a short while ago:
 * its unencrypted files, or the primary pack that shows it, still exist then. A device that did not know of the move yet may write such a pack later.
 */
function unreadSuspects({ library: { index }, clock }: CycleDeps): readonly KnownPack[] {
  const unread = historyPacks(index.packs).filter(isUnreadHistory);
  if (unread.length === 0) return unread;
  if (index.pendingErase.size > 0 || primaryPacks(index.packs).some((pack) => isExposed(pack, index.entities))) return unread;
  const hasSensitive = [...index.entities.values()].some((entity) => entity.kind === "note" && entity.isEncrypted);
  return hasSensitive ? unread.filter(({ writtenAt }) => writtenAt > clock.now() - SYNC.eraseAfterMs) : [];
}

function isExposing(pack: KnownPack, { library: { index } }: CycleDeps): boolean {
  return (heldIn(pack) ?? []).some(({ id, isInClear }) => {
    const note = index.entities.get(id);
    return note?.kind === "note" && (note.purged !== undefined || (note.isEncrypted && isInClear === true));
  });
}

/** If the drive does not take the remaining versions, the pack stays until it does. */
async function rewrite(deps: CycleDeps, pack: KnownPack): Step {
  const read = await readHistoryPack(deps, pack);
  if (!read.ok || read.value === undefined) return read.ok ? ok(undefined) : read;
  const written = await writeContent(deps, read.value);
  if (!written.ok || !written.value) return written.ok ? ok(undefined) : written;
  return erasePacks(deps, [pack]);
}
