/**
 * Finds broken files and duplicate attachments in the drive, and moves them to its trash and back; never deletes. Runs on the user's
 * request and checks each file again right before moving it. Spec B §2, B §5, B §7.2; rules: suspicion.ts, duplicates.ts.
 */
import type { Library } from "../../library/index/library-service.ts";
import { CLEANUP } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { Timers } from "../../ports/environment.ts";
import type { DriveEntry, MaintenanceRemote } from "../../ports/remote/maintenance-remote.ts";
import { type Duplicate, isAsOpened } from "./duplicates.ts";
import { type DuplicateDeps, findDuplicates } from "./find-duplicates-service.ts";
import type {
  CleanUpTarget,
  MaintenanceProblem,
  MaintenanceService,
  MaintenanceState,
  MaintenanceWork,
  Scan,
} from "./maintenance-service-types.ts";
import { isNeeded, isSuspicious, toStats } from "./suspicion.ts";

export type MaintenanceDeps = {
  readonly library: Pick<Library, "index">;
  readonly remote: MaintenanceRemote & DuplicateDeps["remote"];
  readonly codec: DuplicateDeps["codec"];
  readonly timers: Timers;
};

type AsyncResult<Value> = Promise<Result<Value, MaintenanceProblem>>;

export function createMaintenanceService({ library, remote, codec, timers }: MaintenanceDeps): MaintenanceService {
  const store = createStore<MaintenanceState>({ scan: undefined, work: undefined, moved: [] });
  let [isCancelled, isTaken, isClosed] = [false, false, false];
  let stopRefresh: () => void = () => undefined;
  let refreshing: Promise<unknown> | undefined;

  const run = async <Value>(work: MaintenanceWork, act: () => AsyncResult<Value>): AsyncResult<Value> => {
    stopRefresh();
    isCancelled = false;
    store.setState({ work });
    const done = await act();
    store.setState({ work: undefined });
    return done;
  };

  const listAll = async (folderIds: readonly string[], isTrashed: boolean, seenBefore: number): AsyncResult<readonly DriveEntry[]> => {
    const entries: DriveEntry[] = [];
    let page: string | undefined;
    do {
      if (isCancelled) return failed({ kind: "cancelled" });
      const listed = await remote.listEntries(folderIds, isTrashed, page);
      if (!listed.ok) return listed;
      entries.push(...listed.value.entries);
      page = listed.value.nextPage;
      store.setState({ work: { kind: "scan", seen: seenBefore + entries.length } });
    } while (page !== undefined);
    return isCancelled ? failed({ kind: "cancelled" }) : ok(entries);
  };

  const look = async (): AsyncResult<Scan> => {
    const folders = library.index.meta.target?.folderIds;
    if (folders === undefined) return failed({ kind: "not-connected" });
    const notes = await listAll([folders.notes], false, 0);
    if (!notes.ok) return notes;
    const living = notes.value.length > 0 ? notes : await listAll([folders.app], false, 0);
    if (!living.ok) return living;
    const trashed = await listAll([folders.notes, folders.app], true, living.value.length);
    if (!trashed.ok) return trashed;
    const seenBefore = living.value.length + trashed.value.length;
    const duplicates = await findDuplicates({
      remote,
      codec,
      folderId: folders.attachments,
      isExposed: (fileId) => library.index.unreferenced.get(fileId)?.isExposed === true,
      isCancelled: () => isCancelled,
      onSeen: (count) => store.setState({ work: { kind: "scan", seen: seenBefore + count } }),
    });
    if (!duplicates.ok) return duplicates;
    const matching = living.value.filter(isSuspicious);
    const suspicious = matching.filter((entry) => mayGo(entry, folders.notes));
    const scan: Scan = {
      stats: toStats(living.value, suspicious),
      suspicious,
      neededFiles: matching.length - suspicious.length,
      trashedFiles: trashed.value.length,
      duplicates: duplicates.value,
    };
    store.setState({ scan });
    return ok(scan);
  };

  const mayGo = (entry: DriveEntry, notesFolderId: string): boolean =>
    isSuspicious(entry) && !isNeeded(entry, library.index.file(entry.fileId), notesFolderId);

  /** Runs `act` on one file after another; `act` returns whether it moved the file. */
  const each = async (
    kind: "clean-up" | "bring-back",
    fileIds: readonly string[],
    act: (fileId: string) => AsyncResult<boolean>,
  ): AsyncResult<number> => {
    let count = 0;
    for (const [done, fileId] of fileIds.entries()) {
      if (isCancelled) return failed({ kind: "cancelled" });
      store.setState({ work: { kind, done, total: fileIds.length } });
      const moved = await act(fileId);
      if (!moved.ok && moved.problem.kind !== "not-found") return moved;
      if (moved.ok && moved.value) count += 1;
    }
    return ok(count);
  };

  const moveAway = async (fileId: string): AsyncResult<boolean> => {
    const entry = await remote.readEntry(fileId);
    if (!entry.ok) return entry;
    const notesFolderId = library.index.meta.target?.folderIds.notes;
    if (entry.value.isTrashed || notesFolderId === undefined || !mayGo(entry.value, notesFolderId)) return ok(false);
    return trash(fileId);
  };

  const trash = async (fileId: string): AsyncResult<boolean> => {
    const trashed = await remote.setTrashed(fileId, true);
    if (!trashed.ok) return trashed;
    store.setState(({ moved }) => ({ moved: [...moved, fileId] }));
    return ok(true);
  };

  /** If the drive has changed since the scan, keeps the other files of that attachment too. */
  const moveDuplicates = (duplicates: readonly Duplicate[]): AsyncResult<number> => {
    const byFile = new Map(duplicates.map((duplicate) => [duplicate.fileId, duplicate]));
    const changed = new Set<string>();
    return each("clean-up", [...byFile.keys()], async (fileId) => {
      const duplicate = byFile.get(fileId);
      if (duplicate === undefined || changed.has(duplicate.attachmentId)) return ok(false);
      const isSame = await isUnchanged(duplicate);
      if (isSame.ok && isSame.value) return trash(fileId);
      changed.add(duplicate.attachmentId);
      return isSame;
    });
  };

  /** Checks the file that stays last, right before the other is moved. */
  const isUnchanged = async (duplicate: Duplicate): AsyncResult<boolean> => {
    for (const file of [duplicate, duplicate.kept]) {
      const now = await remote.attachmentFile(file.fileId);
      if (!now.ok) return now;
      if (!isAsOpened(now.value, file)) return ok(false);
    }
    return ok(true);
  };

  const takeBack = async (fileId: string): AsyncResult<boolean> => {
    const back = await remote.setTrashed(fileId, false);
    if (back.ok || back.problem.kind === "not-found") store.setState(({ moved }) => ({ moved: moved.filter((id) => id !== fileId) }));
    return back.ok ? ok(true) : back;
  };

  const scan = (): AsyncResult<Scan> => run({ kind: "scan", seen: 0 }, look);
  const scheduleRefresh = (): void => {
    if (isClosed) return;
    stopRefresh = timers.after(CLEANUP.refreshMs, () => {
      refreshing = scan().finally(() => {
        refreshing = undefined;
      });
    });
  };
  /** Runs one task at a time; an automatic scan is canceled for the user's task. */
  const alone = async <Value>(act: () => AsyncResult<Value>): AsyncResult<Value> => {
    if (isTaken) return failed({ kind: "cancelled" });
    isTaken = true;
    try {
      if (refreshing !== undefined) isCancelled = true;
      await refreshing;
      return isClosed ? failed({ kind: "cancelled" }) : await act();
    } finally {
      isTaken = false;
    }
  };

  return {
    store,
    scan: () => alone(scan),
    cleanUp: (target: CleanUpTarget) =>
      alone(async () => {
        const { suspicious = [], duplicates = [] } = store.getState().scan ?? {};
        const fileIds = suspicious.map(({ fileId }) => fileId);
        if (target === "suspicious") store.setState({ moved: [] });
        const cleaned =
          target === "duplicates"
            ? await run({ kind: "clean-up", done: 0, total: duplicates.length }, () => moveDuplicates(duplicates))
            : await run({ kind: "clean-up", done: 0, total: fileIds.length }, () => each("clean-up", fileIds, moveAway));
        scheduleRefresh();
        return cleaned;
      }),
    bringBack: () =>
      alone(async () => {
        const { moved } = store.getState();
        const back = await run({ kind: "bring-back", done: 0, total: moved.length }, () => each("bring-back", moved, takeBack));
        scheduleRefresh();
        return back;
      }),
    cancel() {
      isCancelled = true;
    },
    close() {
      [isCancelled, isClosed] = [true, true];
      stopRefresh();
    },
  };
}
