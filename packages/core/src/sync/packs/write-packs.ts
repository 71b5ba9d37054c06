/**
 * Writes packs of files that are in the drive as well: ahead of many files that are about to be sent, and after a cycle for files that no pack holds.
 * Two devices that do this at the same time only waste bytes. A pack whose living entries are all in others is erased at once: one of its notes may
 * become sensitive. sync.md §8.
 */

import type { SyncIndex } from "../../library/index/sync-index.ts";
import {
  decidePackWork,
  type KnownPack,
  type Packable,
  type PackEntry,
  type PackItem,
  type PackLimits,
  packableFile,
  packedChars,
  packsToErase,
  portion,
  smallBeside,
  toEntry,
} from "../../model/drive/pack.ts";
import { notePacks } from "../../model/drive/primary-pack.ts";
import { isContained, labelOf, parseVector, vectorKey } from "../../model/entities/version-vector.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit, reserveFileId } from "../context/cycle-writes.ts";
import { erasePacks } from "../context/pack-files.ts";
import { embedHistory } from "../history/embed-history.ts";
import { readPack } from "./fetch-from-packs.ts";

const PACK_ID_CHARS = 22;

/**
 * A device that has sent something since the newest pack writes the next one as soon as it is worth it. For files that others leave uncovered it looks
 * rarely and at a random time: all devices of an account would otherwise write the same pack at once.
 */
export async function maintainPacks(deps: CycleDeps): Step {
  if (deps.packs === undefined) return ok(undefined);
  if (isOwnTurn(deps)) return writeDue(deps);
  if (!deps.mayPack()) return ok(undefined);
  const { packDueAt } = deps.library.index.meta;
  if (packDueAt === undefined) return lookAgain(deps, 0);
  return deps.clock.now() < packDueAt ? ok(undefined) : writeDue(deps);
}

/** The state of files and packs at the last look that found no work; an unchanged state is not looked through again. */
const lookedThrough = new WeakMap<SyncIndex, string>();

function isOwnTurn({ library: { index }, ...deps }: CycleDeps): boolean {
  const newest = Math.max(0, ...notePacks(index.packs).map(({ writtenAt }) => writtenAt));
  let [own, all] = [0, 0];
  for (const { modifiedTime = 0, owner, trashed, packedIn } of index.allFiles()) {
    if (trashed || packedIn !== undefined || modifiedTime < newest) continue;
    all += 1;
    if (owner !== undefined && labelOf(owner) === index.meta.deviceId) own += 1;
  }
  if (own === 0 || all < limitsOf(deps).minUncovered) return false;
  const sight = `${newest} ${own} ${all} ${notePacks(index.packs).length}`;
  if (lookedThrough.get(index) === sight) return false;
  lookedThrough.set(index, sight);
  return true;
}

async function writeDue(deps: CycleDeps): Step {
  const read = await readAll(deps);
  if (!read.ok) return read;
  const { index } = deps.library;
  const current = packables(deps);
  const work = decidePackWork(current, notePacks(index.packs), limitsOf(deps));
  for (const entries of work.kind === "write" ? portion(work.entries, limitsOf(deps)) : []) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const items = await itemsOf(deps, entries);
    if (!items.ok) return items;
    const written = await writeOne(deps, items.value);
    if (!written.ok) return written;
  }
  const trashed = await trashOld(deps, current);
  return trashed.ok ? lookAgain(deps, limitsOf(deps).lookEveryMs) : trashed;
}

/** A file as it is about to be sent. */
export type SealedAhead = { readonly vvKey: string; readonly body: Uint8Array; readonly md5: string };

/**
 * Writes packs for files that are about to be sent, with the very bytes that the files will have: a device that reads meanwhile finds each file in a
 * pack. Files that were not sent because of an interruption are sealed again later, and their entries no longer count. Returns the bytes by entity id.
 */
export async function packAhead(deps: CycleDeps, ids: readonly string[]): Step<ReadonlyMap<string, SealedAhead>> {
  if (deps.packs === undefined) return ok(new Map());
  const read = await readAll(deps);
  if (!read.ok) return read;
  const stored = await deps.library.store.readEntities(ids);
  if (!stored.ok) return stored;
  const ahead = new Map<string, SealedAhead>();
  const items: PackItem[] = [];
  for (const entity of stored.value.values()) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const whole = await embedHistory(deps, entity);
    const sealed = await deps.codec.seal(whole);
    if (!sealed.ok && sealed.problem === "locked") return failed({ kind: "vault-locked" });
    // An entity that cannot be sealed is reported where it is sent.
    if (!sealed.ok) continue;
    const md5 = deps.codec.md5(sealed.value);
    ahead.set(entity.id, { vvKey: vectorKey(entity.vv), body: sealed.value, md5 });
    items.push({ entity: whole, md5 });
  }
  const written = await writeAhead(deps, items);
  return written.ok ? ok(ahead) : written;
}

/** Writes the entries of small packs into the new one, so that there are never many of them, however often this is interrupted. */
async function writeAhead(deps: CycleDeps, items: readonly PackItem[]): Step {
  const current = packables(deps);
  const small = smallBeside(items.length, { current, packs: notePacks(deps.library.index.packs) }, limitsOf(deps));
  for (const entries of portion(small, limitsOf(deps))) {
    const others = await itemsOf(deps, entries);
    if (!others.ok) return others;
    const isOne = others.value.length + items.length <= limitsOf(deps).maxEntries;
    const written = await writeOne(deps, isOne ? [...others.value, ...items] : others.value);
    if (!written.ok || isOne) return written.ok ? trashOld(deps, current) : written;
  }
  const written = await writeOne(deps, items);
  return written.ok ? trashOld(deps, current) : written;
}

async function readAll(deps: CycleDeps): Step {
  for (const pack of notePacks(deps.library.index.packs)) {
    if (pack.entries !== undefined || pack.isUnreadable === true) continue;
    const read = await readPack(deps, pack);
    if (!read.ok) return read;
  }
  return ok(undefined);
}

/** Files that were uploaded last come last, into the newest pack: it then holds the same notes as the first page of a listing. */
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
      contentChars: packedChars(entity),
    }));
}

async function writeOne(deps: CycleDeps, items: readonly PackItem[]): Step {
  if (items.length === 0 || deps.space.fits !== "packs") return ok(undefined);
  const packId = `pack-${deps.ids.random(PACK_ID_CHARS)}`;
  const sealed = await deps.packs?.sealPack(packId, items);
  if (sealed?.ok === false && sealed.problem === "too-large" && items.length > 1) return writeHalves(deps, items);
  if (sealed === undefined || (!sealed.ok && sealed.problem === "too-large")) return ok(undefined);
  if (!sealed.ok) return failed({ kind: "vault-locked" });
  const fileId = await reserveFileId(deps);
  if (!fileId.ok) return fileId;
  const made = await deps.remote.createPack(fileId.value, packId, sealed.value);
  // A pack that was stored although the response was lost is reported by the feed; a pack that was not stored is written another day.
  if (!made.ok) {
    if (made.problem.kind === "storage-full") deps.space.fits = "files";
    return ok(undefined);
  }
  const pack: KnownPack = {
    fileId: made.value.fileId,
    packId,
    sizeBytes: made.value.sizeBytes,
    writtenAt: made.value.modifiedTime,
    entries: items.map(toEntry),
  };
  return commit(deps, { packs: [pack] });
}

/** A pack may be longer than estimated, because of the histories that are embedded in its notes. */
async function writeHalves(deps: CycleDeps, items: readonly PackItem[]): Step {
  const middle = Math.ceil(items.length / 2);
  const written = await writeOne(deps, items.slice(0, middle));
  return written.ok ? writeOne(deps, items.slice(middle)) : written;
}

/** Leaves out entities that were edited since they were chosen: their entries would be worthless. */
async function itemsOf(deps: CycleDeps, entries: readonly Packable[]): Step<readonly PackItem[]> {
  const read = await deps.library.store.readEntities(entries.map(({ id }) => id));
  if (!read.ok) return read;
  const items: PackItem[] = [];
  for (const { id, vvKey, md5 } of entries) {
    const entity = read.value.get(id);
    if (entity !== undefined && vectorKey(entity.vv) === vvKey) items.push({ entity: await embedHistory(deps, entity), md5 });
  }
  return ok(items);
}

async function trashOld(deps: CycleDeps, current: readonly Packable[]): Step {
  const { index } = deps.library;
  const isAwaited = (entry: PackEntry): boolean => !isSent(entry, index);
  return erasePacks(deps, packsToErase(current, notePacks(index.packs), { nowMs: deps.clock.now(), isAwaited, limits: limitsOf(deps) }));
}

/** Some file of the entity holds this version, or a version that contains it, whatever its bytes. */
function isSent({ id, vvKey }: PackEntry, index: SyncIndex): boolean {
  const vv = parseVector(vvKey);
  return vv === undefined || index.filesOf(id).some((file) => isContained(vv, file.vv));
}

function lookAgain(deps: CycleDeps, afterMs: number): Step {
  const packDueAt = deps.clock.now() + afterMs + Math.round(deps.random() * limitsOf(deps).jitterMs);
  return commit(deps, { meta: { packDueAt } });
}

function limitsOf({ packLimits }: Pick<CycleDeps, "packLimits">): PackLimits {
  return packLimits ?? PACKS;
}
