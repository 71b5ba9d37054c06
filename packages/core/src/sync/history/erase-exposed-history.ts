/**
 * Versions in clear of a note that is sensitive now, and those of one that was deleted for good, leave the drive: what else their pack holds is written
 * into another one first. encryption.md 3.5 (9), sync.md §13.
 */

import { heldIn } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks } from "../../model/drive/packs-by-kind.ts";
import { ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { eraseAll, writeContent } from "./history-packs.ts";
import { readHistoryPack } from "./read-history-pack.ts";

export async function eraseExposedHistory(deps: CycleDeps): Step {
  const { index } = deps.library;
  // Something moved into the Sensitive folder a short while ago: what is in packs that were never read here is not known.
  const isSuspect = ({ held, isUnreadable }: KnownPack): boolean =>
    index.pendingErase.size > 0 && held === undefined && isUnreadable !== true;
  for (const pack of historyPacks(index.packs).filter(isSuspect)) {
    const read = await readHistoryPack(deps, pack);
    if (!read.ok) return read;
  }
  for (const pack of historyPacks(index.packs).filter((one) => isExposing(one, deps))) {
    const rewritten = await rewrite(deps, pack);
    if (!rewritten.ok) return rewritten;
  }
  return ok(undefined);
}

function isExposing(pack: KnownPack, { library: { index } }: CycleDeps): boolean {
  return (heldIn(pack) ?? []).some(({ id, isInClear }) => {
    const note = index.entities.get(id);
    return note?.kind === "note" && (note.purged !== undefined || (note.isEncrypted && isInClear === true));
  });
}

/** Where the drive does not take the other versions, the pack stays until it does. */
async function rewrite(deps: CycleDeps, pack: KnownPack): Step {
  const read = await readHistoryPack(deps, pack);
  if (!read.ok || read.value === undefined) return read.ok ? ok(undefined) : read;
  const written = await writeContent(deps, read.value);
  if (!written.ok || !written.value) return written.ok ? ok(undefined) : written;
  return eraseAll(deps, [pack]);
}
