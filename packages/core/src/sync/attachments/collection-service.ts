/** Collects attachments once after each full listing, by plan-collection.ts: trash, bring back, or send again. sync.md §11. */

import type { CollectionMeans } from "../../library/attachments/attachments-service-types.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import { heldIn } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { hasUnreadPrimary, historyPacks, notePacks, primaryPacks } from "../../model/drive/primary-pack.ts";
import { type AttachmentRow, toOtherDrive } from "../../model/entities/attachment-row.ts";
import { ATTACHMENT } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { SyncMeta } from "../../ports/device/local-store.ts";
import type { AttachmentFile, AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { commit } from "../context/cycle-writes.ts";
import { readHistoryPack } from "../history/read-history-pack.ts";
import { readPack } from "../packs/fetch-from-packs.ts";
import { planCollection } from "./plan-collection.ts";

export async function collectAttachments(deps: CycleDeps): Step {
  const { attachments, library } = deps;
  const { meta } = library.index;
  if (attachments === undefined || meta.target === undefined || !isDue(library.index)) return ok(undefined);
  // A new device does not spend requests on this: it starts with the listing after its first.
  if (meta.collectedAuditAt === undefined) return commit(deps, { meta: seen(meta) });
  const read = await readPacks(deps);
  if (!read.ok) return read;
  const listed = await listAll(attachments.remote, meta.target.folderIds.attachments);
  if (!listed.ok) return passOver(listed.problem);
  const referenced = await referencedAmong(deps, attachments.store, listed.value);
  if (!referenced.ok) return referenced;
  return applyCollection(deps, attachments, { files: listed.value, referenced: referenced.value });
}

/** A file that could not be read, or that waits for the Sensitive folder, may refer to any attachment: as long as one exists, nothing is thrown away. */
function isDue(index: SyncIndex): boolean {
  const { auditAt, collectedAuditAt, initialSyncCompleted } = index.meta;
  return (
    initialSyncCompleted &&
    auditAt !== collectedAuditAt &&
    index.pendingFetch.size === 0 &&
    index.waiting.size === 0 &&
    index.unreadableCount === 0 &&
    !hasUnreadPrimary(index.packs)
  );
}

async function readPacks(deps: CycleDeps): Step {
  for (const pack of notePacks(deps.library.index.packs)) {
    if (pack.entries !== undefined || pack.isUnreadable === true) continue;
    const read = await readPack(deps, pack);
    if (!read.ok) return read;
  }
  return ok(undefined);
}

async function listAll(remote: AttachmentRemote, folderId: string) {
  const files: AttachmentFile[] = [];
  let page: string | undefined;
  do {
    const answer: Awaited<ReturnType<AttachmentRemote["listAttachments"]>> = await remote.listAttachments(folderId, page);
    if (!answer.ok) return answer;
    files.push(...answer.value.files);
    page = answer.value.nextPage;
  } while (page !== undefined);
  return ok(files);
}

/**
 * Notes, soft-deleted ones as well, and packs are in memory; merge bases, records of merges and drafts are asked for. History packs that were not read
 * here yet are read only where a file would otherwise count as unreferenced, and one that cannot be read may refer to anything.
 */
async function referencedAmong(deps: CycleDeps, store: AttachmentStore, files: readonly AttachmentFile[]): Step<ReadonlySet<string>> {
  const { index } = deps.library;
  const known = await knownReferences(index, store, files);
  const isUnread = (pack: KnownPack): boolean => heldIn(pack) === undefined;
  const areAllKnown = known.ok && files.every(({ attachmentId }) => known.value.has(attachmentId));
  const holdsUnread = (pack: KnownPack): boolean => heldIn(pack)?.some((held) => held.isUnread) !== false;
  if (!known.ok || areAllKnown || !historyPacks(index.packs).some(holdsUnread)) return known;
  for (const pack of historyPacks(index.packs).filter((one) => isUnread(one) && one.isUnreadable !== true)) {
    const read = await readHistoryPack(deps, pack);
    if (!read.ok) return read;
  }
  if (historyPacks(index.packs).some(holdsUnread)) return ok(new Set(files.map(({ attachmentId }) => attachmentId)));
  return knownReferences(index, store, files);
}

async function knownReferences(index: SyncIndex, store: AttachmentStore, files: readonly AttachmentFile[]): Step<ReadonlySet<string>> {
  const inPacks = notePacks(index.packs).flatMap(({ entries }) => (entries ?? []).flatMap(({ attIds }) => attIds ?? []));
  const inPrimary = primaryPacks(index.packs).flatMap(({ entries }) => (entries ?? []).flatMap(({ attIds }) => attIds ?? []));
  const inHistory = historyPacks(index.packs).flatMap((pack) => (heldIn(pack) ?? []).flatMap(({ attIds }) => attIds ?? []));
  const referenced = new Set([...idsInNotes(index), ...inPacks, ...inPrimary, ...inHistory]);
  const held = await store.heldReferences(files.map(({ attachmentId }) => attachmentId).filter((id) => !referenced.has(id)));
  return held.ok ? ok(new Set([...referenced, ...held.value])) : held;
}

function idsInNotes(index: SyncIndex): readonly string[] {
  return [...index.entities.values()].flatMap((entity) => (entity.kind === "note" ? entity.attIds : []));
}

async function applyCollection(
  { library, clock, isStopped }: CycleDeps,
  { remote, keptMs = ATTACHMENT.unreferencedKeptMs }: CollectionMeans,
  { files, referenced }: { readonly files: readonly AttachmentFile[]; readonly referenced: ReadonlySet<string> },
): Step {
  const { index } = library;
  const isReferenced = (id: string): boolean => referenced.has(id);
  const inNotes = new Set(idsInNotes(index));
  const isInNotes = (id: string): boolean => inNotes.has(id);
  const plan = planCollection({ files, isReferenced, isInNotes, marks: index.unreferenced, nowMs: clock.now(), keptMs });
  const work = [
    ...plan.restore.map((fileId) => () => remote.restoreAttachment(fileId)),
    ...plan.trash.map((fileId) => () => remote.trashAttachment(fileId)),
    ...plan.erase.map((fileId) => () => remote.eraseAttachment(fileId)),
  ];
  for (const act of work) {
    if (isStopped()) return failed({ kind: "stopped" });
    const done = await act();
    if (!done.ok && done.problem.kind !== "not-found") return passOver(done.problem);
  }
  const gone = await goneAmong(remote, rowsWithoutFile(index.attachments.values(), files, inNotes));
  if (!gone.ok) return passOver(gone.problem);
  const writes = { unreferenced: plan.mark, forgetUnreferenced: plan.unmark, meta: seen(index.meta) };
  return library.transact(
    { attachments: gone.value },
    ({ attachments }) => ({ writes: { ...writes, attachments: [...attachments.values()].map(toOtherDrive) }, answer: undefined }),
    "sync",
  );
}

/** Held here and referred to, and the drive is said to have them: someone may have removed them who knew of no note that refers to them. */
function rowsWithoutFile(rows: Iterable<AttachmentRow>, files: readonly AttachmentFile[], inNotes: ReadonlySet<string>) {
  const inDrive = new Set(files.map(({ attachmentId }) => attachmentId));
  return [...rows].flatMap(({ id, upload }) =>
    upload.kind === "stored" && inNotes.has(id) && !inDrive.has(id) ? [{ id, fileId: upload.fileId }] : [],
  );
}

/** A listing may lag, so each file is asked for on its own. This device sends files again that the drive no longer has. */
async function goneAmong(
  remote: AttachmentRemote,
  missing: ReturnType<typeof rowsWithoutFile>,
): Promise<Result<readonly string[], RemoteProblem>> {
  const gone: string[] = [];
  for (const { id, fileId } of missing) {
    const file = await remote.attachmentFile(fileId);
    if (!file.ok && file.problem.kind !== "not-found") return file;
    if (!file.ok) gone.push(id);
  }
  return ok(gone);
}

function seen({ auditAt }: SyncMeta): Pick<SyncMeta, "collectedAuditAt"> {
  return { collectedAuditAt: auditAt };
}

/** The notes are in step whether this succeeds or not; it is tried again after the next cycle. */
function passOver(problem: RemoteProblem): Awaited<Step> {
  return STOPS_CYCLE.has(problem.kind) ? failed(problem) : ok(undefined);
}
