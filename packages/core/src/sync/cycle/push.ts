/** Writes only files that this device created; a note whose file is another device's gets a second one. sync.md §4.2. */

import { AMBIGUOUS_KINDS } from "@satchel/contract/drives/drive-problem.ts";
import { ownFile } from "../../library/index/derive.ts";
import { observeAmong, observeOwnWrite } from "../../library/index/observe.ts";
import { dueAgainInMs, isHeldBack } from "../../library/index/refusal.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import { type BaseKey, staleBases, toBase } from "../../merge/bases.ts";
import type { FolderRole, RemoteFile } from "../../model/drive/remote-file.ts";
import { type Entity, isAlive, isPurged, isSealed, type LightEntity } from "../../model/entities/entity.ts";
import type { LogEntry } from "../../model/entities/log-entry.ts";
import { isContained, vectorKey } from "../../model/entities/version-vector.ts";
import { PACKS, SYNC } from "../../model/limits/limits.ts";
import { type RemoteProblem, STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { FileWrite, ObservedFile } from "../../ports/remote/remote-store.ts";
import type { SealProblem } from "../../ports/sealing/codec.ts";
import type { CycleDeps, CycleProblem, Step } from "../context/cycle-types.ts";
import { commit, reserveFileId } from "../context/cycle-writes.ts";
import { embedHistory } from "../history/embed-history.ts";
import { packAhead, type SealedAhead } from "../packs/write-packs.ts";
import { pushPrimary } from "../packs/write-primary-packs.ts";

export async function pushAll(deps: CycleDeps): Step<number> {
  const packed = isFull(deps) ? ok(new Set<string>()) : await pushPacked(deps);
  if (!packed.ok) return packed;
  const ids = inPushOrder(deps).filter((id) => !packed.value.has(id));
  if (isFull(deps)) return holdBack(deps, ids);
  let done = 0;
  let unclearInARow = 0;
  let probes = 0;
  let ahead: ReadonlyMap<string, SealedAhead> = new Map();
  const starts = startsOfPacks(deps, ids);
  for (const [at, id] of ids.entries()) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const end = starts.get(at);
    if (end !== undefined) {
      const sealed = await packAhead(deps, ids.slice(at, end));
      if (!sealed.ok) return sealed;
      ahead = sealed.value;
    }
    const entity = deps.library.index.entities.get(id);
    // The push before may have found a file of this entity under its own file id, which is read first. §4.5.
    if (entity === undefined || !isReady(deps, id) || deps.library.index.awaitsCopy(entity)) continue;
    const wasHeldBack = isHeldBack(deps.library.index.attempts.get(id));
    if (wasHeldBack && probes >= SYNC.refusedProbes) continue;
    const pushed = await pushOne(deps, entity, ahead.get(id));
    if (!pushed.ok) return pushed;
    if (isFull(deps)) return holdBack(deps, ids);
    const attempt = deps.library.index.attempts.get(id);
    // If one is taken, the rest may be taken too.
    if (wasHeldBack) probes = attempt === undefined ? Number.NEGATIVE_INFINITY : probes + 1;
    unclearInARow = attempt?.unclear === true ? unclearInARow + 1 : 0;
    // A drive that answers nothing clear three times in a row is down; the rest waits instead of being tried one by one.
    if (unclearInARow >= SYNC.unclearBeforePause) return failed({ kind: "answer-lost" });
    done += 1;
    deps.onProgress?.(done, ids.length);
  }
  return ok(done);
}

function isFull({ space }: CycleDeps): boolean {
  return space.fits === "nothing";
}

/** Marks what a full drive was not asked for, without a request. It comes before the refused records in the next cycle. */
async function holdBack(deps: CycleDeps, ids: readonly string[]): Step<number> {
  const { attempts, pendingPush } = deps.library.index;
  const unasked = ids.filter((id) => pendingPush.has(id) && !attempts.has(id));
  if (unasked.length === 0) return ok(0);
  const held = unasked.map((id) => ({ id, count: 0, problem: "storage-full" as const, atMs: 0, parked: false, unclear: false }));
  const kept = await commit(deps, { attempts: held });
  return kept.ok ? ok(0) : kept;
}

/** Notes that an import adds while packs are uploaded go into packs as well: one by one they would take as long as all the others. */
async function pushPacked(deps: CycleDeps): Step<ReadonlySet<string>> {
  const seen = new Set<string>();
  const unclear = new Set<string>();
  for (let ids = inPushOrder(deps); ids.length > 0; ids = inPushOrder(deps).filter((id) => !seen.has(id))) {
    const packed = await pushPrimary(deps, ids);
    if (!packed.ok) return packed;
    for (const id of packed.value) unclear.add(id);
    for (const id of ids) seen.add(id);
  }
  return ok(unclear);
}

/** Where much waits: at which places a pack is written of what is sent from there on, and up to which place. sync.md §8. */
function startsOfPacks({ library, packs, packLimits = PACKS }: CycleDeps, ids: readonly string[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  if (packs === undefined || ids.length <= packLimits.aheadFrom) return starts;
  let [start, chars] = [0, 0];
  for (const [at, id] of ids.entries()) {
    const entity = library.index.entities.get(id);
    const more = entity?.kind === "note" ? entity.contentChars : 0;
    if (at > start && (at - start >= packLimits.maxEntries || chars + more > packLimits.maxChars)) [start, chars] = [at, 0];
    chars += more;
    starts.set(start, at + 1);
  }
  return starts;
}

/** Copies go before the note that dropped their text, and where one cannot be sent the note stays; then folders; then notes, newest first. */
function inPushOrder(deps: CycleDeps): readonly string[] {
  const { index } = deps.library;
  const entities = [...index.pendingPush].flatMap((id) => index.entities.get(id) ?? []);
  return entities
    .filter(({ id }) => isReady(deps, id))
    .sort((a, b) => triedAt(index, a) - triedAt(index, b) || rank(a) - rank(b) || b.mtime - a.mtime || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Entities that were refused come after the others, and the one that was tried longest ago comes first: each has its turn. */
function triedAt(index: SyncIndex, { id }: LightEntity): number {
  const attempt = index.attempts.get(id);
  return attempt !== undefined && isHeldBack(attempt) ? attempt.atMs : 0;
}

function isReady({ library: { index }, clock, isAwaited }: CycleDeps, id: string): boolean {
  const attempt = index.attempts.get(id);
  const entity = index.entities.get(id);
  if (entity !== undefined && isAwaited?.(entity) === true) return false;
  const isDue = attempt?.parked !== true || dueAgainInMs(attempt, clock.now()) === 0;
  return isDue && index.toFetch(id).length === 0;
}

function rank(entity: LightEntity): number {
  if (entity.kind === "folder") return 1;
  return entity.after === undefined ? 2 : 0;
}

async function pushOne(deps: CycleDeps, { id, vv }: LightEntity, ahead: SealedAhead | undefined): Step {
  const { library, codec } = deps;
  const read = await library.store.readEntities([id]);
  if (!read.ok) return read;
  const entity = read.value.get(id);
  // An edit of this very moment is looked at in the next round, with the copy that it may have made.
  if (entity === undefined || !isContained(entity.vv, vv)) return ok(undefined);
  const isAhead = ahead !== undefined && ahead.vvKey === vectorKey(entity.vv);
  const sealed = isAhead ? ok(ahead.body) : await codec.seal(await embedHistory(deps, entity));
  if (!sealed.ok) return sealed.problem === "locked" ? failed({ kind: "vault-locked" }) : parked(deps, id, sealed.problem);
  const { index } = library;
  const write = toFileWrite(entity, index.writer.name, { body: sealed.value, md5: isAhead ? ahead.md5 : codec.md5(sealed.value) });
  const mine = ownFile(index.filesOf(id), index.writer, { isForSealed: mayNotCover(entity) });
  return mine === undefined ? createFile(deps, entity, write) : updateFile(deps, entity, { write, mine });
}

/** True if the entity needs a new file: an unencrypted text that it replaced would stay among the revisions of the old one. */
function mayNotCover(entity: Entity): boolean {
  return isSealed(entity) || (entity.kind === "note" && entity.isEncrypted && isPurged(entity));
}

/** Marks the file as tainted before the request. If no response comes, it stays tainted and is never overwritten again. */
async function updateFile(
  deps: CycleDeps,
  entity: Entity,
  { write, mine }: { readonly write: FileWrite; readonly mine: RemoteFile },
): Step {
  const tainted = await commit(deps, { taint: [mine.fileId], bases: [toBase(entity)] });
  if (!tainted.ok) return tainted;
  // The machine may have slept since, and a copy of this process may write to the file.
  if (deps.library.index.writer.name !== write.owner) return ok(undefined);
  const answer = await deps.remote.update(mine.fileId, write, mine.role === write.role ? undefined : mine.role);
  if (answer.ok) return keepWritten(deps, entity, { write, answered: answer.value, more: { untaint: [mine.fileId] } });
  if (AMBIGUOUS_KINDS.has(answer.problem.kind)) return refused(deps, entity.id, { problem: answer.problem, writes: {} });
  const gone = answer.problem.kind === "not-found" ? { forgetRemote: [mine.fileId] } : {};
  return refused(deps, entity.id, { problem: answer.problem, writes: { untaint: [mine.fileId], ...gone } });
}

async function createFile(deps: CycleDeps, entity: Entity, write: FileWrite): Step {
  const reserved = await reserveId(deps, entity);
  if (!reserved.ok) return reserved;
  const answer = await deps.remote.create(reserved.value, write);
  if (answer.ok) return keepWritten(deps, entity, { write, answered: answer.value, more: { forgetCreating: [entity.id] } });
  if (answer.problem.kind === "id-in-use") return findEarlierAttempt(deps, entity, reserved.value);
  return refused(deps, entity.id, { problem: answer.problem, writes: {} });
}

/** An earlier attempt landed although its answer was lost: what it holds is read from the drive, and the next round overwrites it. */
async function findEarlierAttempt(deps: CycleDeps, entity: Entity, fileId: string): Step {
  const answer = await deps.remote.metadata(fileId);
  if (answer.ok) return keepObserved(deps, entity.id, answer.value);
  if (answer.problem.kind === "not-found") return commit(deps, { forgetCreating: [entity.id] });
  return refused(deps, entity.id, { problem: answer.problem, writes: {} });
}

/** Records the entity as sent before the request, because it is unknown how far a request gets. */
async function reserveId(deps: CycleDeps, entity: Entity): Step<string> {
  const bases = [toBase(entity)];
  const known = deps.library.index.creating.get(entity.id);
  if (known === undefined) return reserveFileId(deps, (fileId) => ({ creating: [{ id: entity.id, fileId }], bases }));
  const kept = await commit(deps, { bases });
  return kept.ok ? ok(known) : kept;
}

function keepWritten(
  deps: CycleDeps,
  entity: Entity,
  { write, answered, more }: { readonly write: FileWrite; readonly answered: ObservedFile; readonly more: Writes },
): Step {
  const sent = { md5: write.md5, vv: write.vv, sealed: isSealed(entity) };
  return deps.library.transact(
    { entities: [entity.id], remoteOf: [entity.id], basesOf: [entity.id] },
    (seen) => {
      const known = seen.remoteOf.get(entity.id)?.find((file) => file.fileId === answered.fileId);
      const row = observeOwnWrite(answered, known, sent);
      const writes: Writes = {
        ...more,
        remote: row === undefined ? [] : [row],
        forgetBases: [...staleBases(seen.basesOf.get(entity.id) ?? []), ...exposedBases(entity.id, seen)],
        forgetAttempts: [entity.id],
        log: [logSent(deps, entity)],
      };
      // Bytes other than ours under our own file: a write we no longer remember is still under way.
      const isForeign = answered.md5 !== undefined && answered.md5 !== sent.md5;
      return { writes: isForeign ? { ...writes, taint: [answered.fileId], untaint: [] } : writes, answer: undefined };
    },
    "sync",
  );
}

/** Returns unencrypted bases of a note that may have moved into the Sensitive folder while it was sent; they must not stay beside it. */
function exposedBases(id: string, { entities, basesOf }: Seen): readonly BaseKey[] {
  const note = entities.get(id);
  if (note === undefined || !isSealed(note)) return [];
  return (basesOf.get(id) ?? []).filter(({ entity }) => !isSealed(entity)).map(({ vvKey }) => ({ id, vvKey }));
}

/** A copy of this database, or this one before it was set back, may have used the reserved id. It may have used the rest of the pool too. */
function keepObserved(deps: CycleDeps, id: string, file: ObservedFile): Step {
  const holds = file.properties?.id ?? id;
  const isAnothers = file.properties?.owner !== deps.library.index.writer.name;
  return deps.library.transact(
    { remoteOf: [holds] },
    (seen) => ({
      writes: {
        remote: observeAmong(file, seen.remoteOf.get(holds)),
        forgetCreating: [id],
        ...(isAnothers ? { meta: { idPool: [] } } : {}),
      },
      answer: undefined,
    }),
    "sync",
  );
}

/** The text stays as it is whatever the drive says; only the note's state shows that it could not be sent. */
async function refused(
  deps: CycleDeps,
  id: string,
  { problem, writes }: { readonly problem: RemoteProblem; readonly writes: Writes },
): Step {
  const before = deps.library.index.attempts.get(id);
  const count = (before?.count ?? 0) + 1;
  const parked = problem.kind === "rejected" && problem.status < 500;
  const attempt = { id, count, problem: problem.kind, atMs: deps.clock.now(), parked, unclear: AMBIGUOUS_KINDS.has(problem.kind) };
  const log = before?.problem === problem.kind ? [] : logFailure(deps, id, problem);
  const kept = await commit(deps, { ...writes, attempts: [attempt], log });
  if (!kept.ok) return kept;
  if (problem.kind === "storage-full") deps.space.fits = "nothing";
  return STOPS_CYCLE.has(problem.kind) ? failed<CycleProblem>(problem) : ok(undefined);
}

/** Parks an entity that cannot be sealed, without stopping the others. It is tried again like entities that the drive refused. */
async function parked(deps: CycleDeps, id: string, problem: Exclude<SealProblem, "locked">): Step {
  const before = deps.library.index.attempts.get(id);
  const attempt = { id, count: (before?.count ?? 0) + 1, problem, atMs: deps.clock.now(), parked: true, unclear: false };
  const log = before?.problem === problem ? [] : logFailure(deps, id, { kind: "rejected", status: 413, reason: problem });
  return commit(deps, { attempts: [attempt], log });
}

function logSent({ library, clock }: CycleDeps, entity: Entity): LogEntry {
  const kind = isAlive(entity) ? "uploaded" : "deleted";
  return { kind, atMs: clock.now(), id: entity.id, entity: entity.kind, device: library.index.meta.deviceId };
}

/** Reported once, however often it is tried again. */
function logFailure({ library, clock }: CycleDeps, id: string, problem: RemoteProblem): readonly LogEntry[] {
  const entity = library.index.entities.get(id);
  return entity === undefined ? [] : [{ kind: "failed", atMs: clock.now(), id, entity: entity.kind, problem: problem.kind }];
}

function toFileWrite(entity: Entity, owner: string, sealed: Pick<FileWrite, "body" | "md5">): FileWrite {
  return { id: entity.id, kind: entity.kind, owner, vv: entity.vv, role: roleOf(entity), ...sealed };
}

function roleOf(entity: Entity): FolderRole {
  if (!isAlive(entity)) return "soft-delete";
  return entity.kind === "folder" ? "folders" : "notes";
}
