/**
 * Sends many notes that the drive has no file of as primary packs, each with one request. A pack is on record before its request: if the response is
 * lost, the drive is asked for the pack by its id before any of its notes is sent again. sync.md §8, decision 0037.
 */

import { AMBIGUOUS_KINDS } from "@satchel/contract/drives/drive-problem.ts";
import { toBase } from "../../merge/bases.ts";
import { entryKey, type KnownPack, type PackItem, packedChars, portion, toEntry } from "../../model/drive/pack.ts";
import { NO_FILE_MD5, PRIMARY_PACK_CHARS, primaryPackId, primaryPacks, toPackedRow } from "../../model/drive/primary-pack.ts";
import { type Entity, isAlive, isSealed } from "../../model/entities/entity.ts";
import type { LogEntry } from "../../model/entities/log-entry.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { type RemoteProblem, STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import type { Plan, Seen } from "../../ports/device/local-store.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit, reserveFileId } from "../context/cycle-writes.ts";
import { embedHistory } from "../history/embed-history.ts";

/** Sends packs. Returns the ids that must not be sent one by one now, because it is not known yet whether an earlier pack with them arrived. */
export async function pushPrimary(deps: CycleDeps, ids: readonly string[]): Step<ReadonlySet<string>> {
  const { primaryFrom } = deps.packLimits ?? PACKS;
  const eligible = deps.packs === undefined ? [] : ids.filter((id) => isEligible(deps, id));
  if (eligible.length <= primaryFrom) return ok(new Set());
  if (primaryPacks(deps.library.index.packs).some(({ isUnconfirmed }) => isUnconfirmed === true)) return ok(new Set(eligible));
  let done = 0;
  for (const part of inPortions(deps, eligible)) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const written = await writePrimary(deps, part);
    if (!written.ok) return written;
    if (written.value === "refused") break;
    done += part.length;
    deps.onProgress?.(done, ids.length);
  }
  return ok(new Set());
}

/** True if the drive has no file of the entity, and none may be on its way. */
function isEligible({ library: { index } }: CycleDeps, id: string): boolean {
  const entity = index.entities.get(id);
  if (entity === undefined || index.creating.has(id) || index.attempts.get(id)?.parked === true) return false;
  if (entity.kind === "note" && entity.after !== undefined) return false;
  return index.filesOf(id).every(({ packedIn }) => packedIn !== undefined) && !index.awaitsCopy(entity);
}

function inPortions({ library: { index }, packLimits }: CycleDeps, ids: readonly string[]): readonly (readonly string[])[] {
  const packables = ids.map((id) => {
    const entity = index.entities.get(id);
    return { id, vvKey: "", md5: "", contentChars: packedChars(entity) };
  });
  return portion(packables, packLimits).map((part) => part.map(({ id }) => id));
}

/** `refused`: the drive does not take the pack, and nothing has changed. */
export type Written = "written" | "refused";

export async function writePrimary(deps: CycleDeps, ids: readonly string[]): Step<Written> {
  const { library, clock, packs } = deps;
  const read = await itemsOf(deps, ids);
  if (!read.ok || packs === undefined || read.value.length === 0) return read.ok ? ok("written") : read;
  const { deviceId } = library.index.meta;
  const packId = primaryPackId({ device: deviceId, nowMs: clock.now(), known: library.index.packs }, deps.ids.random(PRIMARY_PACK_CHARS));
  const sealed = await packs.sealPack(packId, read.value);
  if (!sealed.ok && sealed.problem === "locked") return failed({ kind: "vault-locked" });
  // A note that cannot be sealed even alone is reported where it is sent by itself.
  if (!sealed.ok) return ids.length > 1 ? writeHalves(deps, ids) : ok("written");
  const items = await openable(deps, packId, { body: sealed.value, items: read.value });
  if (!items.ok || items.value.length === 0) return items.ok ? ok("refused") : items;
  return send(deps, { packId, body: sealed.value, items: items.value });
}

async function writeHalves(deps: CycleDeps, ids: readonly string[]): Step<Written> {
  const middle = Math.ceil(ids.length / 2);
  const written = await writePrimary(deps, ids.slice(0, middle));
  return written.ok && written.value === "written" ? writePrimary(deps, ids.slice(middle)) : written;
}

async function itemsOf(deps: CycleDeps, ids: readonly string[]): Step<readonly PackItem[]> {
  const stored = await deps.library.store.readEntities(ids);
  if (!stored.ok) return stored;
  const items: PackItem[] = [];
  for (const id of ids) {
    const entity = stored.value.get(id);
    if (entity !== undefined) items.push({ entity: await embedHistory(deps, entity), md5: NO_FILE_MD5 });
  }
  return ok(items);
}

type Sealed = { readonly body: Uint8Array; readonly items: readonly PackItem[] };

/** Returns the items that the sealed bytes open to again; only these count as sent, since the drive has no other copy of them. */
async function openable({ packs }: CycleDeps, packId: string, { body, items }: Sealed): Step<readonly PackItem[]> {
  const opened = await packs?.openPack(packId, body);
  if (opened?.ok === false && opened.problem === "locked") return failed({ kind: "vault-locked" });
  const found = new Set(opened?.ok === true ? opened.value.items.map((item) => entryKey(toEntry(item))) : []);
  return ok(items.filter((item) => found.has(entryKey(toEntry(item)))));
}

type Sending = Sealed & { readonly packId: string };

async function send(deps: CycleDeps, { packId, body, items }: Sending): Step<Written> {
  const fileId = await reserveFileId(deps);
  if (!fileId.ok) return fileId;
  const pack: KnownPack = {
    fileId: fileId.value,
    packId,
    sizeBytes: body.length,
    writtenAt: 0,
    md5: deps.codec.md5(body),
    isUnconfirmed: true,
  };
  const recorded = await recordIntent(deps, pack, items);
  if (!recorded.ok) return recorded;
  if (recorded.value.length > 0) return writePrimary(deps, without(items, recorded.value));
  const answer = await deps.remote.createPack(pack.fileId, packId, body);
  if (answer.ok && answer.value.md5 === pack.md5) {
    const { isUnconfirmed: _sent, ...sent } = pack;
    const kept = await keepSent(deps, { ...sent, writtenAt: answer.value.modifiedTime }, items);
    return kept.ok ? ok("written") : kept;
  }
  return answer.ok ? failed({ kind: "answer-lost" }) : refused(deps, pack, answer.problem);
}

/**
 * Records the items as sent before they are sent, as with a file. Returns the ids of notes that were moved into the Sensitive folder meanwhile and whose
 * texts are unencrypted in this pack. Nothing is recorded then, and the other items are sealed again without them.
 */
function recordIntent(deps: CycleDeps, pack: KnownPack, items: readonly PackItem[]): Step<readonly string[]> {
  const plan = ({ entities }: Seen): Plan<readonly string[]> => {
    const exposed = items.filter(({ entity }) => !isSealed(entity) && isSensitive(entities.get(entity.id))).map(({ entity }) => entity.id);
    if (exposed.length > 0) return { writes: {}, answer: exposed };
    return { writes: { packs: [pack], bases: items.map((item) => toBase(asStored(item, entities.get(item.entity.id)))) }, answer: [] };
  };
  return deps.library.transact({ entities: items.map(({ entity }) => entity.id) }, plan, "sync");
}

function without(items: readonly PackItem[], ids: readonly string[]): readonly string[] {
  return items.map(({ entity }) => entity.id).filter((id) => !ids.includes(id));
}

function isSensitive(entity: Entity | undefined): boolean {
  return entity?.kind === "note" && entity.isEncrypted;
}

/** Returns the entity without the history that it is sent with. */
function asStored({ entity }: PackItem, stored: Entity | undefined): Entity {
  if (stored !== undefined && vectorKey(stored.vv) === vectorKey(entity.vv)) return stored;
  const { history: _history, ...bare } = entity as Entity & { readonly history?: unknown };
  return bare as Entity;
}

function keepSent(deps: CycleDeps, pack: KnownPack, items: readonly PackItem[]): Step {
  return commit(deps, {
    packs: [{ ...pack, entries: items.map(toEntry) }],
    remote: items.map((item) => toPackedRow(pack, item, true)),
    forgetAttempts: items.map(({ entity }) => entity.id),
    log: items.map(({ entity }) => logSent(deps, entity)),
  });
}

function logSent({ library, clock }: CycleDeps, entity: Entity): LogEntry {
  const kind = isAlive(entity) ? "uploaded" : "deleted";
  return { kind, atMs: clock.now(), id: entity.id, entity: entity.kind, device: library.index.meta.deviceId };
}

/** If the pack may have arrived all the same, the next cycle begins by asking for it. */
async function refused(deps: CycleDeps, { fileId }: KnownPack, problem: RemoteProblem): Step<Written> {
  // A copy of this profile may have used all the ids that both had reserved; each would cost a cycle.
  if (problem.kind === "id-in-use") await commit(deps, { meta: { idPool: [] } });
  if (AMBIGUOUS_KINDS.has(problem.kind) || problem.kind === "id-in-use") return failed({ kind: "answer-lost" });
  if (STOPS_CYCLE.has(problem.kind)) return failed(problem);
  if (problem.kind === "storage-full") deps.space.fits = "files";
  const forgotten = await commit(deps, { forgetPacks: [fileId] });
  return forgotten.ok ? ok("refused") : forgotten;
}
