/**
 * Builds local mode's library: everything is on this device, and nothing syncs. Loaded if local mode is on; library-controller.ts decides
 * when.
 */
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { createDatabaseMark } from "@satchel/core/library/index/database-mark-service.ts";
import { type Library as CoreLibrary, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNoteReader } from "@satchel/core/library/notes/note-reader-service.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { CHANNEL, LOCAL_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import type { NoteSealing, ResealingKeys } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { createConflictsService } from "@satchel/core/sync/conflicts/conflicts-service.ts";
import { createSyncLogService } from "@satchel/core/sync/log/sync-log-service.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { createSyncSettings } from "@satchel/core/sync/settings/sync-settings-service.ts";
import type { SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import { createLocalSealedNotes, localSensitiveForBackup } from "@satchel/core/transfer/backup/local-sealed-notes-service.ts";
import { exportLocal } from "@satchel/core/transfer/local-mode/local-export-service.ts";
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { DevicesState } from "@satchel/core/vault/devices/devices-service-types.ts";
import { createLocalSensitiveService, type LocalSensitiveDeps } from "@satchel/core/vault/sensitive/local-sensitive-service.ts";
import {
  browserClock,
  browserIds,
  browserTimers,
  browserWriters,
  newDeviceId,
  pageAttention,
} from "../../../adapters/browser/environment.ts";
import { parseLibraryMessage } from "../../../adapters/browser/library-messages.ts";
import { createSensitiveSessionStore } from "../../../adapters/browser/sensitive-session.ts";
import { openTabChannel, parseSensitiveMessage } from "../../../adapters/browser/tab-messages.ts";
import { BRIEFLY } from "../../../adapters/indexed-db/databases/briefly.ts";
import { type LocalModeStore, openLocalModeStore } from "../../../adapters/indexed-db/local-mode-store.ts";
import type { Library } from "../../../shared/services.ts";
import {
  addFirstNotesLazily,
  createLazyExports,
  createLazyHistory,
  createLazyNoteStore,
  createLazyOrganize,
  createLazyTrash,
  measureLazily,
} from "../../lazy/lazy-library-services.ts";
import { createLazyBackup, createLazyImport } from "../../lazy/lazy-transfer-services.ts";
import { createDisposerStack, type DisposerStack } from "./library-parts.ts";
import { flushThen, type OpenDeps, type OpenedLibrary, openNotes, screenServices } from "./open-notes.ts";

/** Local mode has no notes that are still to arrive. */
const NOTHING_COMES = { isPending: () => false, onChange: () => () => undefined };

type LocalLibraryDeps = OpenDeps & {
  readonly attachments: AttachmentCodec;
  readonly keyring: LocalSensitiveDeps["keyring"] & NoteSealing & ResealingKeys;
};

export async function openLocalLibrary(deps: LocalLibraryDeps): Promise<Result<OpenedLibrary, StoreProblem>> {
  const outdated = flushThen(deps.onOutdated);
  const stored = await openLocalModeStore({ now: browserClock.now, newDeviceId, onOutdated: outdated.run });
  if (!stored.ok) return stored;
  const store = stored.value;
  const disposers = createDisposerStack();
  const channel = disposers.use(openTabChannel(CHANNEL.localLibrary, parseLibraryMessage));
  const opened = await openLibrary({ store, channel, writers: browserWriters });
  if (!opened.ok) {
    await disposers.close();
    return opened;
  }
  const library = disposers.use(opened.value);
  const sensitive = openSensitive(deps, store, disposers);
  await sensitive.start();
  const attachments = disposers.use(
    createAttachmentsService({ library, store, codec: deps.attachments, clock: browserClock, ids: browserIds }),
  );
  const { notes, unlocked } = openNotes(library, {
    sensitive,
    sealing: deps.keyring,
    drafts: store,
    files: { attachments, codec: deps.attachments },
    isCarrying: () => false,
  });
  disposers.use(notes);
  disposers.use(unlocked);
  // A browser that had notes and lost them gets none of ours.
  const isNew = library.index.entities.size === 0 && deps.preferences.read(LOCAL_KEYS.localNotes) === undefined;
  const defaults = await notes.ensureDefaultFolders();
  // Other failures are reported once the screens are shown, because the notes can still be read.
  if (!defaults.ok && defaults.problem.kind === "storage-full") {
    await disposers.close();
    return failed(defaults.problem);
  }
  if (isNew) void addFirstNotesLazily({ library, preferences: deps.preferences });
  const screens = screenServices({ ...deps, stores: store, library, databaseName: LOCAL_DATABASE.name, notes, sensitive, unlocked });
  outdated.flush = () => screens.tabs.flush();
  const composed = composeLibrary({ deps, library, store, disposers, sensitive, attachments, notes });
  disposers.use(screens.search);
  disposers.defer(
    () => screens.tabs.stop(),
    () => screens.tabs.flush(),
  );
  return ok({ library: { ...composed, ...screens }, setSyncMode: () => undefined, close: () => disposers.close() });
}

type LocalParts = {
  readonly deps: LocalLibraryDeps;
  readonly library: CoreLibrary;
  readonly store: LocalModeStore;
  readonly disposers: DisposerStack;
  readonly sensitive: ReturnType<typeof createLocalSensitiveService>;
  readonly attachments: AttachmentsService;
  readonly notes: ReturnType<typeof openNotes>["notes"];
};

function openSensitive(
  { keyring, preferences }: LocalLibraryDeps,
  folder: LocalModeStore,
  disposers: DisposerStack,
): LocalParts["sensitive"] {
  const channel = disposers.use(openTabChannel(CHANNEL.localSensitive, parseSensitiveMessage));
  const sensitive = createLocalSensitiveService({
    keyring,
    folder,
    sessionStore: createSensitiveSessionStore(),
    channel,
    clock: browserClock,
    timers: browserTimers,
    attention: pageAttention,
    preferences,
  });
  return disposers.use(sensitive);
}

type WithoutScreens = Omit<Library, keyof ReturnType<typeof screenServices>>;

function composeLibrary({ deps, library, store, disposers, sensitive, attachments, notes }: LocalParts): WithoutScreens {
  const { preferences, keyring: sealing } = deps;
  const trash = disposers.use(createLazyTrash({ library, preferences, sealing, sensitive }));
  const sessionId = () => preferences.read(LOCAL_KEYS.localSessionId);
  return {
    keyCopies: async () => [],
    kind: "local",
    notes,
    noteStore: createLazyNoteStore({ library, notes, unlock: (password) => sensitive.unlock(password) }),
    sensitive,
    erasing: () => [],
    reader: createNoteReader({
      notes,
      versionOf: (noteId) => library.index.entities.get(noteId)?.vv,
      clock: browserClock,
      timers: browserTimers,
      initialSync: NOTHING_COMES,
      refresh: () => undefined,
    }),
    onDeleteRefused: () => () => undefined,
    onUploadFailed: () => () => undefined,
    ...withoutSync(library, preferences),
    trash: trash.open,
    ...createLazyOrganize({ library, sealing, notes }),
    history: createLazyHistory({ library, notes, sealing, sensitive, preferences, trash: trash.open }),
    attachments,
    offlineFiles: undefined,
    backup: createLazyBackup({
      library,
      attachments,
      sensitive: () => localSensitiveForBackup(store),
      sealedNotes: createLocalSealedNotes({ sensitiveStore: store, keyring: sealing, onAdopted: () => sensitive.look() }),
    }),
    imports: disposers.use(createLazyImport({ library, attachments, preferences, kind: "local" })),
    ...createLazyExports({ library, notes, attachments, preferences, sync: undefined }, disposers.defer),
    switchDriveTarget: async () => ok(undefined),
    upgrade: NO_UPGRADE,
    maintenance: undefined,
    unsealed: undefined,
    recreatedCache: undefined,
    unreadableFolders: store.unreadableFolders(),
    lostNotes: markNotes({ library, preferences, notes, disposers }),
    usage: () => measureLazily({ library, clock: browserClock, sessionId: sessionId() }),
    exportLocal: () => exportLocal({ library, readUsage: () => store.readUsage(), clock: browserClock, sessionId: sessionId() }),
  };
}

/** Number of notes that were lost with a cleared database. */
function markNotes({
  library,
  notes,
  preferences,
  disposers,
}: Pick<LocalParts, "library" | "notes" | "disposers"> & Pick<OpenDeps, "preferences">) {
  const { deviceId, formerIds } = library.index.meta;
  const mark = createDatabaseMark({ preferences, key: LOCAL_KEYS.localNotes, deviceIds: [deviceId, ...formerIds] });
  const keep = (): void => mark.keep(notes.store.getState().notes.length);
  keep();
  disposers.defer(notes.store.subscribe(keep));
  return mark;
}

/** Checks whether this browser lets local mode store data. */
export async function tryLocalStorage(): Promise<Result<void, StoreProblem>> {
  const opened = await openLocalModeStore(BRIEFLY);
  if (!opened.ok) return opened;
  opened.value.close();
  return ok(undefined);
}

/** Services for merging and the sync log, which local mode never uses; its store drops their writes. */
function withoutSync(
  library: CoreLibrary,
  preferences: Preferences,
): Pick<Library, "sync" | "syncSettings" | "wasInitialSync" | "queue" | "tryAgain" | "syncLog" | "others" | "conflicts" | "devices"> {
  const nothing = async () => ok([]);
  return {
    sync: NO_SYNC,
    queue: () => [],
    tryAgain: async () => undefined,
    wasInitialSync: false,
    syncSettings: createSyncSettings({ preferences }),
    syncLog: createSyncLogService({ library, log: { loadLog: nothing, trimLog: async () => ok(undefined) } }),
    others: createStore<SignalsState>({ isOpen: false, others: [] }),
    conflicts: createConflictsService({ library, records: { loadConflicts: nothing }, clock: browserClock, strategy: () => "manual" }),
    devices: NO_DEVICES,
  };
}

/** Sync in local mode: there is no drive, so a requested sync never completes. */
const NO_SYNC: Library["sync"] = {
  store: createStore<SyncState>({ phase: "off", pendingCount: 0, unreadableCount: 0 }),
  start: () => undefined,
  stop: async () => undefined,
  syncNow: async () => false,
  resolveRemovals: async () => ok(undefined),
  filesInDrive: () => [],
};

/** Local mode has no upgrade of its own: notes move after sign-in. */
const NO_UPGRADE: Library["upgrade"] = {
  store: createUnionStore<UpgradeState>({ kind: "none" }),
  look: async () => undefined,
  begin: async () => undefined,
  joinSensitive: async () => failed({ kind: "not-set-up" }),
};

const NO_DEVICES: Library["devices"] = {
  store: createStore<DevicesState>({ phase: "ready", ownId: "", ownName: "", others: [], isNameNew: false }),
  read: async () => undefined,
  rename: async () => false,
  acceptName: () => undefined,
  leave: async () => undefined,
  leaveIfDue: async () => undefined,
};
