/** Builds an account's library on this device. For local mode see open-local-library.ts; library-controller.ts decides when. */

import type { SyncMode } from "@satchel/core/connection/link.ts";
import { createDatabaseMark } from "@satchel/core/library/index/database-mark-service.ts";
import { createNoteReader } from "@satchel/core/library/notes/note-reader-service.ts";
import { watchRefusedDeletes } from "@satchel/core/library/notes/refused-deletes-service.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { switchTarget } from "@satchel/core/sync/cycle/switch-target.ts";
import { createSyncLogService } from "@satchel/core/sync/log/sync-log-service.ts";
import { projectErasing } from "@satchel/core/sync/queue/project-erasing.ts";
import { projectSyncQueue } from "@satchel/core/sync/queue/project-queue.ts";
import { retryParked, retryRefused } from "@satchel/core/sync/queue/retry-service.ts";
import { createFailedUploads } from "@satchel/core/workspace/notifications/failed-uploads-service.ts";
import { browserClock, browserNetwork, browserTimers } from "../../../adapters/browser/environment.ts";
import { holdLibrary, tabExclusive } from "../../../adapters/browser/tab-locks.ts";
import { fetchWhenIdle } from "../../../shared/lazy/lazy-component.ts";
import type { Library, LibraryProblem } from "../../../shared/services.ts";
import {
  createLazyExports,
  createLazyHistory,
  createLazyNoteStore,
  createLazyOrganize,
  createLazyTrash,
  fetchRepair,
  measureLazily,
} from "../../lazy/lazy-library-services.ts";
import { createLazyMaintenance, createLazyOrphanedFiles, createLazyUnsealed } from "../../lazy/lazy-sync-services.ts";
import { createLazyBackup, createLazyImport, createLazyUpgrade } from "../../lazy/lazy-transfer-services.ts";
import { accountKeysForBackup, claimLibrary, followKeys, hasSensitiveKeys, restoreUnsentWork } from "./library-keys.ts";
import { addFirstNotesOf, type CloudLibraryDeps, createDisposerStack, type LibraryParts } from "./library-parts.ts";
import { composeSync, connectLibrary, type LibraryDrive, type LibraryFiles, openLibraryFiles } from "./library-sync.ts";
import { type OpenedLibrary, openNotes, screenServices } from "./open-notes.ts";
import { type RepairedLibrary, readOrRepair } from "./read-library.ts";

export { readCloudLibrary, sealStored } from "./read-library.ts";

export async function openCloudLibrary(deps: CloudLibraryDeps): Promise<Result<OpenedLibrary, LibraryProblem>> {
  const read = await readOrRepair(deps);
  if (!read.ok) return read;
  fetchWhenIdle([fetchRepair]);
  const { library, store } = read.value;
  const claimed = await claimLibrary(library, deps.keys);
  if (!claimed.ok) {
    read.value.close();
    return claimed;
  }
  const disposers = createDisposerStack();
  disposers.defer(holdLibrary());
  disposers.use(read.value);
  deps.preferences.write(LOCAL_KEYS.libraryVault, deps.keys.vaultId);
  await restoreUnsentWork(library, deps.keys);
  return ok(composeLibrary({ deps, library, store, disposers }, read.value));
}

function composeLibrary(parts: LibraryParts, read: RepairedLibrary): OpenedLibrary {
  const { deps, library, disposers } = parts;
  const drive = connectLibrary(deps);
  const files = openLibraryFiles(parts, drive);
  const opened = openAccountNotes(parts, files);
  const { notes, screens } = opened;
  const lost = markUnsent(parts, notes);
  const { sync, services } = composeSync(parts, { ...drive, ...files, notes, tabs: screens.tabs });
  followSync(parts, opened, sync);
  const composed: Library = {
    kind: "cloud",
    ...screens,
    ...services,
    ...noteServices(parts, notes, { ...drive, sync, devices: services.devices }),
    ...syncServices(parts, sync, files),
    ...transferServices(parts, { ...drive, ...files, notes, screens, sync }),
    recreatedCache: read.recreatedCache ?? (lost === 0 ? undefined : { saved: 0, lost }),
    lostNotes: undefined,
    unreadableFolders: 0,
    usage: () => measureLazily({ library, clock: browserClock, sessionId: undefined }),
  };
  read.outdated.flush = () => screens.tabs.flush();
  read.failures.listen(deps.onFailure);
  disposers.defer(() => screens.tabs.flush());
  let current: SyncMode | undefined;
  const follow = (mode: SyncMode): void => {
    current = mode;
    setSyncMode(mode, parts, { notes, sync, isCurrent: () => current === mode });
  };
  return { library: composed, setSyncMode: follow, close: () => disposers.close() };
}

/** Ordinary notes, those of the Sensitive folder, and the services for screens over both. */
function openAccountNotes({ deps, library, store, disposers }: LibraryParts, { attachments }: LibraryFiles) {
  const progress = { isSyncing: false };
  const { notes, inFolder, unlocked } = openNotes(library, {
    sensitive: deps.sensitive,
    sealing: deps.keys.keyring,
    drafts: store,
    files: { attachments, codec: deps.attachments },
    isCarrying: () => progress.isSyncing,
  });
  const screens = screenServices({ ...deps, stores: store, library, databaseName: CLOUD_DATABASE.name, notes, unlocked });
  disposers.use(notes);
  disposers.use(unlocked);
  disposers.use(screens.search);
  disposers.defer(() => screens.tabs.stop());
  return { notes, inFolder, screens, progress };
}

type AccountNotes = ReturnType<typeof openAccountNotes>;
type Notes = AccountNotes["notes"];
type Sync = ReturnType<typeof composeSync>["sync"];

/** Number of unsent changes that were lost with a cleared database; reported once, when the library is shown. */
function markUnsent({ deps, library, disposers }: LibraryParts, notes: Notes): number {
  const { deviceId, formerIds } = library.index.meta;
  const mark = createDatabaseMark({ preferences: deps.preferences, key: LOCAL_KEYS.unsentChanges, deviceIds: [deviceId, ...formerIds] });
  const lost = mark.lost.getState().count;
  mark.noteLoss(library.index.countUnsent());
  disposers.defer(notes.store.subscribe(() => mark.keep(library.index.countUnsent())));
  return lost;
}

/** Reacts to each cycle, to an unlocked Sensitive folder and to joining keys. */
function followSync({ deps, library, disposers }: LibraryParts, { notes, inFolder, progress }: AccountNotes, sync: Sync): void {
  const orphanedFiles = createLazyOrphanedFiles({ library, sensitive: inFolder, sealing: deps.keys.keyring });
  disposers.defer(
    sync.store.subscribe((state, before) => {
      if (state.phase === before.phase) return;
      progress.isSyncing = state.phase === "syncing";
      notes.refresh();
      if (before.phase === "syncing") void orphanedFiles.look();
    }),
    deps.sensitive.onEvent(({ kind }) => {
      if (kind !== "unlocked") return;
      // The next cycle fetches what waits for the key.
      if (library.index.waiting.size > 0) void sync.syncNow();
      void orphanedFiles.look();
    }),
    followKeys(library, deps.keys, () => sync.syncNow()),
  );
}

function noteServices(
  { deps, library, store, disposers }: LibraryParts,
  notes: Notes,
  { remote, sync, devices }: Pick<LibraryDrive, "remote"> & { readonly sync: Sync; readonly devices: Library["devices"] },
) {
  const sealing = deps.keys.keyring;
  const refusedDeletes = watchRefusedDeletes({ library, notes });
  const trash = disposers.use(createLazyTrash({ library, preferences: deps.preferences, sealing, sensitive: deps.sensitive, devices }));
  disposers.defer(() => refusedDeletes.stop());
  const isInitialSync = () => !library.index.meta.initialSyncCompleted;
  const wasInitialSync = isInitialSync();
  return {
    notes,
    noteStore: createLazyNoteStore({ library, notes, unlock: (password) => deps.sensitive.unlock(password) }),
    sensitive: deps.sensitive,
    wasInitialSync,
    reader: createNoteReader({
      notes,
      versionOf: (noteId) => library.index.entities.get(noteId)?.vv,
      clock: browserClock,
      timers: browserTimers,
      initialSync: {
        isPending: () => isInitialSync() && sync.store.getState().phase !== "off",
        onChange: (listener) => sync.store.subscribe(listener),
      },
      refresh: () => void sync.syncNow(),
    }),
    onDeleteRefused: (listener) => refusedDeletes.onRefused(listener),
    trash: trash.open,
    ...createLazyOrganize({ library, sealing, notes, sealNames: (ids) => deps.keys.fileNames.sealNames(ids) }),
    history: createLazyHistory({
      library,
      notes,
      sealing,
      sensitive: deps.sensitive,
      preferences: deps.preferences,
      records: store,
      trash: trash.open,
      drive: { remote, packs: deps.packs },
    }),
  } satisfies Partial<Library>;
}

function syncServices({ library, store, disposers }: LibraryParts, sync: Sync, { attachments, offlineFiles }: LibraryFiles) {
  return {
    syncLog: disposers.use(createSyncLogService({ library, log: store })),
    attachments,
    offlineFiles,
    onUploadFailed: createFailedUploads({ library, attachments: attachments.store, isOnline: browserNetwork.isOnline }),
    queue: () => projectSyncQueue(library.index),
    erasing: () => projectErasing(library.index),
    switchDriveTarget: () => switchTarget(library),
    async tryAgain() {
      await retryRefused(library);
      for (const [id, { kind }] of attachments.store.getState().statuses) if (kind === "failed") void attachments.retry(id);
      await sync.syncNow();
    },
  } satisfies Partial<Library>;
}

type TransferParts = LibraryDrive &
  LibraryFiles & { readonly notes: Notes; readonly screens: AccountNotes["screens"]; readonly sync: Sync };

function transferServices(parts: LibraryParts, { remote, attachments, notes, screens, sync }: TransferParts) {
  const { deps, library, disposers } = parts;
  const upgrade = composeUpgradeOf(parts, { remote, attachments, sync });
  // Lists unsaved texts that were moved from local mode at once.
  const listMoved = upgrade.store.subscribe(
    (state) => state.kind === "none" && state.moved !== undefined && void screens.tabs.listDrafts(),
  );
  void upgrade.look();
  disposers.use(upgrade);
  disposers.defer(listMoved);
  return {
    upgrade,
    backup: createLazyBackup({ library, attachments, ...accountKeysForBackup(deps.keys, (...given) => deps.sensitive.join(...given)) }),
    imports: disposers.use(createLazyImport({ library, attachments, preferences: deps.preferences, kind: "cloud" })),
    ...createLazyExports({ library, notes, attachments, preferences: deps.preferences, sync: sync.store }, disposers.defer),
    maintenance: disposers.use(createLazyMaintenance({ library, remote, codec: deps.attachments, timers: browserTimers })),
    unsealed: createLazyUnsealed({ library, remote, codec: deps.keys.codec }),
    exportLocal: undefined,
  } satisfies Partial<Library>;
}

type UpgradeParts = Pick<TransferParts, "remote" | "attachments" | "sync">;

/** Moves local mode's notes into this account. */
function composeUpgradeOf({ deps, library, store }: LibraryParts, { remote, attachments, sync }: UpgradeParts) {
  return createLazyUpgrade({
    library,
    remote,
    codec: deps.keys.codec,
    packs: deps.packs,
    files: remote,
    fileCodec: deps.attachments,
    attachments,
    drafts: store,
    local: deps.local,
    sync: sync.store,
    hasSensitiveKeys: (sealed) => hasSensitiveKeys(deps.keys, sealed),
    sealing: deps.keys.keyring,
    onKeysChanged(listener) {
      const stops = [deps.keys.keys.subscribe(listener), deps.sensitive.onEvent(({ kind }) => kind === "unlocked" && listener())];
      return () => {
        for (const stop of stops) stop();
      };
    },
    joinSensitive: (...given) => deps.sensitive.join(...given),
    isNewcomer: deps.isNewcomer,
    accountRefusal: deps.accountRefusal,
    preferences: deps.preferences,
    exclusive: tabExclusive,
  });
}

function setSyncMode(
  mode: SyncMode,
  { library, deps }: LibraryParts,
  { notes, sync, isCurrent }: { readonly notes: Notes; readonly sync: Sync; readonly isCurrent: () => boolean },
): void {
  const createDefaults = async (): Promise<void> => {
    // A user who is still choosing a drive may connect one that has them, and the workspace reports them.
    await notes.defaultsFollowed();
    if (!isCurrent()) return;
    await notes.ensureDefaultFolders();
    await addFirstNotesOf(deps, library);
  };
  if (mode !== "sync") void sync.stop();
  // With a drive, default folders are created after a cycle, because the drive may already have them.
  if (mode === "without") void createDefaults();
  if (mode !== "sync") return;
  sync.start();
  void retryParked(library);
}
