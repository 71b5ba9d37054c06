/** Reads a history pack into this device's history; a missing, damaged or unopenable one counts as never written. sync.md §13. */

import { LOOK_AGAIN, lostHistory } from "../../library/history/packs/pack-references.ts";
import { fromPack, mayBePacked, type Unpacked } from "../../library/history/packs/packed-history.ts";
import { toHeld } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { HISTORY_UNREADABLE, type LogEntry } from "../../model/entities/log-entry.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import { HISTORY_PACKS } from "../../model/limits/history-limits.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";
import { readPackFile } from "../context/pack-files.ts";

export type HistoryReading = Pick<CycleDeps, "library" | "packs" | "clock" | "isStopped"> & {
  readonly remote: Pick<CycleDeps["remote"], "download">;
};

/** Returns undefined if the pack cannot be read now, or at all. */
export async function readHistoryPack(deps: HistoryReading, pack: KnownPack): Step<Unpacked | undefined> {
  const file = await readPackFile(deps, pack);
  if (!file.ok) return file;
  if (file.value.kind === "gone") return forget(deps, pack);
  if (file.value.kind === "unopened") return setAside(deps, pack);
  if (file.value.kind !== "opened") return ok(undefined);
  const unpacked = fromPack(file.value.content);
  const kept = await keepAll(deps, pack, unpacked);
  return kept.ok ? ok(unpacked) : kept;
}

async function keepAll(
  deps: HistoryReading,
  { isUnreadable: _damaged, announced: _unread, ...pack }: KnownPack,
  { versions, damaged, opaque }: Unpacked,
): Step {
  const ids = [...new Set(versions.map(({ noteId }) => noteId))];
  for (let from = 0; from < ids.length; from += HISTORY_PACKS.notesPerRead) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const batch = ids.slice(from, from + HISTORY_PACKS.notesPerRead);
    const kept = await keepOf(deps, batch, versions);
    if (!kept.ok) return kept;
  }
  // The pack counts as read only now, so that a process that dies before this reads it again.
  const log = damaged.map((id) => failure(deps, id));
  return commit(deps, { packs: [{ ...pack, held: toHeld(versions, opaque) }], ...(log.length > 0 ? { log } : {}) });
}

/** Decides by the current notes: one may have been moved into the Sensitive folder, or deleted for good. */
function keepOf({ library }: HistoryReading, noteIds: readonly string[], versions: readonly KeptVersion[]): Step {
  return library.transact(
    { entities: noteIds },
    ({ entities }) => {
      const isKept = (version: KeptVersion): boolean =>
        noteIds.includes(version.noteId) && mayBePacked(version, entities.get(version.noteId));
      return { writes: { versions: versions.filter(isKept) }, answer: undefined };
    },
    "sync",
  );
}

/** Reports the pack once. It is tried again when the user looks at a history, since its key may have joined. */
async function setAside(deps: HistoryReading, pack: KnownPack): Step<undefined> {
  if (pack.isUnreadable === true) return ok(undefined);
  const log = [failure(deps, pack.packId)];
  const kept = await commit(deps, { ...LOOK_AGAIN, packs: [{ ...pack, isUnreadable: true }], log });
  return kept.ok ? ok(undefined) : kept;
}

/** A pack that files of notes name stays known until the feed tells which pack has replaced it. */
async function forget(deps: HistoryReading, { fileId, announced }: KnownPack): Step<undefined> {
  const lost = lostHistory(deps.library.index.packs, [fileId]);
  if (announced !== undefined && lost.packs?.length === 0) return ok(undefined);
  const kept = await commit(deps, lost);
  return kept.ok ? ok(undefined) : kept;
}

function failure({ clock }: HistoryReading, id: string): LogEntry {
  return { kind: "failed", atMs: clock.now(), id, entity: "note", problem: HISTORY_UNREADABLE };
}
