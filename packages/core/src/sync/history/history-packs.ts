/**
 * Writes history packs: in quiet moments the versions that this device made and no pack holds, and versions that have no room in the file of a note that
 * is about to be sent. The device's latest small packs are written into the new one and removed once it is stored. sync.md §13, decision 0034.
 */

import { mayBePacked, mayBePackedUnread, textChars, toPackItems, type Unpacked } from "../../library/history/packs/packed-history.ts";
import { packedVersions } from "../../library/history/packs/packed-versions.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import {
  countHeld,
  HISTORY_PACK_CHARS,
  type HistoryPackName,
  heldIn,
  historyPackId,
  markOf,
  type OpaqueRecord,
  readHistoryPackId,
  toHeld,
} from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks } from "../../model/drive/primary-pack.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import { labelOf } from "../../model/entities/version-vector.ts";
import { HISTORY_PACKS } from "../../model/limits/history-limits.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit, reserveFileId } from "../context/cycle-writes.ts";
import { erasePacks } from "../context/pack-files.ts";
import { readHistoryPack } from "./read-history-pack.ts";

/** The counter at which a device that has found too little looks again. */
const nextLook = new WeakMap<SyncIndex, number>();

export async function maintainHistoryPacks(deps: CycleDeps): Step {
  const { index } = deps.library;
  const { ctr } = index.meta;
  const { minVersions } = limitsOf(deps);
  const isDue = ctr - packedUpTo(index) >= minVersions && ctr >= (nextLook.get(index) ?? 0);
  return deps.packs === undefined || !isDue ? ok(undefined) : packHistory(deps, { noteIds: [], least: minVersions });
}

/** `noteIds`: notes to include besides those that this device has written to. `least`: fewer versions are not worth a pack. */
export async function packHistory(deps: CycleDeps, of: { readonly noteIds: readonly string[]; readonly least: number }): Step {
  const read = await readOwn(deps);
  if (!read.ok) return read;
  // Taken before any version is read: a version that is written meanwhile is looked at next time.
  const { ctr } = deps.library.index.meta;
  const collected = await packWhatIsNew(deps, [...new Set([...of.noteIds, ...writtenHere(deps.library.index)])], of.least);
  if (!collected.ok) return collected;
  if (collected.value !== "packed") return lookLater(deps, ctr, collected.value);
  const kept = await commit(deps, { meta: { historyCtr: ctr } });
  return kept.ok ? removeCovered(deps) : kept;
}

/** Looks again after enough further writes, and not at each. */
function lookLater(deps: CycleDeps, ctr: number, { found }: { readonly found: number }): Awaited<Step> {
  const { minVersions } = limitsOf(deps);
  nextLook.set(deps.library.index, ctr + Math.max(minVersions - found, Math.ceil(minVersions / 4)));
  return ok(undefined);
}

/** `found`: number of versions that are still in no pack, because they are too few or the drive refused them. */
type Outcome = "packed" | { readonly found: number };

/** Takes many notes a part at a time, so that their texts are not in memory all at once. */
async function packWhatIsNew(deps: CycleDeps, noteIds: readonly string[], least: number): Step<Outcome> {
  const { notesPerRead, maxTextChars } = limitsOf(deps);
  let versions: KeptVersion[] = [];
  let [chars, isBegun] = [0, false];
  for (let from = 0; from < noteIds.length; from += notesPerRead) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const read = await unpackedOf(deps, noteIds.slice(from, from + notesPerRead));
    if (!read.ok) return read;
    versions.push(...read.value);
    chars += textChars(read.value);
    if (chars < maxTextChars) continue;
    const written = await writePack(deps, versions);
    if (!written.ok || !written.value) return written.ok ? ok({ found: 0 }) : written;
    [versions, chars, isBegun] = [[], 0, true];
  }
  if (versions.length === 0 || (!isBegun && versions.length < least)) return ok(isBegun ? "packed" : { found: versions.length });
  const written = await writePack(deps, versions);
  return written.ok ? ok(written.value ? "packed" : { found: 0 }) : written;
}

/** Returns the edit counter up to which versions are in packs; 0 if this drive has no pack of this device. */
function packedUpTo(index: SyncIndex): number {
  return ownPacks(index).length === 0 ? 0 : (index.meta.historyCtr ?? 0);
}

/** Notes that were written last come last, and so into the newest pack. */
function writtenHere(index: SyncIndex): readonly string[] {
  const { deviceId, formerIds } = index.meta;
  const own = [deviceId, ...formerIds];
  const from = packedUpTo(index);
  return [...index.entities.values()]
    .filter(({ kind, vv }) => kind === "note" && Object.entries(vv).some(([name, count]) => count > from && own.includes(labelOf(name))))
    .sort((a, b) => a.mtime - b.mtime)
    .map(({ id }) => id);
}

function unpackedOf({ library }: CycleDeps, noteIds: readonly string[]): Step<readonly KeptVersion[]> {
  const { index } = library;
  return library.transact(
    { versionsOf: noteIds },
    ({ versionsOf }) => {
      const versions = noteIds.flatMap((id) => versionsOf.get(id) ?? []);
      const isPacked = packedVersions(index);
      const isNew = (version: KeptVersion): boolean => !isPacked(version) && mayBePacked(version, index.entities.get(version.noteId));
      return { writes: {}, answer: versions.filter(isNew) };
    },
    "sync",
  );
}

/** Reads packs of this device whose content it does not know: the response to their upload was lost. */
async function readOwn(deps: CycleDeps): Step {
  for (const pack of ownPacks(deps.library.index)) {
    if (pack.held !== undefined || pack.isUnreadable === true) continue;
    const read = await readHistoryPack(deps, pack);
    if (!read.ok) return read;
  }
  return ok(undefined);
}

/** Newest first. */
function ownPacks({ packs, meta }: SyncIndex): readonly KnownPack[] {
  const own = [meta.deviceId, ...meta.formerIds];
  return historyPacks(packs)
    .filter(({ packId }) => own.includes(readHistoryPackId(packId)?.device ?? ""))
    .sort((a, b) => b.writtenAt - a.writtenAt || (a.packId < b.packId ? 1 : -1));
}

type Content = Pick<Unpacked, "versions" | "opaque">;

/** Returns false if the drive did not take the pack; nothing has changed then. */
async function writePack(deps: CycleDeps, versions: readonly KeptVersion[]): Step<boolean> {
  const all = new Map(versions.map((version) => [`${version.noteId} ${markOf(version)}`, version]));
  const joined: KnownPack[] = [];
  const opaque = new Map<string, OpaqueRecord>();
  for (const pack of smallBeside(deps, versions.length)) {
    const read = await readHistoryPack(deps, pack);
    if (!read.ok) return read;
    if (read.value === undefined) continue;
    joined.push(pack);
    for (const record of read.value.opaque) opaque.set(JSON.stringify(record), record);
    for (const version of read.value.versions) all.set(`${version.noteId} ${markOf(version)}`, version);
  }
  const written = await writeContent(deps, { versions: [...all.values()], opaque: [...opaque.values()] });
  if (!written.ok || !written.value) return written;
  const erased = await erasePacks(deps, joined);
  return erased.ok ? ok(true) : erased;
}

function smallBeside(deps: CycleDeps, count: number): readonly KnownPack[] {
  const { growth, fullBytes } = limitsOf(deps);
  const small: KnownPack[] = [];
  let below = count;
  for (const pack of ownPacks(deps.library.index)) {
    if (heldIn(pack) === undefined) continue;
    if (pack.sizeBytes >= fullBytes || countHeld(pack) >= growth * below) break;
    small.push(pack);
    below += countHeld(pack);
  }
  return small;
}

/** Returns true as well if nothing is left that may be in a pack. */
export function writeContent(deps: CycleDeps, content: Content): Step<boolean> {
  const { entities } = deps.library.index;
  const versions = content.versions.filter((version) => mayBePacked(version, entities.get(version.noteId)));
  const opaque = content.opaque.filter((record) => mayBePackedUnread(record, entities.get(record.noteId ?? "")));
  return versions.length + opaque.length === 0 ? Promise.resolve(ok(true)) : writeAllowed(deps, { versions, opaque });
}

async function writeAllowed(deps: CycleDeps, content: Content): Step<boolean> {
  const { versions, opaque } = content;
  if (versions.length > 1 && textChars(versions) > limitsOf(deps).splitChars) return writeHalves(deps, content);
  const packId = historyPackId(nameOf(deps, versions), deps.ids.random(HISTORY_PACK_CHARS));
  const records = opaque.map(({ record }) => record);
  const sealed = await deps.packs?.sealPack(packId, toPackItems(versions), records);
  if (sealed?.ok === false && sealed.problem === "too-large") return writeHalves(deps, content);
  if (sealed === undefined) return ok(false);
  if (!sealed.ok) return failed({ kind: "vault-locked" });
  const fileId = await reserveFileId(deps);
  if (!fileId.ok) return fileId;
  const made = await deps.remote.createPack(fileId.value, packId, sealed.value);
  if (!made.ok) return STOPS_CYCLE.has(made.problem.kind) ? made : ok(false);
  const { sizeBytes, modifiedTime, md5 } = made.value;
  // If the drive stored other bytes than were sent, the pack is read before it counts.
  if (md5 !== undefined && md5 !== deps.codec.md5(sealed.value)) return ok(false);
  const pack = { fileId: made.value.fileId, packId, sizeBytes, writtenAt: modifiedTime, held: toHeld(versions, opaque) };
  const kept = await commit(deps, { packs: [md5 === undefined ? pack : { ...pack, md5 }] });
  return kept.ok ? ok(true) : kept;
}

function nameOf({ library, clock }: CycleDeps, versions: readonly KeptVersion[]): HistoryPackName {
  const times = versions.length === 0 ? [clock.now()] : versions.map(({ note }) => note.mtime);
  return { device: library.index.meta.deviceId, fromMs: times.reduce(least), toMs: times.reduce(most) };
}

/** A single version that is too long for any pack stays on the devices that have it; records that are too long stay in their former pack. */
async function writeHalves(deps: CycleDeps, { versions, opaque }: Content): Step<boolean> {
  if (versions.length < 2) return ok(opaque.length === 0);
  const middle = Math.ceil(versions.length / 2);
  const written = await writeContent(deps, { versions: versions.slice(0, middle), opaque: [] });
  return written.ok && written.value ? writeContent(deps, { versions: versions.slice(middle), opaque }) : written;
}

/** Removes own packs whose versions are all in newer ones: a process died before it removed them. */
function removeCovered(deps: CycleDeps): Step {
  const own = ownPacks(deps.library.index);
  const covered = own.filter((pack, at) => {
    const newer = new Set(own.slice(0, at).flatMap(marksIn));
    return heldIn(pack) !== undefined && marksIn(pack).every((mark) => newer.has(mark));
  });
  return erasePacks(deps, covered);
}

function marksIn(pack: KnownPack): readonly string[] {
  return (heldIn(pack) ?? []).flatMap(({ id, marks }) => marks.map((mark) => `${id} ${mark}`));
}

const least = (a: number, b: number): number => Math.min(a, b);
const most = (a: number, b: number): number => Math.max(a, b);

function limitsOf({ historyLimits }: Pick<CycleDeps, "historyLimits">) {
  return historyLimits?.packs ?? HISTORY_PACKS;
}
