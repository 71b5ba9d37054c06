/** Takes files from packs before they are fetched one by one. An entry represents a file only with the same version and bytes. sync.md §8. */

import { entryKey, type KnownPack, keyOfFile, newestFirst, toEntry } from "../../model/drive/pack.ts";
import { notePacks } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { NOTE, PACKS, SYNC } from "../../model/limits/limits.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import { type Fetched, keepFetched } from "../apply/keep-fetched.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import type { OpenedPack, PackProblem } from "../context/pack-reader-service.ts";

/**
 * `while-listing`: reads enough for a first screen, and then as long as half a page of files is missing; files that the newest packs lack may be in
 * none. The next pack is then requested ahead, since more pages follow. `listed`: reads everything that is cheaper to read from packs.
 * `unwritten`: files of a list that are not on the disk yet; their contents from packs are written with them.
 */
export async function fetchFromPacks(deps: CycleDeps, when: "while-listing" | "listed", unwritten: readonly RemoteFile[] = []): Step {
  const { packReader } = deps;
  if (packReader === undefined) return ok(undefined);
  const packs = newestFirst(notePacks(deps.library.index.packs).filter((pack) => pack.isUnreadable !== true));
  let missing = missingFiles(deps, unwritten);
  for (const [at, pack] of packs.entries()) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    if (isEnough(deps, when, missing.size)) return ok(undefined);
    if (!isWorthReading(deps, pack, missing)) continue;
    const opened = await readPack(deps, pack);
    if (!opened.ok) return opened;
    const fetched = pickFetched(deps, opened.value, missing);
    const next = packs[at + 1];
    if (next !== undefined && (when === "while-listing" || fetched.length < missing.size)) void packReader.read(next);
    const kept = await keepAll(deps, fetched);
    if (!kept.ok) return kept;
    missing = missingFiles(deps, unwritten);
  }
  return ok(undefined);
}

/** Reads a pack. A pack that was never read here is read even if nothing is missing, because its entries are known only then. */
export async function readPack(deps: CycleDeps, pack: KnownPack): Step<OpenedPack> {
  if (deps.packReader === undefined) return ok(NOTHING);
  const opened = await deps.packReader.read(pack);
  if (!opened.ok) return passOver(deps, pack, opened.problem);
  if (pack.entries !== undefined) return opened;
  const kept = await keep(deps, { packs: [{ ...pack, entries: [...opened.value.values()].map(toEntry) }] });
  return kept.ok ? opened : kept;
}

/** A pack that is gone or does not open only costs requests. */
function passOver(deps: CycleDeps, pack: KnownPack, problem: PackProblem): Step<OpenedPack> {
  if (problem.kind === "unopened") return keep(deps, { packs: [{ ...pack, isUnreadable: true }] });
  if (problem.kind === "not-found") return keep(deps, { forgetPacks: [pack.fileId] });
  if (problem.kind === "locked") return Promise.resolve(failed({ kind: "vault-locked" }));
  return Promise.resolve(STOPS_CYCLE.has(problem.kind) ? failed(problem) : ok(NOTHING));
}

function isEnough({ library }: CycleDeps, when: "while-listing" | "listed", missingCount: number): boolean {
  if (missingCount === 0 || when === "listed") return missingCount === 0;
  return library.index.entities.size >= NOTE.pageSize && missingCount < SYNC.listPageSize / 2;
}

function pickFetched({ library: { index } }: CycleDeps, opened: OpenedPack, missing: ReadonlyMap<string, RemoteFile>): readonly Fetched[] {
  return [...missing].flatMap(([key, file]): readonly Fetched[] => {
    const item = opened.get(key);
    const isUnwritten = index.file(file.fileId) === undefined;
    return item === undefined ? [] : [{ kind: "opened", file, entity: item.entity, md5: item.md5, isUnwritten }];
  });
}

const NOTHING: OpenedPack = new Map();

async function keepAll(deps: CycleDeps, fetched: readonly Fetched[]): Step {
  for (let from = 0; from < fetched.length; from += ITEMS_PER_COMMIT) {
    const kept = await keepFetched(deps, fetched.slice(from, from + ITEMS_PER_COMMIT));
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

const ITEMS_PER_COMMIT = 500;

function missingFiles({ library: { index } }: CycleDeps, unwritten: readonly RemoteFile[]): ReadonlyMap<string, RemoteFile> {
  const pending = [...index.pendingFetch].flatMap((fileId) => index.file(fileId) ?? []).filter(({ packedIn }) => packedIn === undefined);
  const files = [...pending, ...unwritten.filter(({ fileId }) => index.file(fileId) === undefined)];
  return new Map(files.flatMap((file) => (keyOfFile(file) === undefined ? [] : [[keyOfFile(file) as string, file] as const])));
}

/** Reading a few files one by one is faster than reading a pack; the smaller the pack, the fewer. */
function isWorthReading({ packReader, packLimits = PACKS }: CycleDeps, pack: KnownPack, missing: ReadonlyMap<string, RemoteFile>): boolean {
  if (packReader?.isAtHand(pack) === true) return true;
  const needed = Math.min(packLimits.useFromMissing, LEAST_MISSING + Math.floor(pack.sizeBytes / packLimits.bytesPerRequest));
  if (pack.entries === undefined) return missing.size >= needed;
  const ids = new Set([...missing.values()].map(({ id }) => id));
  const held = pack.entries.filter((entry) => ids.has(entry.id) && missing.has(entryKey(entry))).length;
  return held * KNOWN_WEIGHT >= needed;
}

/** For fewer files even the smallest pack saves nothing. */
const LEAST_MISSING = 2;
/** The contents of a pack that was read before are known: fewer files make it worth a request. */
const KNOWN_WEIGHT = 4;

function keep(
  { library }: CycleDeps,
  writes: { readonly packs?: readonly KnownPack[]; readonly forgetPacks?: readonly string[] },
): Step<OpenedPack> {
  return library.transact({}, () => ({ writes, answer: NOTHING }), "sync");
}
