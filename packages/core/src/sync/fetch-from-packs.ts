/** Taking what packs hold before files are asked for one by one. An entry stands for a file only with the same version and bytes. sync.md §8. */
import { failed, ok } from "../result.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";
import { type Fetched, keepFetched } from "./keep-fetched.ts";
import { entryKey, type KnownPack, keyOfFile, newestFirst, type PackItem, toEntry } from "./pack.ts";
import type { RemoteFile } from "./remote-file.ts";
import { stopsCycle } from "./remote-problem.ts";

/** `newest`: only the last one written, for a first screen. */
export async function fetchFromPacks(deps: CycleDeps, which: "newest" | "all"): Step {
  if (deps.packs === undefined) return ok(undefined);
  const { index } = deps.library;
  const packs = newestFirst([...index.packs.values()].filter((pack) => pack.isUnreadable !== true));
  for (const pack of which === "newest" ? packs.slice(0, 1) : packs) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const missing = missingFiles(deps);
    if (missing.size === 0) return ok(undefined);
    if (!mayHold(pack, missing)) continue;
    const taken = await takePack(deps, pack, missing);
    if (!taken.ok) return taken;
  }
  return ok(undefined);
}

/** A pack that was not read here yet is read once, whether anything is missing or not: only then is it known what it covers. */
export async function readPack(deps: CycleDeps, pack: KnownPack): Step<readonly PackItem[]> {
  if (deps.packs === undefined) return ok([]);
  const answer = await deps.remote.download(pack.fileId);
  if (!answer.ok && answer.problem.kind === "not-found") return keep(deps, { forgetPacks: [pack.fileId] });
  if (!answer.ok) return stopsCycle(answer.problem) ? answer : ok([]);
  const opened = await deps.packs.openPack(pack.packId, answer.value);
  if (!opened.ok && opened.problem === "locked") return failed({ kind: "vault-locked" });
  if (!opened.ok) return keep(deps, { packs: [{ ...pack, isUnreadable: true }] });
  const kept = await keep(deps, { packs: [{ ...pack, entries: opened.value.map(toEntry) }] });
  return kept.ok ? ok(opened.value) : kept;
}

async function takePack(deps: CycleDeps, pack: KnownPack, missing: ReadonlyMap<string, RemoteFile>): Step {
  const items = await readPack(deps, pack);
  if (!items.ok) return items;
  const fetched = items.value.flatMap((item): readonly Fetched[] => {
    const file = missing.get(entryKey(toEntry(item)));
    return file === undefined ? [] : [{ kind: "opened", file, entity: item.entity, md5: item.md5 }];
  });
  for (let from = 0; from < fetched.length; from += ITEMS_PER_COMMIT) {
    const kept = await keepFetched(deps, fetched.slice(from, from + ITEMS_PER_COMMIT));
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

const ITEMS_PER_COMMIT = 500;

function missingFiles({ library: { index } }: CycleDeps): ReadonlyMap<string, RemoteFile> {
  const files = [...index.pendingFetch].flatMap((fileId) => index.file(fileId) ?? []);
  return new Map(files.flatMap((file) => (keyOfFile(file) === undefined ? [] : [[keyOfFile(file) as string, file] as const])));
}

function mayHold(pack: KnownPack, missing: ReadonlyMap<string, RemoteFile>): boolean {
  return pack.entries === undefined || pack.entries.some((entry) => missing.has(entryKey(entry)));
}

function keep(
  { library }: CycleDeps,
  writes: { readonly packs?: readonly KnownPack[]; readonly forgetPacks?: readonly string[] },
): Step<readonly PackItem[]> {
  return library.transact({}, () => ({ writes, answer: [] as readonly PackItem[] }), "sync");
}
