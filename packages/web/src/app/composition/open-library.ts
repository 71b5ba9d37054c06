/**
 * Builds everything that belongs to an account's notes on this device; open-local-library.ts does it for local mode. They and compose.ts are
 * what builds adapters, with the compose-*.ts files that are fetched lazily; library-controller.ts says when.
 */

import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { keptFileBytes } from "@satchel/core/library/attachments/kept-file-bytes.ts";
import { createDatabaseMark } from "@satchel/core/library/index/database-mark-service.ts";
import { type Library as CoreLibrary, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { type FirstScreen, toFirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { createNoteReader } from "@satchel/core/library/notes/note-reader-service.ts";
import { watchRefusedDeletes } from "@satchel/core/library/notes/refused-deletes-service.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { CHANNEL, CLOUD_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore } from "@satchel/core/model/store.ts";
import type { AttachmentCodec } from "@satchel/core/ports/attachment-codec.ts";
import type { StoredDraft, StoreProblem } from "@satchel/core/ports/local-store.ts";
import type { PackCodec } from "@satchel/core/ports/pack-codec.ts";
import type { SignalSealing } from "@satchel/core/ports/signals.ts";
import { createConflictsService } from "@satchel/core/sync/conflicts/conflicts-service.ts";
import { switchTarget } from "@satchel/core/sync/cycle/switch-target.ts";
import { createSyncLogService } from "@satchel/core/sync/log/sync-log-service.ts";
import { projectErasing } from "@satchel/core/sync/queue/project-erasing.ts";
import { projectSyncQueue } from "@satchel/core/sync/queue/project-queue.ts";
import { retryParked, retryRefused } from "@satchel/core/sync/queue/retry-parked-service.ts";
import { keepSyncKeys, type SyncKeys } from "@satchel/core/sync/sync-keys-service.ts";
import { createSyncService } from "@satchel/core/sync/sync-service.ts";
import { createSyncSettings } from "@satchel/core/sync/sync-settings-service.ts";
import type { LocalNotesAccess } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import { createDevicesService, type DevicesDeps } from "@satchel/core/vault/devices/devices-service.ts";
import type { SensitiveFolder, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { createNoteStore } from "@satchel/core/workspace/note-store/note-store-service.ts";
import { createFailedUploads } from "@satchel/core/workspace/notifications/failed-uploads-service.ts";
import type { OpenTabs } from "@satchel/core/workspace/tabs/tab.ts";
import {
  browserClock,
  browserFetch,
  browserIds,
  browserNetwork,
  browserRandom,
  browserTimers,
  isMetered,
  isQuietMoment,
  pageAttention,
  pageVisibility,
} from "../../adapters/browser/environment.ts";
import {
  parseAttachmentMessage,
  parseLibraryMessage,
  parseSettingsMessage,
  parseSyncMessage,
} from "../../adapters/browser/library-messages.ts";
import { holdLibrary } from "../../adapters/browser/open-libraries.ts";
import { browserSpace } from "../../adapters/browser/storage-space.ts";
import { openTabChannel } from "../../adapters/browser/tab-channel.ts";
import { tabExclusive } from "../../adapters/browser/tab-exclusive.ts";
import { tabLeadership } from "../../adapters/browser/tab-leadership.ts";
import { createDriveConnectionStore } from "../../adapters/drive/drive-access.ts";
import { type CloudLocalStore, openCloudLocalStore } from "../../adapters/indexed-db/cloud-local-store.ts";
import { fetchWhenIdle } from "../../shared/lazy/lazy-component.ts";
import type { Library, LibraryProblem, RecreatedCache } from "../../shared/services.ts";
import {
  createLazyExports,
  createLazyHistory,
  createLazyOfflineFiles,
  createLazyTrash,
  fetchRepair,
  measureLazily,
  repairLazily,
  sealUnsentLazily,
} from "../lazy/lazy-library-services.ts";
import {
  createLazyEngine,
  createLazyKeysJson,
  createLazyMaintenance,
  createLazyOrphanedFiles,
  createLazySignals,
  createLazyUnsealed,
  createLazyUploads,
  fetchDrive,
} from "../lazy/lazy-sync-services.ts";
import { createLazyBackup, createLazyImport, createLazyUpgrade } from "../lazy/lazy-transfer-services.ts";
import { accountKeysForBackup, claimLibrary, followKeys, hasSensitiveKeys, type LibraryKeys, restoreUnsentWork } from "./library-keys.ts";
import { newDeviceId, newTargetId } from "./new-ids.ts";
import { BRIEFLY, flushThen, type OpenDeps, type OpenedLibrary, type Outdated, openNotes, screenServices } from "./open-notes.ts";

/** It is opened again because its database is gone or broken: what the page held, and how many changes the drive did not have yet. */
export type StorageFailure = { readonly unsaved: readonly StoredDraft[]; readonly unsentCount: number; readonly mayLose: boolean };

export type ReadLibrary = {
  readonly library: CoreLibrary;
  readonly store: CloudLocalStore;
  readonly outdated: Outdated;
  readonly failures: ReturnType<typeof createFailureNotifier>;
  readonly close: () => void;
};

/** Of a large library first what is seen first; the rest is read once that is rendered. */
export type ShowFirst = (first: FirstScreen) => Promise<void>;

/** The account's database, opened and read. Needs no key, so that it can be begun beside opening those; whose it is, `claimLibrary` finds out. */
export async function readCloudLibrary(onOutdated: () => void, showFirst?: ShowFirst): Promise<Result<ReadLibrary, StoreProblem>> {
  const outdated = flushThen(onOutdated);
  const failures = createFailureNotifier();
  const stored = await openCloudLocalStore({ now: browserClock.now, newDeviceId, onOutdated: outdated.run, onFailure: failures.notify });
  if (!stored.ok) return stored;
  const store = stored.value;
  const first = showFirst === undefined ? undefined : await store.readFirst();
  if (first?.ok === true && first.value !== undefined) await showFirst?.(toFirstScreen(first.value));
  const channel = openTabChannel(CHANNEL.library, parseLibraryMessage);
  const opened = await openLibrary({ store, channel });
  if (!opened.ok) return opened;
  const library = opened.value;
  const close = (): void => {
    library.close();
    channel.close();
  };
  return ok({ library, store, outdated, failures, close });
}

export async function openCloudLibrary(
  deps: OpenDeps & {
    /** What was read while the keys were opened; undefined: nothing was, or it is another library's turn. */
    readonly readAhead: () => Promise<Result<ReadLibrary, StoreProblem> | undefined>;
    readonly keys: LibraryKeys;
    readonly packs: PackCodec;
    readonly attachments: AttachmentCodec;
    readonly sensitive: SensitiveFolder & Pick<SensitiveService, "join">;
    readonly access: () => DriveAccess | undefined;
    readonly devices: Pick<DevicesDeps, "sealing" | "backend" | "token" | "name">;
    readonly signalSealing: SignalSealing;
    /** What was written here without an account. */
    readonly local: Omit<LocalNotesAccess, "open">;
    readonly isNewcomer: () => boolean;
    readonly accountRefusal: () => AccountProblem | undefined;
    /** Tells each time when access to the drive was renewed. */
    readonly onRenewed: (listener: () => void) => () => void;
    /** The database that is open is broken or gone. */
    readonly onFailure: () => void;
    /** Why it is opened again. */
    readonly failure: StorageFailure | undefined;
  },
): Promise<Result<OpenedLibrary, LibraryProblem>> {
  const read = await readOrRepair(deps);
  if (!read.ok) return read;
  fetchWhenIdle([fetchRepair]);
  const { library, store, outdated } = read.value;
  const claimed = await claimLibrary(library, deps.keys);
  if (!claimed.ok) {
    read.value.close();
    return claimed;
  }
  const leave = holdLibrary();
  deps.preferences.write(LOCAL_KEYS.libraryVault, deps.keys.vaultId);
  await restoreUnsentWork(library, deps.keys);
  const syncChannel = openTabChannel(CHANNEL.sync, parseSyncMessage);
  const line = createStore<{ readonly isSilent: boolean }>({ isSilent: false });
  const remote = createDriveConnectionStore(
    {
      access: deps.access,
      newTargetId,
      isOnline: browserNetwork.isOnline,
      onSilence: (isSilent) => line.setState({ isSilent }),
      timers: { ...browserClock, ...browserTimers },
      random: browserRandom,
    },
    fetchDrive,
  );
  const { isOnline } = browserNetwork;
  const uploads = createLazyUploads({
    library,
    store,
    remote,
    codec: deps.attachments,
    exclusive: tabExclusive,
    clock: browserClock,
    isOnline,
  });
  const attachmentsChannel = openTabChannel(CHANNEL.attachments, parseAttachmentMessage);
  const attachments = createAttachmentsService({
    library,
    store,
    codec: deps.attachments,
    clock: browserClock,
    ids: browserIds,
    cloud: { remote, uploads },
    channel: attachmentsChannel,
    keptBytes: () => keptFileBytes(deps.preferences.read(LOCAL_KEYS.offlineFiles)),
  });
  const offlineFiles = createLazyOfflineFiles({
    library,
    attachments,
    preferences: deps.preferences,
    space: browserSpace,
    isMetered,
    exclusive: tabExclusive,
    clock: browserClock,
  });
  let isCarrying = false;
  const { notes, inFolder, unlocked } = openNotes(library, {
    sensitive: deps.sensitive,
    sealing: deps.keys.keyring,
    drafts: store,
    files: { attachments, codec: deps.attachments },
    isCarrying: () => isCarrying,
  });
  const { deviceId, formerIds } = library.index.meta;
  const mark = createDatabaseMark({ preferences: deps.preferences, key: LOCAL_KEYS.unsentChanges, deviceIds: [deviceId, ...formerIds] });
  const lost = mark.lost.getState().count;
  // Reported once, when the library is shown.
  mark.noteLoss(library.index.countUnsent());
  const stopMarking = notes.store.subscribe(() => mark.keep(library.index.countUnsent()));
  const keysJson = createLazyKeysJson({
    remote,
    keyring: deps.keys.keyring,
    keys: deps.keys.keys,
    currentTarget: () => library.index.meta.target?.targetId,
  });
  const settingsChannel = openTabChannel(CHANNEL.syncSettings, parseSettingsMessage);
  const syncSettings = createSyncSettings({ preferences: deps.preferences, channel: settingsChannel });
  const conflicts = createConflictsService({
    library,
    records: store,
    clock: browserClock,
    strategy: () => syncSettings.store.getState().conflictResolutionStrategy,
    sealing: deps.keys.keyring,
  });
  const syncLog = createSyncLogService({ library, log: store });
  // Once the tabs are there.
  let shownNote = (): string | undefined => undefined;
  const signals = createLazySignals(
    {
      library,
      sealing: deps.signalSealing,
      ids: browserIds,
      clock: browserClock,
      timers: browserTimers,
      name: deps.devices.name,
      shownNote: () => shownNote(),
      fetch: browserFetch,
      random: browserRandom,
      network: browserNetwork,
      token: deps.devices.token,
    },
    () => sync.store,
  );
  const sync = createSyncService({
    library,
    live: signals.live,
    engine: createLazyEngine(deps.keys.codec),
    settings: syncSettings.store,
    remote,
    packs: deps.packs,
    attachments: { store, remote },
    sealing: deps.keys.keyring,
    mayPack: isQuietMoment,
    ids: browserIds,
    clock: browserClock,
    timers: browserTimers,
    random: browserRandom,
    network: browserNetwork,
    line,
    leadership: tabLeadership,
    channel: syncChannel,
    ...pageVisibility,
    afterCycle: async () => {
      void uploads.run();
      void offlineFiles.goOn();
      await notes.ensureDefaultFolders();
      await conflicts.resolveByStrategy();
      await keysJson.keep();
      await devices.leaveIfDue();
    },
  });
  const devices = createDevicesService({
    ...deps.devices,
    library,
    clock: browserClock,
    lastCompleteAt: () => sync.store.getState().lastCompleteAt,
    trash: () => deps.preferences.read(LOCAL_KEYS.trashKept),
  });
  const trash = createLazyTrash({ library, preferences: deps.preferences, sealing: deps.keys.keyring, devices });
  const refusedDeletes = watchRefusedDeletes({ library, notes });
  const syncKeys = keepSyncKeys({ library, sync: sync.store, preferences: deps.preferences, clock: browserClock });
  const stopRenewals = deps.onRenewed(() => void devices.leave());
  const stopFollowing = followKeys(library, deps.keys, () => sync.syncNow());
  const orphanedFiles = createLazyOrphanedFiles({ library, sensitive: inFolder, sealing: deps.keys.keyring });
  // What waits for the key is taken in with the next cycle.
  const stopUnlocks = deps.sensitive.onEvent(({ kind }) => {
    if (kind !== "unlocked") return;
    if (library.index.waiting.size > 0) void sync.syncNow();
    void orphanedFiles.look();
  });
  const stopReporting = sync.store.subscribe((state, before) => {
    if (state.phase === before.phase) return;
    isCarrying = state.phase === "syncing";
    notes.refresh();
    if (before.phase === "syncing") void orphanedFiles.look();
  });
  const isInitialSync = () => !library.index.meta.initialSyncCompleted;
  const reader = createNoteReader({
    notes,
    versionOf: (noteId) => library.index.entities.get(noteId)?.vv,
    clock: browserClock,
    timers: browserTimers,
    initialSync: {
      isPending: () => isInitialSync() && sync.store.getState().phase !== "off",
      onChange: (listener) => sync.store.subscribe(listener),
    },
    refresh: () => void sync.syncNow(),
  });
  const screens = screenServices(store, library, CLOUD_DATABASE.name, notes, { ...deps, unlocked });
  outdated.flush = () => screens.tabs.flush();
  shownNote = () => (pageVisibility.isVisible() ? activeNote(screens.tabs.store.getState()) : undefined);
  const stopShowing = [
    screens.tabs.store.subscribe(signals.shown),
    pageVisibility.onVisible(signals.shown),
    pageAttention.onHidden(signals.shown),
  ];
  const upgrade = createLazyUpgrade({
    library,
    remote,
    codec: deps.keys.codec,
    files: remote,
    fileCodec: deps.attachments,
    attachments,
    drafts: store,
    local: deps.local,
    sync: sync.store,
    hasSensitiveKeys: (sealed) => hasSensitiveKeys(deps.keys, sealed),
    sealing: deps.keys.keyring,
    onKeysChanged: (listener) => {
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
  // The unsaved texts among what moved are listed at once.
  const stopListing = upgrade.store.subscribe(
    (state) => state.kind === "none" && state.moved !== undefined && void screens.tabs.listDrafts(),
  );
  void upgrade.look();
  read.value.failures.listen(deps.onFailure);
  const maintenance = createLazyMaintenance({ library, remote, codec: deps.attachments, timers: browserTimers });
  return ok({
    library: {
      keyCopies: () => keysJson.copies(),
      kind: "cloud",
      notes,
      store: createNoteStore({ library, notes, unlock: (password) => deps.sensitive.unlock(password) }),
      sensitive: deps.sensitive,
      erasing: () => projectErasing(library.index),
      reader,
      onDeleteRefused: (listener) => refusedDeletes.onRefused(listener),
      onUploadFailed: createFailedUploads({ library, attachments: attachments.store, isOnline }),
      sync: recordForcedSyncs(sync, syncKeys),
      syncSettings,
      queue: () => projectSyncQueue(library.index),
      async tryAgain() {
        await retryRefused(library);
        for (const [id, { kind }] of attachments.store.getState().statuses) if (kind === "failed") void attachments.retry(id);
        await sync.syncNow();
      },
      isInitialSync,
      syncLog,
      others: signals.store,
      conflicts,
      trash: trash.open,
      history: createLazyHistory({
        library,
        notes,
        sealing: deps.keys.keyring,
        preferences: deps.preferences,
        records: store,
        trash: trash.open,
        drive: { remote, packs: deps.packs },
      }),
      devices,
      attachments,
      offlineFiles,
      backup: createLazyBackup({ library, attachments, ...accountKeysForBackup(deps.keys, (...given) => deps.sensitive.join(...given)) }),
      imports: createLazyImport({ library, attachments }),
      ...createLazyExports({ library, notes, attachments, preferences: deps.preferences, sync: sync.store }),
      switchDriveTarget: () => switchTarget(library),
      upgrade,
      maintenance,
      unsealed: createLazyUnsealed({ library, remote, codec: deps.keys.codec }),
      recreatedCache: read.value.recreatedCache ?? (lost === 0 ? undefined : { saved: 0, lost }),
      lostNotes: undefined,
      unreadableFolders: 0,
      usage: () => measureLazily({ library, clock: browserClock, sessionId: undefined }),
      exportLocal: undefined,
      ...screens,
    },
    setSyncMode(mode) {
      if (mode !== "sync") void sync.stop();
      // With a drive they are made after a cycle: it may hold them already.
      if (mode === "without") void notes.ensureDefaultFolders();
      if (mode !== "sync") return;
      sync.start();
      void retryParked(library);
    },
    async close() {
      await screens.tabs.flush();
      stopListing();
      stopMarking();
      for (const stop of stopShowing) stop();
      upgrade.close();
      maintenance.close();
      stopRenewals();
      syncKeys.stop();
      refusedDeletes.stop();
      stopFollowing();
      stopUnlocks();
      stopReporting();
      offlineFiles.close();
      attachments.close();
      attachmentsChannel.close();
      await sync.stop();
      screens.search.close();
      conflicts.close();
      trash.close();
      syncLog.close();
      settingsChannel.close();
      syncChannel.close();
      screens.tabs.stop();
      unlocked.close();
      notes.close();
      read.value.close();
      leave();
    },
  });
}

function activeNote({ tabs, activeTabId }: OpenTabs): string | undefined {
  const tab = tabs.find(({ id }) => id === activeTabId);
  return tab === undefined || tab.type === "new" ? undefined : tab.noteId;
}

/** What was never sent is sealed for later, straight from the database, whose library is closed. */
export function sealStored(deps: UnsentDeps) {
  return sealUnsentLazily(deps, () => openCloudLocalStore(BRIEFLY));
}

/** A fault of the database may show before anyone who could repair it listens. */
function createFailureNotifier() {
  let isNotified = false;
  let listener = (): void => undefined;
  return {
    notify(): void {
      isNotified = true;
      listener();
    },
    listen(next: () => void): void {
      listener = next;
      if (isNotified) next();
    },
  };
}

type RepairingDeps = OpenDeps & Pick<Parameters<typeof openCloudLibrary>[0], "readAhead" | "keys" | "failure">;

/** A database that is broken is made again before it is read; one that was only at fault for a moment gets what the page held. */
async function readOrRepair(
  deps: RepairingDeps,
): Promise<Result<ReadLibrary & { readonly recreatedCache: RecreatedCache | undefined }, LibraryProblem>> {
  const { failure, keys } = deps;
  const first = failure === undefined ? ((await deps.readAhead()) ?? (await readCloudLibrary(deps.onOutdated))) : undefined;
  if (first?.ok === true) return ok({ ...first.value, recreatedCache: undefined });
  if (first !== undefined && first.problem.kind !== "storage-broken") return first;
  const repaired = await repairLazily({
    ...keys,
    opensVault: keys.keyring.opensVault,
    lastOwner: deps.preferences.read(LOCAL_KEYS.libraryVault),
    unsaved: failure?.unsaved ?? [],
    mayLose: failure?.mayLose ?? false,
    exclusive: tabExclusive,
    timers: browserTimers,
  });
  if (!repaired.ok) return repaired;
  const again = await readCloudLibrary(deps.onOutdated);
  if (!again.ok) return again;
  if (repaired.value.kind === "made-anew") return ok({ ...again.value, recreatedCache: repaired.value });
  for (const draft of failure?.unsaved ?? []) await again.value.store.putDraft(draft);
  const isGone = repaired.value.kind === "gone" && failure !== undefined;
  return ok({ ...again.value, recreatedCache: isGone ? { saved: failure.unsaved.length, lost: failure.unsentCount } : undefined });
}

function recordForcedSyncs(sync: Library["sync"], keys: SyncKeys): Library["sync"] {
  return {
    store: sync.store,
    start: () => sync.start(),
    stop: () => sync.stop(),
    resolveRemovals: (choice) => sync.resolveRemovals(choice),
    syncNow() {
      keys.forced();
      return sync.syncNow();
    },
  };
}
