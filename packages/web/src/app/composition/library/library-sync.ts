/** Connects an account's library to the drive: the connection, attachments, the sync cycle, and follow-up work of each cycle. */

import { keptFileBytes } from "@satchel/core/library/attachments/attachment-status.ts";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { AttachmentsService, Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { OfflineFiles } from "@satchel/core/library/attachments/offline-files-service.ts";
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import { CHANNEL, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import { createConflictsService } from "@satchel/core/sync/conflicts/conflicts-service.ts";
import { keepSyncKeys, type SyncKeys } from "@satchel/core/sync/schedule/sync-keys-service.ts";
import { createSyncService } from "@satchel/core/sync/schedule/sync-service.ts";
import type { SyncService } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { createSyncSettings } from "@satchel/core/sync/settings/sync-settings-service.ts";
import { createDevicesService, ownDeviceName } from "@satchel/core/vault/devices/devices-service.ts";
import type { OpenTabs } from "@satchel/core/workspace/tabs/tab.ts";
import { browserSpace } from "../../../adapters/browser/device-disk.ts";
import {
  browserClock,
  browserFetch,
  browserIds,
  browserNetwork,
  browserRandom,
  browserTimers,
  isMetered,
  isQuietMoment,
  newTargetId,
  pageAttention,
  pageVisibility,
} from "../../../adapters/browser/environment.ts";
import { parseAttachmentMessage, parseSettingsMessage, parseSyncMessage } from "../../../adapters/browser/library-messages.ts";
import { tabExclusive, tabLeadership } from "../../../adapters/browser/tab-locks.ts";
import { openTabChannel } from "../../../adapters/browser/tab-messages.ts";
import { createDriveConnectionStore, type DriveConnection } from "../../../adapters/drive/drive-access.ts";
import type { Library } from "../../../shared/services.ts";
import { createLazyOfflineFiles } from "../../lazy/lazy-library-services.ts";
import { createLazyEngine, createLazyKeysJson, createLazySignals, createLazyUploads, fetchDrive } from "../../lazy/lazy-sync-services.ts";
import { addFirstNotesOf, type CloudLibraryDeps, type LibraryParts } from "./library-parts.ts";
import type { openNotes } from "./open-notes.ts";

export type LibraryDrive = {
  readonly remote: DriveConnection;
  /** Whether the drive has stopped responding. */
  readonly line: ReadableStore<{ readonly isSilent: boolean }>;
};

export function connectLibrary(deps: Pick<CloudLibraryDeps, "access" | "keys">): LibraryDrive {
  const line = createStore<{ readonly isSilent: boolean }>({ isSilent: false });
  const connection = {
    access: deps.access,
    fileNames: deps.keys.fileNames,
    newTargetId,
    isOnline: browserNetwork.isOnline,
    onSilence: (isSilent: boolean) => line.setState({ isSilent }),
    timers: { ...browserClock, ...browserTimers },
    random: browserRandom,
  };
  return { remote: createDriveConnectionStore(connection, fetchDrive), line };
}

export type LibraryFiles = { readonly attachments: AttachmentsService; readonly uploads: Uploads; readonly offlineFiles: OfflineFiles };

export function openLibraryFiles({ deps, library, store, disposers }: LibraryParts, { remote }: LibraryDrive): LibraryFiles {
  const { preferences, attachments: codec } = deps;
  const shared = { library, clock: browserClock };
  const uploads = createLazyUploads({
    ...shared,
    store,
    remote,
    codec,
    exclusive: tabExclusive,
    isOnline: browserNetwork.isOnline,
  });
  const attachments = createAttachmentsService({
    ...shared,
    store,
    codec,
    ids: browserIds,
    cloud: { remote, uploads },
    channel: disposers.use(openTabChannel(CHANNEL.attachments, parseAttachmentMessage)),
    keptBytes: () => keptFileBytes(preferences.read(LOCAL_KEYS.offlineFiles)),
  });
  const offlineFiles = createLazyOfflineFiles({
    ...shared,
    attachments,
    preferences,
    space: browserSpace,
    isMetered,
    exclusive: tabExclusive,
  });
  disposers.use(attachments);
  return { attachments, uploads, offlineFiles: disposers.use(offlineFiles) };
}

type SyncParts = LibraryDrive &
  Pick<LibraryFiles, "uploads" | "offlineFiles"> & {
    readonly notes: ReturnType<typeof openNotes>["notes"];
    readonly tabs: Library["tabs"];
  };

/** The sync service with the follow-up work of its cycles; `services` is the part for screens. */
export function composeSync(parts: LibraryParts, { remote, line, uploads, offlineFiles, notes, tabs }: SyncParts) {
  const { deps, library, store, disposers } = parts;
  const { keyring, keys, codec } = deps.keys;
  const currentTarget = () => library.index.meta.target?.targetId;
  const keysJson = createLazyKeysJson({ remote, keyring, keys, currentTarget });
  const { settings, conflicts } = composeConflicts(parts);
  const signals = composeSignals(parts, tabs, () => sync.store);
  const sync: SyncService = createSyncService({
    library,
    live: signals.live,
    engine: createLazyEngine(codec),
    settings: settings.store,
    savesAutomatically: tabs.savesAutomatically,
    preferences: deps.preferences,
    remote,
    packs: deps.packs,
    attachments: { store, remote },
    sealing: keyring,
    mayPack: isQuietMoment,
    ids: browserIds,
    clock: browserClock,
    timers: browserTimers,
    random: browserRandom,
    network: browserNetwork,
    line,
    leadership: tabLeadership,
    channel: disposers.use(openTabChannel(CHANNEL.sync, parseSyncMessage)),
    ...pageVisibility,
    afterCycle: async () => {
      void uploads.run();
      void offlineFiles.goOn();
      await notes.ensureDefaultFolders();
      if (library.index.meta.initialSyncCompleted) await addFirstNotesOf(deps, library);
      await conflicts.resolveByStrategy();
      await keysJson.keep();
      await devices.leaveIfDue();
      if (isQuietMoment()) void remote.hideNames(SYNC.namesHiddenPerCycle);
    },
  });
  const devices = createDevicesService({
    ...deps.devices,
    library,
    preferences: deps.preferences,
    clock: browserClock,
    ids: browserIds,
    lastCompleteAt: () => sync.store.getState().lastCompleteAt,
    trash: () => deps.preferences.read(LOCAL_KEYS.trashKept),
  });
  const syncKeys = keepSyncKeys({ library, sync: sync.store, preferences: deps.preferences, clock: browserClock });
  disposers.defer(
    () => sync.stop(),
    () => syncKeys.stop(),
    deps.onRenewed(() => void devices.leave()),
  );
  const services = {
    sync: recordForcedSyncs(sync, syncKeys),
    syncSettings: settings,
    conflicts,
    devices,
    others: signals.store,
    keyCopies: () => keysJson.copies(),
  } satisfies Partial<Library>;
  return { sync, services };
}

/** Conflicts, resolved according to the sync settings. */
function composeConflicts({ deps, library, store, disposers }: LibraryParts) {
  const channel = disposers.use(openTabChannel(CHANNEL.syncSettings, parseSettingsMessage));
  const settings = createSyncSettings({ preferences: deps.preferences, channel });
  const conflicts = createConflictsService({
    library,
    records: store,
    clock: browserClock,
    strategy: () => settings.store.getState().conflictResolutionStrategy,
    sealing: deps.keys.keyring,
  });
  return { settings, conflicts: disposers.use(conflicts) };
}

/** Publishes the note on the screen to the user's other devices, and receives theirs. */
function composeSignals({ deps, library, disposers }: LibraryParts, tabs: Library["tabs"], sync: () => Library["sync"]["store"]) {
  const signals = createLazySignals(
    {
      library,
      sealing: deps.signalSealing,
      ids: browserIds,
      clock: browserClock,
      timers: browserTimers,
      name: () => ownDeviceName({ ...deps.devices, preferences: deps.preferences }),
      shownNote: () => (pageVisibility.isVisible() ? activeNote(tabs.store.getState()) : undefined),
      fetch: browserFetch,
      random: browserRandom,
      network: browserNetwork,
      token: deps.devices.token,
      onAccountChanged: deps.onAccountChanged,
    },
    sync,
  );
  disposers.defer(tabs.store.subscribe(signals.shown), pageVisibility.onVisible(signals.shown), pageAttention.onHidden(signals.shown));
  return signals;
}

function activeNote({ tabs, activeTabId }: OpenTabs): string | undefined {
  const tab = tabs.find(({ id }) => id === activeTabId);
  return tab === undefined || tab.type === "new" ? undefined : tab.noteId;
}

function recordForcedSyncs(sync: Library["sync"], keys: SyncKeys): Library["sync"] {
  return {
    store: sync.store,
    start: () => sync.start(),
    stop: () => sync.stop(),
    resolveRemovals: (choice) => sync.resolveRemovals(choice),
    filesInDrive: () => sync.filesInDrive(),
    syncNow() {
      keys.forced();
      return sync.syncNow();
    },
  };
}
