/** Downloading what this device lacks and taking it in: the bytes' own vector outranks the properties. sync.md §5 step 3. */

import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import { type Fetched, keepFetched } from "../apply/keep-fetched.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { fetchFromPacks } from "../packs/fetch-from-packs.ts";
import { createPrimaryReader, fetchPacked, pendingRows, readPrimaryPacks } from "../packs/read-primary-packs.ts";
import { countJoinedKeys } from "../queue/retry-service.ts";
import { asUnreadable } from "../unsealed-files/unsealed-file.ts";

export async function fetchNew(deps: CycleDeps): Step<number> {
  const read = createPrimaryReader(deps);
  const primary = await readPrimaryPacks(deps, read);
  if (!primary.ok) return primary;
  const packed = await fetchFromPacks(deps, "listed");
  if (!packed.ok) return packed;
  const fetched = await fetchFiles(deps);
  if (!fetched.ok) return fetched;
  // These records come beside files that were just fetched, or were read before and blocked until now.
  const rows = pendingRows(deps);
  const taken = await fetchPacked(deps, read, rows);
  return taken.ok ? ok(fetched.value + rows.length) : taken;
}

async function fetchFiles(deps: CycleDeps): Step<number> {
  const { index } = deps.library;
  const files = [...index.pendingFetch].flatMap((fileId) => index.file(fileId) ?? []);
  const wanted = newestFirst(
    files.filter(({ packedIn }) => packedIn === undefined),
    deps,
  );
  let done = 0;
  for (let from = 0; from < wanted.length; from += SYNC.fetchBatch) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const batch = wanted.slice(from, from + SYNC.fetchBatch);
    const fetched = await fetchBatch(deps, batch);
    if (!fetched.ok) return fetched;
    const kept = await keepFetched(deps, fetched.value);
    if (!kept.ok) return kept;
    if (fetched.value.every(({ kind }) => kind === "later")) return failed({ kind: "answer-lost" });
    done += batch.length;
    deps.onProgress?.(done, wanted.length);
  }
  return ok(done);
}

/** The user's notes first, folders before notes, and last what is in the trash, which the version in its place usually contains. */
function newestFirst(files: readonly RemoteFile[], { library }: CycleDeps): readonly RemoteFile[] {
  const rank = (file: RemoteFile): number =>
    file.kind === "folder" ? Number.MAX_SAFE_INTEGER : (library.index.entities.get(file.id)?.mtime ?? file.modifiedTime ?? 0);
  return [...files].sort((a, b) => Number(a.trashed) - Number(b.trashed) || rank(b) - rank(a));
}

async function fetchBatch(deps: CycleDeps, batch: readonly RemoteFile[]): Step<readonly Fetched[]> {
  const results: Fetched[] = [];
  const queue = [...batch];
  let stopping: Awaited<ReturnType<typeof fetchOne>> | undefined;
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined && stopping === undefined; file = queue.shift()) {
      const fetched = await fetchOne(deps, file);
      if (fetched.ok) results.push(fetched.value);
      else stopping = fetched;
    }
  };
  await Promise.all(Array.from({ length: SYNC.fetchParallel }, work));
  return stopping !== undefined && !stopping.ok ? stopping : ok(results);
}

async function fetchOne({ remote, codec, library }: CycleDeps, file: RemoteFile): Step<Fetched> {
  const answer = await remote.download(file.fileId);
  if (!answer.ok) {
    if (answer.problem.kind === "not-found") return ok({ kind: "gone", file });
    return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok({ kind: "later", file });
  }
  const md5 = codec.md5(answer.value);
  const joinedKeys = countJoinedKeys(library.index);
  const opened = await codec.open(file.kind, file.id, answer.value);
  if (opened.ok) return ok({ kind: "opened", file, entity: opened.value, md5 });
  if (opened.problem === "locked") return failed({ kind: "vault-locked" });
  const json = codec.readJson(answer.value);
  return ok({ kind: "unreadable", file: asUnreadable(file, { md5, reason: opened.problem, json }), joinedKeys });
}
