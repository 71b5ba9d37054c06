/**
 * Deletes for good what the drive should not keep: files and packs with unencrypted text of notes that are sensitive now, and trashed files
 * of this device that another file contains. Packs go at once, since every file in them is beside them too. Trashed files go a day later,
 * after another look at them. encryption.md 3.5 (9), 3.6 (i), sync.md §4.2.
 */

import { observeAmong } from "../../library/index/observe.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { notePacks } from "../../model/drive/primary-pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok } from "../../model/result.ts";
import { keepFetched } from "../apply/keep-fetched.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { forgetFiles } from "../context/cycle-writes.ts";
import { eraseExposedHistory } from "../history/erase-exposed-history.ts";
import { asUnreadable } from "../unsealed-files/unsealed-file.ts";

export async function eraseExposed(deps: CycleDeps): Step {
  const { index } = deps.library;
  for (const pack of notePacks(index.packs).filter((one) => isExposing(one, deps))) {
    const erased = await erase(deps, pack.fileId);
    if (!erased.ok) return erased;
  }
  const rewritten = await eraseExposedHistory(deps);
  return rewritten.ok ? eraseDue(deps, index.pendingErase) : rewritten;
}

/** Each save of a process that finds its note in another's file leaves one. The drive itself would keep them for thirty days. */
export async function clearTrash(deps: CycleDeps): Step {
  const { pendingClear } = deps.library.index;
  const due = dueIn(deps, pendingClear).slice(0, SYNC.clearedPerCycle);
  const erased = await eraseDue(deps, pendingClear, due);
  // The drive may refuse each time, and a device with nothing to do asks for changes only.
  return erased.ok ? mark(deps, dueIn(deps, new Set(due.map(({ fileId }) => fileId)))) : erased;
}

async function eraseDue(deps: CycleDeps, pending: ReadonlySet<string>, due = dueIn(deps, pending)): Step {
  const fresh = filesOf(deps, pending).filter(({ eraseAt }) => eraseAt === undefined);
  const marked = await mark(deps, fresh);
  if (!marked.ok) return marked;
  for (const file of due) {
    if (deps.isStopped()) return failed({ kind: "stopped" });
    const erased = await eraseFile(deps, file, pending);
    if (!erased.ok) return erased;
  }
  return ok(undefined);
}

function filesOf({ library: { index } }: CycleDeps, fileIds: ReadonlySet<string>): readonly RemoteFile[] {
  return [...fileIds].flatMap((fileId) => index.file(fileId) ?? []);
}

function dueIn(deps: CycleDeps, fileIds: ReadonlySet<string>): readonly RemoteFile[] {
  return filesOf(deps, fileIds).filter(({ eraseAt }) => eraseAt !== undefined && deps.clock.now() >= eraseAt);
}

function isExposing({ entries }: KnownPack, { library: { index } }: CycleDeps): boolean {
  return (entries ?? []).some(({ id, sealed, vvKey }) => {
    const note = sealed === true ? undefined : index.entities.get(id);
    // The last version of a note that was deleted for good has no text.
    if (note?.kind === "note" && note.purged !== undefined && vvKey === vectorKey(note.vv)) return false;
    return note?.kind === "note" && note.isEncrypted;
  });
}

/** Begins a day, after which the files go. It begins when this device first sees a file in the trash. */
function mark(deps: CycleDeps, files: readonly RemoteFile[]): Step {
  if (files.length === 0) return Promise.resolve(ok(undefined));
  const fileIds = new Set(files.map(({ fileId }) => fileId));
  const eraseAt = deps.clock.now() + SYNC.eraseAfterMs;
  return deps.library.transact(
    { remoteOf: [...new Set(files.map(({ id }) => id))] },
    ({ remoteOf }) => {
      const rows = [...remoteOf.values()].flat().filter(({ fileId }) => fileIds.has(fileId));
      return { writes: { remote: rows.map((row) => ({ ...row, eraseAt })) }, answer: undefined };
    },
    "sync",
  );
}

/** The owner of the file may have written to it since: then it is an update like any other. */
async function eraseFile(deps: CycleDeps, { fileId, id }: RemoteFile, pending: ReadonlySet<string>): Step {
  const { library, remote } = deps;
  const answer = await remote.metadata(fileId);
  if (!answer.ok && answer.problem.kind !== "not-found") return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok(undefined);
  if (!answer.ok) return forget(deps, fileId);
  const seen = answer.value;
  const kept = await library.transact(
    { remoteOf: [id] },
    (before) => ({ writes: { remote: observeAmong(seen, before.remoteOf.get(id)) }, answer: undefined }),
    "sync",
  );
  if (!kept.ok) return kept;
  const read = await readUnread(deps, fileId);
  if (!read.ok) return read;
  return pending.has(fileId) && library.index.file(fileId)?.eraseAt !== undefined ? erase(deps, fileId) : ok(undefined);
}

/** Reads a file that was never opened here: only its properties are known of it. */
async function readUnread(deps: CycleDeps, fileId: string): Step {
  const file = deps.library.index.file(fileId);
  if (file === undefined || file.trusted || deps.library.index.tainted.has(fileId)) return ok(undefined);
  const answer = await deps.remote.download(fileId);
  if (!answer.ok) return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok(undefined);
  const md5 = deps.codec.md5(answer.value);
  const opened = await deps.codec.open(file.kind, file.id, answer.value);
  if (opened.ok) return keepFetched(deps, [{ kind: "opened", file, entity: opened.value, md5 }]);
  if (opened.problem === "locked") return ok(undefined);
  const json = deps.codec.readJson(answer.value);
  return keepFetched(deps, [{ kind: "unreadable", file: asUnreadable(file, { md5, reason: opened.problem, json }) }]);
}

async function erase(deps: CycleDeps, fileId: string): Step {
  const erased = await deps.remote.erase(fileId);
  if (!erased.ok && erased.problem.kind !== "not-found") return STOPS_CYCLE.has(erased.problem.kind) ? erased : ok(undefined);
  return forget(deps, fileId);
}

function forget(deps: CycleDeps, fileId: string): Step {
  return forgetFiles(deps, [fileId], { forgetPacks: [fileId] });
}
