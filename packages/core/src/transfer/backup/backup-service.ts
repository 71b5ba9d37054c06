/**
 * Starts, reports and cancels backup and restore, one at a time. Spec B §4 "Backup and restore", B §2 "Backup and Restore". The spec fixes
 * a restore's percentages: 5 validating, 10 cleaning, 15 validated, 95 refreshing, 100 done.
 */

import type { AttachmentsService } from "../../library/attachments/attachments-service-types.ts";
import { normalizeFolders } from "../../library/folders/folder-commands-service.ts";
import { foldersById, inShownFolder } from "../../library/folders/folder-hygiene.ts";
import { toFolders } from "../../library/folders/folder-list.ts";
import type { Library } from "../../library/index/library-service.ts";
import { backupFileName, toBackupNote } from "../../model/backup/backup-format.ts";
import type { HistoryRecord } from "../../model/backup/backup-history.ts";
import type { ReadableLabels } from "../../model/backup/readable.ts";
import { isAlive, type LightNote } from "../../model/entities/entity.ts";
import { fileSealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { createStop, type Stop } from "../../model/long-tasks.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createUnionStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { LocalSensitive } from "../../ports/sealing/sensitive-keys.ts";
import type { AttachmentBytes } from "../../ports/transfer/attachment-bytes.ts";
import type { BackupArchives, BackupContent, BackupProgress, ChosenFile } from "../../ports/transfer/backup-archives.ts";
import type { JoinFailure } from "../../vault/sensitive/sensitive-service-types.ts";
import type { BackupService, BackupState, RestoreStep, RestoreTally, SealedNotes } from "./backup-service-types.ts";
import { groupBySize } from "./group-by-size.ts";
import { toHistoryRecords } from "./history-records.ts";
import { restoreBackup } from "./restore-service.ts";

export type BackupDeps = {
  readonly library: Library;
  readonly archives: BackupArchives;
  readonly attachments: AttachmentBytes;
  readonly sealedNotes: SealedNotes;
  /** Keys of sensitive folders, each wrapped with its folder's password, as the backup stores them. */
  readonly sensitive: () => Promise<readonly unknown[]>;
  readonly clock: Clock;
  readonly labels: ReadableLabels;
};

const NOTHING: RestoreTally = { notes: 0, folders: 0, attachments: 0 };
const [VALIDATING, CLEANING, VALIDATED, REFRESHING] = [5, 10, 15, 95];

export function createBackupService(deps: BackupDeps): BackupService {
  const store = createUnionStore<BackupState>({ kind: "idle" });
  let working: Stop | undefined;
  let restoring: { readonly file: ChosenFile; readonly password: string | undefined } | undefined;

  const work = async (run: (stop: Stop) => Promise<BackupState>): Promise<void> => {
    if (working !== undefined) return;
    const stop = createStop();
    working = stop;
    const state = await run(stop);
    working = undefined;
    store.replace(asStopped(state));
  };

  const restore: BackupService["restore"] = (file, password) => {
    restoring = { file, password };
    return work((stop) => takeIn(deps, file, { password, stop, show: store.replace }));
  };

  return {
    store,
    create: (password, { withHistory } = { withHistory: false }) =>
      work((stop) => writeOut(deps, { password, withHistory }, { stop, show: store.replace })),
    restore,
    async unlockLeft(password, own) {
      const state = store.getState();
      if (state.kind !== "restored" || restoring === undefined) return ok(undefined);
      try {
        const joined = await joinAll(deps.sealedNotes, state.result.lockedFolders, { password, own });
        if (joined.ok) await restore(restoring.file, restoring.password);
        return joined;
      } finally {
        await deps.sealedNotes.resealer?.end();
      }
    },
    cancel: () => working?.stop(),
    reset() {
      if (working !== undefined) return;
      restoring = undefined;
      store.replace({ kind: "idle" });
    },
  };
}

type Show = (state: BackupState) => void;

type Choice = { readonly password: string | undefined; readonly withHistory: boolean };

async function writeOut(
  deps: BackupDeps,
  choice: Choice,
  { stop, show }: { readonly stop: Stop; readonly show: Show },
): Promise<BackupState> {
  const nowMs = deps.clock.now();
  const fileName = backupFileName(nowMs);
  const onProgress = (progress: BackupProgress) => show({ kind: "writing", ...progress });
  const content = {
    ...(await gather(deps)),
    ...(choice.withHistory ? { readHistory: (ids: readonly string[]) => readHistory(deps, ids) } : {}),
  };
  onProgress({ done: 0, total: content.noteGroups.flat().length });
  const written = await deps.archives.write(
    content,
    { fileName, nowMs, labels: deps.labels, password: choice.password },
    { onProgress, stop },
  );
  if (!written.ok) return { kind: "failed", work: "backup", problem: written.problem };
  if (stop.isStopped) return { kind: "idle" };
  written.value.save();
  return { kind: "written", fileName, totals: written.value.totals };
}

/** Collects everything that is alive, including conflict copies that are not listed yet. */
async function gather({ library, attachments, sensitive }: BackupDeps): Promise<BackupContent> {
  const entities = [...library.index.entities.values()];
  const living = entities.filter((entity) => entity.kind === "note").filter(isAlive);
  living.sort(byId);
  const folders = foldersById(entities);
  return {
    noteGroups: toGroups(living),
    folders: toFolders(entities),
    linkTitles: linkTitlesOf(living),
    sensitive: await sensitive(),
    attachments,
    async readNotes(ids) {
      const read = await library.store.readEntities(ids);
      if (!read.ok) return read;
      const notes = [...read.value.values()].filter((entity) => entity.kind === "note").filter(isAlive);
      return ok(notes.map((note) => toBackupNote(inShownFolder(note, folders))));
    },
  };
}

async function readHistory({ library }: BackupDeps, ids: readonly string[]): Promise<Result<readonly HistoryRecord[], StoreProblem>> {
  const records: HistoryRecord[] = [];
  for (const id of ids) {
    const read = await library.store.readVersions(id);
    if (!read.ok) return read;
    records.push(...toHistoryRecords(id, read.value));
  }
  return ok(records);
}

/** Titles of linked notes by id. A link to a sealed note gets no title. */
function linkTitlesOf(living: readonly LightNote[]): ReadonlyMap<string, string> {
  const linked = new Set(living.flatMap(({ linkIds = [] }) => linkIds));
  return new Map(living.filter(({ id, isEncrypted }) => linked.has(id) && !isEncrypted).map(({ id, title }) => [id, title]));
}

function toGroups(notes: readonly LightNote[]): readonly (readonly string[])[] {
  return groupBySize(notes, ({ contentChars }) => contentChars).map((group) => group.map(({ id }) => id));
}

/** Sorts by id, the order of the store, so that the store can read a group at once. */
function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

async function takeIn(
  deps: BackupDeps,
  file: ChosenFile,
  { password, stop, show }: { readonly password: string | undefined; readonly stop: Stop; readonly show: Show },
): Promise<BackupState> {
  const report = (step: RestoreStep, percent: number) => show({ kind: "restoring", step, percent });
  report("validating", 0);
  const opened = await deps.archives.open(file, password, {
    onProgress: ({ done, total }) => report("validating", VALIDATING + share(done, total, CLEANING - VALIDATING)),
    stop,
  });
  if (!opened.ok) {
    if (opened.problem.kind === "sealed") return { kind: "sealed", file, isAgain: false };
    if (opened.problem.kind === "wrong-password") return { kind: "sealed", file, isAgain: true };
    return { kind: "failed", work: "restore", problem: opened.problem, added: NOTHING };
  }
  try {
    report("cleaning", CLEANING);
    const normalized = await normalizeFolders(deps.library, deps.clock, "restore");
    if (!normalized.ok) return { kind: "failed", work: "cleaning", problem: normalized.problem };
    report("adding", VALIDATED);
    const restored = await restoreBackup({
      library: deps.library,
      backup: opened.value,
      attachments: deps.attachments,
      sealedNotes: deps.sealedNotes,
      isStopped: () => stop.isStopped,
      onProgress: (done, total) => report("adding", VALIDATED + share(done, total, REFRESHING - VALIDATED)),
    });
    if (!restored.ok) return { kind: "failed", work: "restore", ...restored.problem };
    report("refreshing", REFRESHING);
    return { kind: "restored", result: restored.value };
  } finally {
    opened.value.close();
  }
}

/** Joins the folders that `password` opens; a wrong password joins none of them. */
async function joinAll(
  { join }: SealedNotes,
  folders: readonly LocalSensitive[],
  { password, own }: { readonly password: string; readonly own: string | undefined },
): Promise<Result<void, JoinFailure>> {
  let outcome: Result<void, JoinFailure> = failed({ kind: "sensitive-refused" });
  for (const folder of join === undefined ? [] : folders) {
    const joined = await join?.(folder, password, own);
    if (joined?.ok === true) outcome = joined;
    else if (joined !== undefined && joined.problem.kind !== "sensitive-refused") return joined;
  }
  return outcome;
}

function share(done: number, total: number, percent: number): number {
  return total === 0 ? percent : Math.round((Math.min(done, total) / total) * percent);
}

/** A run that the user canceled is not a failure. A canceled restore still reports its counts. */
function asStopped(state: BackupState): BackupState {
  if (state.kind !== "failed" || state.problem.kind !== "stopped") return state;
  return state.work === "restore" ? { kind: "cancelled", added: state.added } : { kind: "idle" };
}

/** Reads and restores attachments for a backup. A file that cannot be read is left out, and the backup lists it as missing. */
export function createAttachmentBytes(
  attachments: Pick<AttachmentsService, "open" | "readSealed" | "isHere" | "restore">,
): AttachmentBytes {
  return {
    async read(id) {
      const opened = await attachments.open({ id, isSensitive: false });
      return opened.ok ? whole(opened.value) : undefined;
    },
    async readSealed(id) {
      const read = await attachments.readSealed(id);
      const sealedUnder = read.ok ? fileSealedUnder(read.value) : undefined;
      return read.ok && sealedUnder !== undefined ? { sealedUnder, bytes: whole(read.value) } : undefined;
    },
    has: (id) => attachments.isHere(id),
    put: (attachment, bytes) => attachments.restore(attachment, bytes),
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
