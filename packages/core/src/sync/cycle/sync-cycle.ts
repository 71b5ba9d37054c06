/** One cycle: target, pull, fetch, folders, push, collect, until nothing is left or five rounds are over. sync.md §5. */
import { normalizeFolders } from "../../library/folders/folder-commands-service.ts";
import { hasUnreadPrimary } from "../../model/drive/primary-pack.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import type { RemoteTarget } from "../../ports/remote/remote-store.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import { compareApproved, joinAll } from "../../vault/approval/approved-versions.ts";
import { collectAttachments } from "../attachments/collection-service.ts";
import type { CycleDeps, CycleMeans, CycleProblem, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";
import { createPackReader } from "../context/pack-reader-service.ts";
import { maintainHistoryPacks } from "../history/history-packs.ts";
import { maintainPrimaryPacks } from "../packs/maintain-primary-packs.ts";
import { maintainPacks } from "../packs/write-packs.ts";
import { retryNames } from "../queue/retry-service.ts";
import { collectSuperseded, filesToTrash } from "./collect.ts";
import { clearTrash, eraseExposed } from "./erase.ts";
import { fetchNew } from "./fetch.ts";
import { askStartCursor, pull } from "./pull.ts";
import { pushAll } from "./push.ts";
import { adoptRemovals, resolveRemovals } from "./removals.ts";
import { switchTarget } from "./switch-target.ts";
import { recordWentBack } from "./went-back.ts";

export async function runCycle(means: CycleMeans): Promise<Result<void, CycleProblem>> {
  const { remote, packs } = means;
  const packReader = packs && createPackReader({ remote, codec: packs });
  const deps: CycleDeps = { ...means, packReader, held: new Map(), space: { fits: "packs" } };
  const { openNames } = deps.codec;
  const named = openNames === undefined ? ok(0) : await retryNames(deps.library, { openNames });
  if (!named.ok) return named;
  const caughtUp = await catchUp(deps);
  if (!caughtUp.ok) return caughtUp;
  const startCursor = askStartCursor(deps);
  const targeted = await checkTarget(deps);
  if (!targeted.ok) return targeted;
  const pulled = await pull(deps, startCursor);
  if (!pulled.ok) return pulled;
  for (let round = 0; round < SYNC.maxRounds; round += 1) {
    const worked = await runRound(deps);
    if (!worked.ok) return worked;
    if (worked.value === 0) break;
  }
  const finished = await finish(deps);
  if (!finished.ok) return finished;
  compareWithApproved(deps);
  const collected = await collectAttachments(deps);
  if (!collected.ok || deps.library.index.pendingFetch.size > 0) return collected;
  const erased = deps.library.index.pendingPush.size === 0 ? await eraseExposed(deps) : ok(undefined);
  // Entities that the drive refuses may wait for long; packs hold only what is in the drive.
  const primary = erased.ok ? await maintainPrimaryPacks(deps) : erased;
  const packed = primary.ok ? await maintainPacks(deps) : primary;
  const kept = packed.ok ? await maintainHistoryPacks(deps) : packed;
  return kept.ok && deps.library.index.pendingPush.size === 0 ? clearTrash(deps) : kept;
}

async function runRound(deps: CycleDeps): Step<number> {
  const retried = await retryBlocked(deps);
  if (!retried.ok) return retried;
  const fetched = await fetchNew(deps);
  if (!fetched.ok) return fetched;
  // Before anything is sent: what was just read may be in the trash by someone's hand, and would be sent again.
  const removed = await adoptRemovals(deps);
  if (!removed.ok) return removed;
  const recorded = await recordWentBack(deps);
  if (!recorded.ok) return recorded;
  const normalized = await normalizeFolders(deps.library, deps.clock, "sync");
  if (!normalized.ok) return normalized;
  const pushed = await pushAll(deps);
  if (!pushed.ok) return pushed;
  const collected = await collectSuperseded(deps);
  return collected.ok ? ok(isWorkLeft(deps) ? 1 : 0) : collected;
}

function isWorkLeft(deps: CycleDeps): boolean {
  const { isAwaited } = deps;
  const { index } = deps.library;
  const isReady = (id: string): boolean => {
    const entity = index.entities.get(id);
    return index.attempts.get(id) === undefined && entity !== undefined && !index.awaitsCopy(entity) && isAwaited?.(entity) !== true;
  };
  return index.pendingFetch.size > 0 || filesToTrash(deps).length > 0 || [...index.pendingPush].some(isReady);
}

/** Another tab may have written and died before it could notify this one: its counter on disk shows it. */
async function catchUp({ library }: CycleDeps): Step {
  const onDisk = await library.transact({}, ({ meta }) => ({ writes: {}, answer: meta.ctr }), "sync");
  if (!onDisk.ok) return onDisk;
  return onDisk.value > library.index.meta.ctr ? library.reload() : ok(undefined);
}

/** Another account or another app folder than last time stops everything before a single read is applied. */
async function checkTarget(deps: CycleDeps): Step {
  const { library, remote } = deps;
  const { target } = library.index.meta;
  const prepared = await remote.prepare(target);
  if (!prepared.ok) return prepared;
  const { movedFrom, ...found } = prepared.value;
  if (target !== undefined && movedFrom === target.targetId) return followMove(deps, found);
  if (target !== undefined && target.accountId !== found.accountId) return failed({ kind: "target-changed", what: "account" });
  if (target !== undefined && target.targetId !== found.targetId) return failed({ kind: "target-changed", what: "folder" });
  if (target !== undefined) return ok(undefined);
  return commit(deps, { meta: { target: found } });
}

/** The same library in another place: only file ids are forgotten. It may have gone on from there, so the new place is looked at like any other. */
async function followMove(deps: CycleDeps, to: RemoteTarget): Step {
  const followed = await switchTarget(deps.library, to);
  return followed.ok ? checkTarget(deps) : followed;
}

/** Complete: everything known was fetched and everything of ours is in the drive, or says for itself why not. */
function finish(deps: CycleDeps): Step {
  const { library, clock } = deps;
  const { index } = library;
  if (index.pendingFetch.size > 0 || hasUnreadPrimary(index.packs)) return Promise.resolve(ok(undefined));
  const meta = { lastCompleteAt: clock.now(), initialSyncCompleted: true };
  const isDue = !index.meta.initialSyncCompleted || clock.now() - (index.meta.lastCompleteAt ?? 0) > SYNC.completeWrittenEveryMs;
  if (!isDue) return Promise.resolve(ok(undefined));
  return commit(deps, { meta });
}

/** Counts only what this device has sent, opened or merged: the drive can write any version into the properties of a file. encryption.md 3.5 (6). */
function compareWithApproved({ library: { index }, preferences, clock, onMissingApproved }: CycleDeps): void {
  const approved = preferences?.read(LOCAL_KEYS.approvedSeen);
  if (approved === undefined || !index.meta.initialSyncCompleted) return;
  const opened = [...index.allFiles()].filter(({ trusted }) => trusted);
  const shown = joinAll([...opened, ...index.entities.values()]);
  const { missing, isOver } = compareApproved(approved, shown, clock.now());
  if (isOver) preferences?.write(LOCAL_KEYS.approvedSeen, undefined);
  onMissingApproved?.(missing);
}

/** Files that waited for the Sensitive folder are read again once it is unlocked, and wait again if it is locked before. sync.md §6.2. */
async function retryBlocked({ library, sealing }: CycleDeps): Step {
  const { index } = library;
  if (index.waiting.size === 0 || (await sealing?.unlockedSensitive()) === undefined) return ok(undefined);
  const fileIds = new Set(index.waiting);
  const ids = [...new Set([...fileIds].flatMap((fileId) => index.file(fileId)?.id ?? []))];
  return library.transact(
    { remoteOf: ids },
    ({ remoteOf }) => {
      const rows = [...remoteOf.values()].flat().filter(({ fileId }) => fileIds.has(fileId));
      return { writes: { remote: rows.map(({ waits: _blocked, ...row }) => row) }, answer: undefined };
    },
    "sync",
  );
}

/** The sync engine as one lazy module: rendering the workspace does not need it, and the first cycle loads it. */
export function createSyncEngine(codec: Codec) {
  return { runCycle: (means: Omit<CycleMeans, "codec">) => runCycle({ ...means, codec }), resolveRemovals };
}
