/** Reads the changes feed, or lists everything (first time, audit, lost cursor); cursor and observations move together. sync.md §5. */

import { LOOK_AGAIN, lostHistory, moveReferences } from "../../library/history/packs/pack-references.ts";
import { observe } from "../../library/index/observe.ts";
import { readHistoryPackId } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks, isHistoryPack, isPrimaryPack, primaryPacks, rowsIn } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { NOTE, SYNC } from "../../model/limits/limits.ts";
import { failed, ok } from "../../model/result.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { ChangesPage, ListPage, ObservedFile, ObservedPack, RemoteStore } from "../../ports/remote/remote-store.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit, forgetFiles } from "../context/cycle-writes.ts";
import { fetchFromPacks } from "../packs/fetch-from-packs.ts";
import { forgetPrimary } from "../packs/read-primary-packs.ts";
import { noteHeld } from "./went-back.ts";

type StartCursor = ReturnType<RemoteStore["startCursor"]>;

/** Without a cursor one is needed whatever the drive turns out to hold: it is on its way while the target is looked at. */
export function askStartCursor({ library, remote }: Pick<CycleDeps, "library" | "remote">): StartCursor | undefined {
  return library.index.meta.cursor === undefined ? remote.startCursor() : undefined;
}

/** `startCursor`: asked for before anything is listed. */
export async function pull(deps: CycleDeps, startCursor: StartCursor | undefined): Step {
  const { meta } = deps.library.index;
  const isDue = meta.cursor === undefined || deps.clock.now() >= meta.auditAt;
  const audited = isDue ? await audit(deps, startCursor) : ok(undefined);
  return audited.ok ? followChanges(deps, { mayRestart: true, asked: audited.value }) : audited;
}

/** A page of changes that was asked for ahead. */
type Asked = { readonly cursor: string; readonly answer: ReturnType<RemoteStore["changes"]> };

/** The cursor is taken before the listing: what changes meanwhile is reported again by the feed, which is asked while the last pages are taken in. */
async function audit(deps: CycleDeps, startCursor?: StartCursor): Step<Asked | undefined> {
  const { library, remote, clock } = deps;
  const isFirst = library.index.meta.cursor === undefined;
  const started = isFirst ? await (startCursor ?? remote.startCursor()) : ok(library.index.meta.cursor as string);
  if (!started.ok) return started;
  const cursor = started.value;
  let asked: Asked | undefined;
  const listed = await listAll(deps, () => {
    asked = { cursor, answer: remote.changes(cursor) };
  });
  if (!listed.ok) return listed;
  const checked = await checkMissing(deps, listed.value);
  if (!checked.ok) return checked;
  const kept = await commit(deps, { meta: { cursor, auditAt: clock.now() + (isFirst ? SYNC.firstAuditMs : SYNC.auditMs) } });
  return kept.ok ? ok(asked) : kept;
}

async function listAll(deps: CycleDeps, whenListed: () => void): Step<ReadonlySet<string>> {
  const listed = new Set<string>();
  const older: ObservedFile[] = [];
  const nextPage = listAhead(deps, whenListed);
  for (let asked = nextPage(); asked !== undefined; asked = nextPage()) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const answer = await asked;
    if (!answer.ok) return answer;
    const { files, packs }: ListPage = answer.value;
    for (const { fileId } of [...files, ...packs]) listed.add(fileId);
    const isFirst = !deps.library.index.meta.initialSyncCompleted;
    const kept = isFirst ? await takeFirstPage(deps, answer.value) : await takeListed(deps, files, newPacks(deps, packs));
    if (!kept.ok) return kept;
    older.push(...files.filter(({ fileId, version }) => version < (deps.library.index.file(fileId)?.version ?? 0)));
  }
  const goneBack = await takeOlder(deps, older);
  return goneBack.ok ? ok(listed) : goneBack;
}

type Listed = ReturnType<RemoteStore["list"]>;

/**
 * Returns page after page, and undefined after the last. Each page names the next, so a few of them are requested while others are taken in: a page with
 * a new pack takes several times as long as one without. Only one is requested until the first screen, because further requests would delay it.
 */
function listAhead({ remote, library }: Pick<CycleDeps, "remote" | "library">, whenListed: () => void): () => Listed | undefined {
  const asked: Listed[] = [];
  let next: { readonly page: string | undefined } | undefined = { page: undefined };
  const mostAhead = (): number => (library.index.entities.size < NOTE.pageSize ? 1 : SYNC.listPagesAhead);
  const ask = (): void => {
    if (next === undefined || asked.length >= mostAhead()) return;
    const { page } = next;
    next = undefined;
    asked.push(remote.list(page).then(follow));
  };
  const follow = (answer: Awaited<Listed>): Awaited<Listed> => {
    if (answer.ok && answer.value.nextPage !== undefined) next = { page: answer.value.nextPage };
    if (answer.ok && answer.value.nextPage === undefined) whenListed();
    ask();
    return answer;
  };
  return () => {
    ask();
    const first = asked.shift();
    ask();
    return first;
  };
}

/**
 * A listing may lag behind, so the file itself is asked for. A file that is older there as well has been put back, with the whole drive or by itself:
 * its row is forgotten, and it is looked at like a file that was never seen.
 */
async function takeOlder(deps: CycleDeps, older: readonly ObservedFile[]): Step {
  for (const { fileId } of older) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const answer = await deps.remote.metadata(fileId);
    if (!answer.ok && answer.problem.kind !== "not-found") return answer;
    const known = deps.library.index.file(fileId);
    if (!answer.ok || known === undefined) continue;
    noteHeld(deps, [known.id]);
    if (answer.value.version < known.version) {
      const forgotten = await forgetFiles(deps, [fileId]);
      if (!forgotten.ok) return forgotten;
    }
    const kept = await takeIn(deps, [answer.value], {});
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

/** The content of a pack is written once, with the row of its file. The cursor is saved after all pages, so that a crash before loses nothing. */
async function takeFirstPage(deps: CycleDeps, { files, packs, nextPage }: ListPage): Step {
  const kept = await takeListed(deps, [], newPacks(deps, packs));
  if (!kept.ok) return kept;
  const fetched = await fetchFromPacks(deps, nextPage === undefined ? "listed" : "while-listing", unknownHere(deps, files));
  return fetched.ok ? takeListed(deps, files, []) : fetched;
}

/** Files of others whose note or folder this device knows nothing of, and that stand alone for it. */
function unknownHere({ library: { index } }: CycleDeps, files: readonly ObservedFile[]): readonly RemoteFile[] {
  const rows = files.flatMap((file) => observe(file, undefined) ?? []);
  const perId = new Map<string, number>();
  for (const { id } of rows) perId.set(id, (perId.get(id) ?? 0) + 1);
  const isUnknown = ({ id }: RemoteFile): boolean => perId.get(id) === 1 && !index.entities.has(id) && index.filesOf(id).length === 0;
  return rows.filter((row) => row.owner !== undefined && isUnknown(row));
}

/** Files that are known already as they are listed need no transaction. */
function takeListed(deps: CycleDeps, files: readonly ObservedFile[], packs: readonly KnownPack[]): Step {
  const { index } = deps.library;
  const isNew = ({ fileId, version }: ObservedFile): boolean => {
    const known = index.file(fileId);
    return known === undefined || known.version < version || index.creating.has(known.id);
  };
  const newFiles = files.filter(isNew);
  return newFiles.length + packs.length === 0 ? Promise.resolve(ok(undefined)) : takeIn(deps, newFiles, { packs });
}

/** Missing in a list proves nothing: each missing file is asked for by id, and only a clear 'not found' forgets the file. */
async function checkMissing(deps: CycleDeps, listed: ReadonlySet<string>): Step {
  const missing = [...deps.library.index.allFiles()]
    .filter((file) => file.packedIn === undefined && !listed.has(file.fileId))
    .slice(0, SYNC.missingCheckedPerAudit);
  for (const file of missing) {
    const answer = await deps.remote.metadata(file.fileId);
    if (!answer.ok && answer.problem.kind !== "not-found") return answer;
    noteHeld(deps, [file.id]);
    const kept = answer.ok ? await takeIn(deps, [answer.value], {}) : await forgetFiles(deps, [file.fileId]);
    if (!kept.ok) return kept;
  }
  const packs = await checkMissingPrimary(deps, listed);
  return packs.ok ? checkMissingHistory(deps, listed) : packs;
}

/** A pack that is gone deletes nothing: what no other file or pack holds is sent again from here. */
async function checkMissingPrimary(deps: CycleDeps, listed: ReadonlySet<string>): Step {
  const { index } = deps.library;
  const missing = primaryPacks(index.packs).filter((pack) => pack.isUnconfirmed !== true && !listed.has(pack.fileId));
  for (const { fileId } of missing) {
    const answer = await deps.remote.metadata(fileId);
    if (!answer.ok && answer.problem.kind !== "not-found") return answer;
    if (answer.ok && !answer.value.trashed) continue;
    noteHeld(deps, idsIn(index, [fileId]));
    const kept = await forgetPrimary(deps, fileId);
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

function idsIn(index: CycleDeps["library"]["index"], packFileIds: readonly string[]): readonly string[] {
  return rowsIn(index.allFiles(), packFileIds).flatMap((fileId) => index.file(fileId)?.id ?? []);
}

/** Versions of a missing pack count as in no pack again, and this device packs those that it has. */
async function checkMissingHistory(deps: CycleDeps, listed: ReadonlySet<string>): Step {
  const missing = historyPacks(deps.library.index.packs).filter(({ fileId }) => !listed.has(fileId));
  for (const { fileId } of missing) {
    const answer = await deps.remote.metadata(fileId);
    if (!answer.ok && answer.problem.kind !== "not-found") return answer;
    if (answer.ok && !answer.value.trashed) continue;
    const kept = await commit(deps, lostHistory(deps.library.index.packs, [fileId]));
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}

type Following = { readonly mayRestart: boolean; readonly asked?: Asked | undefined };

async function followChanges(deps: CycleDeps, { mayRestart, asked }: Following): Step {
  let ahead = asked;
  for (;;) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const { cursor } = deps.library.index.meta;
    if (cursor === undefined) return failed({ kind: "cursor-invalid" });
    const answer = await (ahead?.cursor === cursor ? ahead.answer : deps.remote.changes(cursor));
    ahead = undefined;
    if (!answer.ok && answer.problem.kind === "cursor-invalid" && mayRestart) return restart(deps);
    if (!answer.ok) return answer;
    const kept = await takePage(deps, answer.value);
    if (!kept.ok) return kept;
    if (answer.value.isLast) return ok(undefined);
  }
}

async function restart(deps: CycleDeps): Step {
  const dropped = await commit(deps, { meta: { cursor: undefined } });
  if (!dropped.ok) return dropped;
  const audited = await audit(deps);
  return audited.ok ? followChanges(deps, { mayRestart: false, asked: audited.value }) : audited;
}

async function takePage(deps: CycleDeps, page: ChangesPage): Step {
  if (page.changes.length === 0 && page.cursor === deps.library.index.meta.cursor) return ok(undefined);
  const files = page.changes.flatMap((change) => (change.kind === "file" ? [change.file] : []));
  const packs = page.changes.flatMap((change) => (change.kind === "pack" ? [change.pack] : []));
  const gone = page.changes.flatMap((change) => (change.kind === "removed" ? [change.fileId] : []));
  // The cursor moves in the same transaction as the files: if this write is lost, the next pull must see these changes again.
  const made = newPacks(deps, packs);
  const known = new Map([...deps.library.index.packs, ...made.map((pack) => [pack.fileId, pack] as const)]);
  return takeIn(deps, files, {
    // The packs that took in those that are gone are known to hold their versions.
    packs: [...made, ...moveReferences(known, gone)],
    forgetPacks: gone,
    forgetRemote: [...gone, ...rowsIn(deps.library.index.allFiles(), gone)],
    untaint: gone,
    meta: { cursor: page.cursor },
  });
}

/** A pack that this device removed is forgotten before the feed reports it, and one that it wrote is known. Only a changed pack of its own comes here. */
function isOwnHistory({ library: { index } }: CycleDeps, fileId: string): boolean {
  const { device } = readHistoryPackId(index.packs.get(fileId)?.packId ?? "") ?? {};
  return device !== undefined && [index.meta.deviceId, ...index.meta.formerIds].includes(device);
}

/** Packs are never overwritten: one that is known, and perhaps read, stays as it is. A history or primary pack with other bytes was tampered with, and is read again. */
function newPacks({ library: { index } }: CycleDeps, observed: readonly ObservedPack[]): readonly KnownPack[] {
  const isNew = ({ fileId, md5 }: ObservedPack): boolean => !isSamePack(index.packs.get(fileId), md5);
  return observed.filter(isNew).map((pack) => toKnownPack(pack, index.packs.get(pack.fileId)?.announced));
}

/** The MD5 of a pack that only repeats files is not remembered. */
function isSamePack(known: KnownPack | undefined, md5: string | undefined): boolean {
  return known !== undefined && (known.md5 === undefined || md5 === undefined || known.md5 === md5);
}

function toKnownPack(observed: ObservedPack, announced: KnownPack["announced"]): KnownPack {
  const { fileId, packId, sizeBytes, modifiedTime, md5 } = observed;
  const known = { fileId, packId, sizeBytes, writtenAt: modifiedTime, ...(announced === undefined ? {} : { announced }) };
  return md5 !== undefined && (isHistoryPack(observed) || isPrimaryPack(observed)) ? { ...known, md5 } : known;
}

function takeIn(deps: CycleDeps, files: readonly ObservedFile[], more: Writes): Step {
  const { library } = deps;
  // The rows of a pack whose bytes have changed are forgotten.
  const replaced = rowsIn(
    library.index.allFiles(),
    (more.packs ?? []).map(({ fileId }) => fileId),
  );
  const forgetRemote = [...(more.forgetRemote ?? []), ...replaced];
  noteHeld(
    deps,
    [...files.map(({ fileId }) => fileId), ...forgetRemote].flatMap((fileId) => library.index.file(fileId)?.id ?? []),
  );
  const ids = [
    ...new Set(files.map((file) => file.properties?.id ?? library.index.file(file.fileId)?.id).filter((id) => id !== undefined)),
  ];
  const changed = [...(more.forgetPacks ?? []), ...(more.packs ?? []).map(({ fileId }) => fileId)];
  const lost = changed.some((fileId) => isOwnHistory(deps, fileId)) ? { meta: { ...LOOK_AGAIN.meta, ...more.meta } } : {};
  const landed = landedCreates(files, library.index.creating);
  const plan = ({ remoteOf }: Seen) => ({
    writes: { ...more, ...lost, forgetRemote, remote: observeAll(files, remoteOf), forgetCreating: landed },
    answer: undefined,
  });
  return library.transact({ remoteOf: ids }, plan, "sync");
}

/** Entities whose create was in doubt and has now been seen in the drive. */
function landedCreates(files: readonly ObservedFile[], creating: ReadonlyMap<string, string>): readonly string[] {
  const ids = new Set(files.map(({ fileId }) => fileId));
  return [...creating].filter(([, fileId]) => ids.has(fileId)).map(([id]) => id);
}

/** A file may have been another's before: all rows that were asked for are looked through. */
function observeAll(files: readonly ObservedFile[], remoteOf: Seen["remoteOf"]): readonly RemoteFile[] {
  const byFileId = new Map([...remoteOf.values()].flat().map((row) => [row.fileId, row]));
  return files.flatMap((file) => observe(file, byFileId.get(file.fileId)) ?? []);
}
