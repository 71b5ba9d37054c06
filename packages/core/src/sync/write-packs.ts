/**
 * Writing packs: after a complete cycle, in a quiet moment, by whichever device comes first. Two that do it at once waste bytes and
 * nothing else. Old packs go only when younger ones hold all that still counts in them, and for good: what they show may become sensitive. sync.md §8 "Who/when", "Deleting".
 */
import { PACKS } from "../limits.ts";
import { failed, ok } from "../result.ts";
import { commit } from "./commit.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";
import { readPack } from "./fetch-from-packs.ts";
import {
  decidePackWork,
  type KnownPack,
  type Packable,
  type PackItem,
  type PackLimits,
  packableFile,
  packsToTrash,
  portion,
  toEntry,
} from "./pack.ts";
import { reserveFileId } from "./reserve-file-id.ts";
import { vectorKey } from "./version-vector.ts";

const PACK_ID_CHARS = 22;
/** A folder is about as long as this, sealed beside texts. */
const FOLDER_CHARS = 200;

/** Looks rarely and at a moment of its own: all devices of an account would otherwise write the same pack at once. */
export async function tendPacks(deps: CycleDeps): Step {
  if (deps.packs === undefined || !deps.mayPack()) return ok(undefined);
  const { index } = deps.library;
  const now = deps.clock.now();
  const { packDueAt } = index.meta;
  if (packDueAt === undefined) return lookAgain(deps, 0);
  const isPaused = [...index.packs.values()].some((pack) => now - pack.writtenAt < limitsOf(deps).pauseMs);
  return now < packDueAt || isPaused ? ok(undefined) : writeDue(deps);
}

async function writeDue(deps: CycleDeps): Step {
  const read = await readAll(deps);
  if (!read.ok) return read;
  const { index } = deps.library;
  const current = packables(deps);
  const work = decidePackWork(current, [...index.packs.values()], deps.clock.now(), limitsOf(deps));
  for (const entries of work.kind === "write" ? portion(work.entries) : []) {
    if (deps.isStopped() || !deps.mayPack()) return failed({ kind: "stopped" });
    const written = await writeOne(deps, entries);
    if (!written.ok) return written;
  }
  const tidied = await trashOld(deps, current);
  return tidied.ok ? lookAgain(deps, limitsOf(deps).lookEveryMs) : tidied;
}

async function readAll(deps: CycleDeps): Step {
  for (const pack of deps.library.index.packs.values()) {
    if (pack.entries !== undefined || pack.isUnreadable === true) continue;
    const read = await readPack(deps, pack);
    if (!read.ok) return read;
  }
  return ok(undefined);
}

/** What the drive was told last comes last, into the newest pack: that and the first page of a listing then hold the same notes. */
function packables({ library: { index } }: CycleDeps): readonly Packable[] {
  const found = [...index.entities.values()].flatMap((entity) => {
    const file = packableFile(entity.vv, index.filesOf(entity.id), index.tainted);
    return file?.md5 === undefined ? [] : [{ entity, md5: file.md5, modifiedTime: file.modifiedTime ?? 0 }];
  });
  return found
    .sort((a, b) => a.modifiedTime - b.modifiedTime)
    .map(({ entity, md5 }) => ({
      id: entity.id,
      vvKey: vectorKey(entity.vv),
      md5,
      contentChars: entity.kind === "note" ? entity.contentChars : FOLDER_CHARS,
    }));
}

async function writeOne(deps: CycleDeps, entries: readonly Packable[]): Step {
  const items = await itemsOf(deps, entries);
  if (!items.ok) return items;
  const packId = `pack-${deps.ids.random(PACK_ID_CHARS)}`;
  const sealed = await deps.packs?.sealPack(packId, items.value);
  if (sealed === undefined || (!sealed.ok && sealed.problem === "too-large")) return ok(undefined);
  if (!sealed.ok) return failed({ kind: "vault-locked" });
  const fileId = await reserveFileId(deps);
  if (!fileId.ok) return fileId;
  const made = await deps.remote.createPack(fileId.value, packId, sealed.value);
  // Whatever came of it: a pack that landed unseen is told by the feed, one that did not is written another day.
  if (!made.ok) return ok(undefined);
  const pack: KnownPack = {
    fileId: made.value.fileId,
    packId,
    sizeBytes: made.value.sizeBytes,
    writtenAt: made.value.modifiedTime,
    entries: items.value.map(toEntry),
  };
  return commit(deps, { packs: [pack] });
}

/** Only what is still the version that was chosen: an edit in between makes the entry worthless. */
async function itemsOf({ library }: CycleDeps, entries: readonly Packable[]): Step<readonly PackItem[]> {
  const read = await library.store.readEntities(entries.map(({ id }) => id));
  if (!read.ok) return read;
  const items = entries.flatMap(({ id, vvKey, md5 }): readonly PackItem[] => {
    const entity = read.value.get(id);
    return entity !== undefined && vectorKey(entity.vv) === vvKey ? [{ entity, md5 }] : [];
  });
  return ok(items);
}

async function trashOld(deps: CycleDeps, current: readonly Packable[]): Step {
  for (const pack of packsToTrash(current, [...deps.library.index.packs.values()], deps.clock.now(), limitsOf(deps))) {
    const trashed = await deps.remote.erase(pack.fileId);
    if (!trashed.ok && trashed.problem.kind !== "not-found") return ok(undefined);
    const kept = await commit(deps, { forgetPacks: [pack.fileId] });
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

function lookAgain(deps: CycleDeps, afterMs: number): Step {
  const packDueAt = deps.clock.now() + afterMs + Math.round(deps.random() * limitsOf(deps).jitterMs);
  return commit(deps, { meta: { packDueAt } });
}

function limitsOf({ packLimits }: CycleDeps): PackLimits {
  return packLimits ?? PACKS;
}
