/**
 * Services in memory, for component tests and for looking at screens: the real rules and notes over a store in memory. Only the account and
 * the drive are simulated, and a test can set their responses.
 */

import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Session } from "@satchel/contract/accounts/auth.ts";
import type { UpgradeOption } from "@satchel/contract/accounts/local.ts";
import type { PendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import type { SealedAiConfig } from "@satchel/contract/ai.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import type { RegistrationMode, ServerInfo } from "@satchel/contract/server-info.ts";
import { createAiService } from "@satchel/core/ai/ai-service.ts";
import type { AiService } from "@satchel/core/ai/ai-service-types.ts";
import type { ConnectionProblem, ConnectionService, ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { findPattern } from "@satchel/core/document/reading/find-pattern.ts";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { OfflineFiles, OfflineFilesState } from "@satchel/core/library/attachments/offline-files-service.ts";
import { createHistoryService } from "@satchel/core/library/history/history-service.ts";
import type { FetchEarlier } from "@satchel/core/library/history/history-service-types.ts";
import { createPastService } from "@satchel/core/library/history/past-service.ts";
import { createThinningService } from "@satchel/core/library/history/thinning/thinning-service.ts";
import { createDatabaseMark } from "@satchel/core/library/index/database-mark-service.ts";
import { type Library as CoreLibrary, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNoteReader } from "@satchel/core/library/notes/note-reader-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { createGivenSearch } from "@satchel/core/library/search/in-memory-search-service.ts";
import { createSearchEngine } from "@satchel/core/library/search/search-engine-service.ts";
import { isTrashed } from "@satchel/core/library/trash/trash.ts";
import { createTrashService } from "@satchel/core/library/trash/trash-service.ts";
import { measureUsage } from "@satchel/core/library/usage/usage-service.ts";
import type { AiConfig, AiOperator } from "@satchel/core/model/ai/ai-config.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore, createUnionStore, type Store, type UnionStore } from "@satchel/core/model/store.ts";
import type { ChatListener } from "@satchel/core/ports/ai.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { AttachmentFile } from "@satchel/core/ports/remote/attachment-remote.ts";
import type { DriveEntry } from "@satchel/core/ports/remote/maintenance-remote.ts";
import type { LocalSensitiveStore } from "@satchel/core/ports/sealing/local-sensitive-store.ts";
import type { ExportOrder, ExportProblem, ExportWatch } from "@satchel/core/ports/transfer/note-exports.ts";
import { createConflictsService } from "@satchel/core/sync/conflicts/conflicts-service.ts";
import { createSyncLogService } from "@satchel/core/sync/log/sync-log-service.ts";
import type { ErasingNote } from "@satchel/core/sync/queue/project-erasing.ts";
import { projectSyncQueue } from "@satchel/core/sync/queue/project-queue.ts";
import { retryParked } from "@satchel/core/sync/queue/retry-service.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { createSyncSettings } from "@satchel/core/sync/settings/sync-settings-service.ts";
import type { SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import { SAVING_AT_LOCK_HERE } from "@satchel/core/testing/loaded-rules.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { NO_FILES } from "@satchel/core/testing/memory-resealing.ts";
import { createMemorySearchTexts } from "@satchel/core/testing/memory-search-texts.ts";
import { createMemoryFolder } from "@satchel/core/testing/memory-sensitive-keys.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { createExportService, type ExportDeps } from "@satchel/core/transfer/export/export-service.ts";
import type { ExportSummary } from "@satchel/core/transfer/export/export-service-types.ts";
import type { ImportService, ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import { exportLocal } from "@satchel/core/transfer/local-mode/local-export-service.ts";
import { createMaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import type { MaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { MirrorService, MirrorState } from "@satchel/core/transfer/mirror/mirror-service-types.ts";
import type { MoveService, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { UpgradeService, UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { AccountProblem, AccountService, SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import type { ApprovalService, ApprovalState } from "@satchel/core/vault/approval/approval-service-types.ts";
import type { KnownDevice } from "@satchel/core/vault/devices/devices-service-types.ts";

import { openTexts } from "@satchel/core/vault/sensitive/opened-texts-service.ts";
import { createUnlockedReader } from "@satchel/core/vault/sensitive/sealed-transactions-service.ts";
import { createSensitiveNotes } from "@satchel/core/vault/sensitive/sensitive-notes-service.ts";
import type { JoinFailure, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { SensitiveMessage } from "@satchel/core/vault/sensitive/sensitive-session-service.ts";
import { createUnlockedNotes } from "@satchel/core/vault/sensitive/unlocked-notes-service.ts";
import { createAppearanceService, createSavingChoice } from "@satchel/core/workspace/appearance/appearance-service.ts";
import { createWorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import { createNoteStore } from "@satchel/core/workspace/note-store/note-store-service.ts";
import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { createStatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { runAutosave } from "@satchel/core/workspace/open-tabs/autosave-service.ts";
import { createTabsService } from "@satchel/core/workspace/open-tabs/tabs-service.ts";
import { createDays } from "@satchel/core/workspace/organize/days-service.ts";
import { createSavedSearches } from "@satchel/core/workspace/organize/saved-searches-service.ts";
import { createTemplates } from "@satchel/core/workspace/organize/templates-service.ts";
import { createSearchService } from "@satchel/core/workspace/search/search-service.ts";
import { createTagsService } from "@satchel/core/workspace/tags/tags-service.ts";
import { createThemeService } from "@satchel/core/workspace/theme/theme-service.ts";
import type { DeviceState, KeepAnswer, Library, LibraryState, Services } from "../shared/services.ts";
import { createMemoryDevices } from "./memory-devices.ts";
import { createMemorySync, type ScriptedDrive } from "./memory-sync.ts";

export type MemoryOptions = {
  /** The user's other devices that are online. */
  readonly others?: Store<SignalsState>;
  readonly session?: SessionState;
  readonly localMode?: boolean;
  readonly disk?: MemoryDisk;
  readonly now?: () => number;
  readonly timers?: Timers;
  readonly preferences?: Readonly<Record<string, string>>;
  readonly connection?: ConnectionState;
  readonly move?: MoveState;
  readonly sync?: Partial<SyncState>;
  /** Result of requesting versions that only the drive has. */
  readonly fetchEarlier?: (library: CoreLibrary) => FetchEarlier;
  /** A drive that really syncs once the test starts it; best used with a manual clock as `timers`. */
  readonly drive?: ScriptedDrive;
  readonly device?: Partial<DeviceState>;
  /** The browser's response to a request for persistent storage. */
  readonly keepAnswer?: KeepAnswer;
  readonly offlineFiles?: Partial<OfflineFilesState>;
  /** Receives the files that were downloaded. */
  readonly savedFiles?: { readonly name: string; readonly text: string }[];
  readonly savedBytes?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
  readonly backup?: BackupState;
  readonly imports?: ImportState;
  /** Receives the calls of an import. */
  readonly importCalls?: (readonly unknown[])[];
  /** Receives the orders of an export; `exportAnswer` gives its result. */
  readonly exportOrders?: ExportOrder<ExportFormat>[];
  readonly exportAnswer?: (watch: ExportWatch) => Promise<Result<ExportSummary, ExportProblem>>;
  /** State of the mirror folder; if undefined, the browser does not support one. */
  readonly mirror?: MirrorState;
  readonly mirrorCalls?: string[];
  /** Receives the calls of backup and restore: the password, the file's name and the password, or two passwords. */
  readonly backupCalls?: (readonly (string | undefined)[])[];
  /** Result of the password for sensitive notes that a restore left. */
  readonly backupJoin?: Result<void, JoinFailure>;
  readonly upgrade?: UpgradeState;
  /** Plans that the server offers; if undefined, it does not respond. */
  readonly upgradeOptions?: readonly UpgradeOption[];
  /** Receives what was cleared apart from the device. */
  readonly cleared?: string[];
  /** Receives the calls of the upgrade. */
  readonly upgradeCalls?: string[];
  readonly upgradeJoins?: (password: string, own: string | undefined) => Result<void, JoinFailure>;
  readonly updateWaiting?: boolean;
  readonly recoveryKey?: readonly string[];
  /** The recovery key is no longer on this device, so only the password shows it. */
  readonly keyNeedsPassword?: boolean;
  /** The server's registration mode, open by default. A function is called each time; undefined means that the server does not respond. */
  readonly registration?: RegistrationMode | (() => RegistrationMode | undefined);
  /** Pages that the operator set. */
  readonly legal?: Omit<ServerInfo, "registration">;
  /** Plans that the account may choose; all if undefined. */
  readonly choosable?: readonly PlanType[];
  readonly pendingSteps?: readonly PendingStep[];
  /** Problems of the account's calls; `undefined` means success. */
  readonly refuses?: (call: "signIn" | "register" | "forgotPassword" | "completeOnboarding") => AccountProblem | undefined;
  /** Problems of the Security tab's calls; `undefined` means success. */
  readonly securityRefuses?: (call: keyof SecurityService) => AccountProblem | undefined;
  readonly sessions?: readonly Session[];
  readonly activity?: readonly ActivityEvent[];
  /** Response or problem of the AI host. */
  readonly ai?: MemoryAi;
  readonly initialSync?: boolean;
  readonly unreadableFolders?: number;
  /** The user's other devices, as they last published themselves. */
  readonly devices?: readonly KnownDevice[];
  /** Satchel has chosen a name for this device, which the user has not seen. */
  readonly isDeviceNameNew?: boolean;
  /** Number of Sensitive folders that an adopted vault brings along. */
  readonly sensitiveFolders?: number;
  readonly incoming?: ApprovalState["incoming"];
  /** Progress of an approval on this device. */
  readonly approval?: Partial<ApprovalState>;
  /** Part after `#` of a scanned code's address. */
  readonly approvalFragment?: string;
  /** Compresses images; if undefined, no image can be read. */
  readonly imageCompressor?: Pick<Services["imageCompressor"], "compress">;
  /** Problem of this device's storage at a write; `undefined` means success. */
  readonly diskRefuses?: () => StoreProblem | undefined;
  /** Sets up a locked Sensitive folder. */
  readonly sensitive?: { readonly password: string };
  /** Key of the Sensitive folder, which a test can also write as another tab does. */
  readonly sensitiveStore?: LocalSensitiveStore;
  readonly erasing?: readonly ErasingNote[];
  /** Files in the drive, for its maintenance. */
  readonly driveEntries?: readonly DriveEntry[];
  /** Attachments in the drive with their content; none is damaged. */
  readonly driveAttachments?: readonly (AttachmentFile & { readonly bytes: Uint8Array })[];
  /** Files in the drive that Satchel did not write. */
  readonly unsealed?: Library["unsealed"];
  /** Unusable rows of this device's database. */
  readonly unreadableRows?: Library["unreadableRows"];
  readonly connectionRefuses?: () => ConnectionProblem | undefined;
};

export type MemoryAi = {
  readonly config?: AiConfig;
  readonly operator?: AiOperator;
  /** Streams a response like the host; returns a function that stops it. */
  readonly answer?: (prompt: string, listener: ChatListener) => () => void;
  readonly cannotSave?: boolean;
  readonly cannotRead?: boolean;
  /** Delays a save until it resolves. */
  readonly saving?: Promise<void>;
};

export const ADA = { email: "ada@example.org", needsOnboarding: false, planType: "free", createdAt: 0 } as const;
export const SIGNED_IN: SessionState = { kind: "signed-in", user: ADA, vault: "open", vaultId: "vault", hasPendingRecoveryKey: false };

/** A user whose notes are in managed storage. */
export const ON_BASIC: SessionState = { ...SIGNED_IN, user: { ...ADA, planType: "basic" } };

const NO_UNREADABLE_ROWS: Library["unreadableRows"] = {
  countAtStart: 0,
  open: async () => ({ list: async () => ok([]), read: async () => ok(undefined), remove: async () => ok(false) }),
};

const realTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export type MemoryServices = Services & { readonly disk: MemoryDisk; readonly open: Library };

export async function createMemoryServices(options: MemoryOptions = {}): Promise<MemoryServices> {
  const timers = options.timers ?? realTimers;
  const clock = { now: options.now ?? (() => Date.now()) };
  // Most screens are tested with the specification's flow. decision 0042.
  const kept = new Map(Object.entries({ [LOCAL_KEYS.autosave]: "false", ...options.preferences }));
  const preferences = {
    read: (key: string) => kept.get(key),
    write: (key: string, value: string | undefined) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
  };
  const disk = options.disk ?? new MemoryDisk("memory");
  const sensitive = await createSensitive(options, { timers, clock, preferences });
  const library = await createLibrary(options, disk, { timers, clock, preferences, sensitive });
  const account = createAccount(options);
  const libraryState: LibraryState = { kind: "open", library };
  return {
    disk,
    open: library,
    account,
    security: createSecurity(options, account),
    approvals: createApprovals(options),
    approvalLinks: createStore({ fragment: options.approvalFragment ?? "" }),
    camera: async () => ({ isThere: async () => false, scan: () => () => undefined }),
    sensitive,
    ai: createAi(options.ai),
    connection: createConnection(options),
    migration: createMigration(options.move),
    localMode: createLocalMode(options),
    library: createUnionStore<LibraryState>(libraryState),
    status: createStatusService({ timers }),
    prompts: createPromptsService(),
    theme: createThemeService({ preferences, system: { prefersDark: () => false, onChange: () => () => undefined } }),
    updates: { store: createStore({ waiting: options.updateWaiting ?? false }), apply: () => undefined, later: () => undefined },
    device: createStore<DeviceState>({ isOnline: true, storage: "kept", ...options.device }),
    askToKeepStorage: async () => options.keepAnswer ?? "refused",
    preferences,
    clearCaches: async () => {
      options.cleared?.push("caches");
      return true;
    },
    saving: createSavingChoice(preferences),
    appearance: createAppearanceService(preferences),
    // Only a browser can decode images; the editor's browser test does.
    imageCompressor: {
      compress: async () => failed({ kind: "image-worker-failed" }),
      loadRemote: async () => failed({ kind: "offline" }),
      ...options.imageCompressor,
    },
    pasteCleaner: {
      clean: async () => undefined,
      findPattern: async (pattern, lines) => ({ kind: "found", ...findPattern(pattern, lines) }),
    },
    clock,
    saveFile: (file) => void ("text" in file ? options.savedFiles?.push(file) : options.savedBytes?.push(file)),
  };
}

type Parts = Pick<Services, "clock" | "preferences"> & { readonly timers: Timers };

async function createLibrary(
  options: MemoryOptions,
  disk: MemoryDisk,
  { timers, clock, preferences, sensitive }: Parts & { readonly sensitive: MemorySensitiveService },
): Promise<Library> {
  const store = new MemoryLocalStore(disk, { gate: async (at) => (at === "before-commit" ? options.diskRefuses?.() : undefined) });
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("a store in memory opens always");
  const ids = createSequenceIds("m");
  const { keys } = sensitive;
  const texts = openTexts({ library: opened.value, sealing: keys, folder: sensitive.store });
  let isCarrying = false;
  const notesAtLock = createSensitiveNotes({ library: opened.value, sealing: keys, clock, ids, drafts: store, files: NO_FILES });
  const notes = createUnlockedNotes({
    library: opened.value,
    notes: createNotesService({ library: opened.value, clock, ids, timers, isSyncing: () => isCarrying }),
    sensitive: notesAtLock,
    texts: texts.store,
  });
  // Consumes this notification, because tests read only their own toasts.
  const unsubscribe = notes.onDefaultFolders(() => undefined);
  await notes.ensureDefaultFolders();
  unsubscribe();
  const conflicts = createConflictsService({ library: opened.value, records: store, clock, strategy: () => "manual" });
  const workspace = createWorkspaceService({ timers, preferences });
  const tabs = createTabsService({
    notes,
    drafts: store,
    tabs: store,
    clock,
    ids,
    timers,
    windowId: "window",
    savesAutomatically: createSavingChoice(preferences).isAutomatic,
    sensitive: { sealing: keys, folder: sensitive, atLock: { notes: notesAtLock, saving: SAVING_AT_LOCK_HERE } },
  });
  const openNote = createUnlockedReader({ library: opened.value, sealing: keys, sensitive });
  const trash = createTrashService({
    library: opened.value,
    clock,
    timers,
    preferences,
    isLocal: options.localMode ?? false,
    otherChoices: async () => [],
    onChosen: () => undefined,
    open: openNote,
    openTexts: () => openTexts({ library: opened.value, sealing: keys, folder: sensitive.store, which: isTrashed }),
  });
  const noteHistory = createHistoryService({
    library: opened.value,
    notes,
    open: openNote,
    fetchEarlier: options.fetchEarlier?.(opened.value),
  });
  const history = {
    ...noteHistory,
    thinning: createThinningService({ library: opened.value, records: store, preferences, clock }),
    past: createPastService({ library: opened.value, notes, history: noteHistory, open: openNote, restoreDeleted: trash.restore }),
  };
  const sync = createStore<SyncState>({ phase: "idle", pendingCount: 0, unreadableCount: 0, ...options.sync });
  const syncSettings = createSyncSettings({ preferences });
  const driven =
    options.drive &&
    createMemorySync(options.drive, { library: opened.value, store, notes, clock, timers, ids, settings: syncSettings.store });
  driven?.sync.store.subscribe(({ phase }) => {
    isCarrying = phase === "syncing";
    notes.refresh();
  });
  return {
    kind: options.localMode ? "local" : "cloud",
    notes,
    noteStore: async () => createNoteStore({ library: opened.value, notes, unlock: (password) => sensitive.unlock(password) }),
    sensitive,
    erasing: () => options.erasing ?? [],
    reader: createNoteReader({
      notes,
      versionOf: (noteId) => opened.value.index.entities.get(noteId)?.vv,
      clock,
      timers,
      initialSync: { isPending: () => options.initialSync ?? false, onChange: () => () => undefined },
      refresh: () => undefined,
    }),
    tabs,
    runAutosave: (given) => runAutosave({ tabs, timers, clock, ...given }),
    drafts: store,
    sync: driven?.sync ?? {
      store: sync,
      start: () => undefined,
      stop: async () => undefined,
      syncNow: async () => true,
      resolveRemovals: async () => ok(undefined),
      filesInDrive: () => [],
    },
    syncSettings,
    queue: () => projectSyncQueue(opened.value.index),
    tryAgain: async () => void (await retryParked(opened.value)),
    onDeleteRefused: driven?.refusedDeletes.onRefused ?? (() => () => undefined),
    onUploadFailed: driven?.onUploadFailed ?? (() => () => undefined),
    wasInitialSync: options.initialSync ?? (driven !== undefined && !opened.value.index.meta.initialSyncCompleted),
    syncLog: createSyncLogService({ library: opened.value, log: store }),
    others: options.others ?? createStore<SignalsState>({ isOpen: false, others: [] }),
    conflicts,
    trash: async () => trash,
    tags: async () => createTagsService({ library: opened.value, sealing: keys, clock }),
    searches: async () => createSavedSearches({ library: opened.value, clock, ids }),
    days: async () => createDays({ library: opened.value, notes, clock, ids }),
    templates: async () => createTemplates({ library: opened.value, notes, clock, ids }),
    history: async () => history,
    attachments: driven?.attachments ?? createAttachmentsService({ library: opened.value, store, codec: createPlainCodec(), clock, ids }),
    offlineFiles: options.localMode ? undefined : createOfflineFiles(options.offlineFiles),
    devices: createMemoryDevices(options.devices, options.isDeviceNameNew),
    backup: createBackup(options),
    imports: createImports(options),
    mirror: createMirror(options),
    exports: createExports(options, { library: opened.value, notes }),
    switchDriveTarget: async () => ok(undefined),
    upgrade: createUpgrade(options),
    recreatedCache: undefined,
    unreadableFolders: options.unreadableFolders ?? 0,
    lostNotes: options.localMode ? createDatabaseMark({ preferences, key: LOCAL_KEYS.localNotes, deviceIds: ["memory"] }) : undefined,
    maintenance: options.localMode ? undefined : createMaintenance(options),
    unsealed: options.unsealed,
    unreadableRows: options.unreadableRows ?? NO_UNREADABLE_ROWS,
    usage: () => measureUsage({ library: opened.value, clock, sessionId: undefined }),
    exportLocal: options.localMode
      ? () => exportLocal({ library: opened.value, readUsage: async () => ok([]), clock, sessionId: "local-memory" })
      : undefined,
    workspace,
    search: createSearchService({
      library: opened.value,
      notes,
      workspace,
      timers,
      openEngine: () => createSearchEngine(createMemorySearchTexts(store), { now: Date.now }),
      unlocked: { texts: texts.store, openEngine: () => createGivenSearch({ now: Date.now }) },
    }),
    keyCopies: async () => [],
  };
}

function createOfflineFiles(state: Partial<OfflineFilesState> = {}): OfflineFiles {
  const counts = { all: 0, here: 0, hereBytes: 0, missingBytes: 0, notToBeHad: 0, isPartial: false, freeBytes: undefined };
  const store = createStore<OfflineFilesState>({ isOn: false, isFetching: false, hold: undefined, ...counts, ...state });
  return { store, choose: async (isOn) => store.setState({ isOn }), look: async () => undefined, goOn: async () => undefined };
}

/** The real service over a drive with these files. */
function createMaintenance({ driveEntries: entries = [], driveAttachments = [] }: MemoryOptions): MaintenanceService {
  const files = () => driveAttachments.map((file) => ({ ...file, trashed: trashed.has(file.fileId) }));
  const fileOf = (fileId: string) => files().find((file) => file.fileId === fileId);
  const trashed = new Set(entries.filter(({ isTrashed }) => isTrashed).map(({ fileId }) => fileId));
  const now = (): readonly DriveEntry[] => entries.map((entry) => ({ ...entry, isTrashed: trashed.has(entry.fileId) }));
  const folderIds = { app: "app", notes: "notes", folders: "folders", attachments: "attachments", "soft-delete": "soft-delete" };
  const index = { file: () => undefined, unreferenced: new Map(), meta: { target: { targetId: "t", accountId: "a", folderIds } } };
  return createMaintenanceService({
    library: { index } as unknown as Parameters<typeof createMaintenanceService>[0]["library"],
    timers: { after: () => () => undefined },
    codec: { openAttachment: async (_, bytes) => ok(bytes) },
    remote: {
      listAttachments: async () => ok({ files: files(), nextPage: undefined }),
      attachmentFile: async (fileId) => ok(fileOf(fileId)),
      downloadAttachment: async (fileId) => ok(fileOf(fileId)?.bytes ?? new Uint8Array()),
      listEntries: async (_, isTrashed) => ok({ entries: now().filter((entry) => entry.isTrashed === isTrashed), nextPage: undefined }),
      readEntry: async (fileId) => {
        const entry = now().find((one) => one.fileId === fileId);
        return entry === undefined ? failed({ kind: "not-found" }) : ok(entry);
      },
      setTrashed: async (fileId, isTrashed) => {
        if (isTrashed) trashed.add(fileId);
        else trashed.delete(fileId);
        return ok(undefined);
      },
    },
  });
}

function createUpgrade({ upgrade = { kind: "none" }, upgradeCalls = [], upgradeJoins }: MemoryOptions): UpgradeService {
  const store = createUnionStore<UpgradeState>(upgrade);
  return {
    store,
    look: async () => undefined,
    begin: async () => void upgradeCalls.push("begin"),
    joinSensitive: async (password, own) => upgradeJoins?.(password, own) ?? ok(undefined),
  };
}

function createBackup({ backup = { kind: "idle" }, backupCalls = [], backupJoin }: MemoryOptions): BackupService {
  const store = createUnionStore<BackupState>(backup);
  return {
    store,
    create: async (password, options) => void backupCalls.push(options?.withHistory === true ? [password, "with history"] : [password]),
    restore: async (file, password) => void backupCalls.push([file.name, password]),
    async unlockLeft(password, own) {
      backupCalls.push([password, own]);
      return backupJoin ?? ok(undefined);
    },
    cancel: () => store.replace({ kind: "idle" }),
    reset: () => store.replace({ kind: "idle" }),
  };
}

function createImports({ imports = { kind: "idle" }, importCalls = [] }: MemoryOptions): ImportService {
  const store = createUnionStore<ImportState>(imports);
  return {
    store,
    scan: async (chosen) => void importCalls.push(["scan", chosen.map(({ path }) => path)]),
    look: async () => undefined,
    readAgain: async (choices) => void importCalls.push(["readAgain", choices]),
    start: async (choice) => void importCalls.push(["start", choice]),
    cancel: () => void importCalls.push(["cancel"]),
    undo: async () => void importCalls.push(["undo"]),
    discard: async () => void importCalls.push(["discard"]),
    saveReport: () => void importCalls.push(["saveReport"]),
    reset: () => store.getState().kind === "unfinished" || store.replace({ kind: "idle" }),
    close: () => undefined,
  };
}

function createMirror({ mirror = { kind: "unsupported" }, mirrorCalls = [] }: MemoryOptions): Library["mirror"] {
  const store = createUnionStore<MirrorState>(mirror);
  const call = (name: string) => async (): Promise<void> => void mirrorCalls.push(name);
  const service: MirrorService = {
    store,
    start: async () => undefined,
    choose: call("choose"),
    allow: call("allow"),
    retry: call("retry"),
    turnOff: call("turnOff"),
    close: () => undefined,
  };
  return async () => service;
}

const NOTHING_LOST: ExportSummary = { notes: 1, files: 0, losses: [], missing: [], unread: 0 };

/** The real service; the test replaces the worker's part. */
function createExports(options: MemoryOptions, parts: Pick<ExportDeps, "library" | "notes">): Library["exports"] {
  const service = createExportService({
    ...parts,
    attachments: { open: async () => failed({ kind: "not-in-drive" }) },
    fileName: (scope) => scope ?? "Satchel notes",
    exports: {
      async write(order, _content, watch) {
        options.exportOrders?.push(order);
        const answer = (await options.exportAnswer?.(watch)) ?? ok({ ...NOTHING_LOST, notes: order.notes.length });
        return answer.ok ? ok({ summary: answer.value, fileName: `${order.name}.zip`, save: () => undefined }) : answer;
      },
    },
  });
  return async () => service;
}

function createMigration(move: MoveState = { kind: "none" }): MoveService {
  const store = createUnionStore<MoveState>(move);
  return {
    store,
    change: async (to) => void store.replace({ kind: "copying", to }),
    resume: async () => undefined,
    cancel: async () => store.replace({ kind: "none" }),
    look: async () => undefined,
  };
}

function createAccount({
  session,
  refuses,
  recoveryKey,
  keyNeedsPassword,
  pendingSteps,
  registration,
  legal,
  choosable,
}: MemoryOptions): AccountService {
  const store = createUnionStore<SessionState>(session ?? { kind: "signed-out" });
  const enter = (call: "signIn" | "register", email: string) => {
    const problem = refuses?.(call);
    if (problem !== undefined) return failed(problem);
    const user = { ...ADA, email, needsOnboarding: call === "register" };
    store.replace({ kind: "signed-in", user, vault: "open", vaultId: "vault", hasPendingRecoveryKey: call === "register" });
    return ok(user);
  };
  return {
    store,
    serverInfo: async () => {
      const mode = typeof registration === "function" ? registration() : registration;
      return mode && { registration: mode, ...legal };
    },
    choosablePlans: async () => choosable,
    pendingSteps: createStore({ steps: pendingSteps ?? [] }),
    start: async () => undefined,
    refresh: async () => undefined,
    signIn: async (email) => enter("signIn", email),
    register: async (email) => enter("register", email),
    forgotPassword: async () => {
      const problem = refuses?.("forgotPassword");
      return problem === undefined ? ok(undefined) : failed(problem);
    },
    completeOnboarding: async () => {
      const problem = refuses?.("completeOnboarding");
      if (problem !== undefined) return failed(problem);
      const state = store.getState();
      if (state.kind === "signed-in") store.replace({ ...state, user: { ...state.user, needsOnboarding: false } });
      return ok(undefined);
    },
    pendingRecoveryKey: async () => (keyNeedsPassword ? undefined : recoveryKey),
    confirmRecoveryKey: async (groups) => groups.every((group, index) => group === "" || group === recoveryKey?.[index]),
    endSession: async () => store.replace({ kind: "signed-out" }),
    signOut: async () => {
      store.replace({ kind: "signed-out" });
      return { complete: true };
    },
    token: () => "token",
    sessionRefused: () => undefined,
  };
}

function createSecurity(
  { securityRefuses, recoveryKey, sessions, activity, sensitiveFolders }: MemoryOptions,
  account: AccountService,
): SecurityService {
  const open = () => account.store as UnionStore<SessionState>;
  let living = sessions ?? [];
  const answer = <Value>(call: keyof SecurityService, value: Value, run: () => void = () => undefined) => {
    const problem = securityRefuses?.(call);
    if (problem !== undefined) return failed(problem);
    run();
    return ok(value);
  };
  const unlocked = () => open().replace(SIGNED_IN);
  const key = recoveryKey ?? [];
  return {
    changePassword: async () => answer("changePassword", undefined),
    holdsKey: async () => answer("holdsKey", true).ok,
    unlock: async () => answer("unlock", undefined, unlocked),
    recover: async () => answer("recover", undefined, unlocked),
    setPasswordOnly: async () =>
      answer("setPasswordOnly", undefined, () => open().replace({ kind: "signed-in", user: ADA, vault: "locked" })),
    startOver: async () => answer("startOver", undefined, unlocked),
    showRecoveryKey: async () => answer("showRecoveryKey", key),
    beginRotation: async () => answer("beginRotation", key),
    confirmRotation: async () => answer("confirmRotation", undefined),
    cancelRotation: async () => undefined,
    adopt: async () => answer("adopt", { sensitiveFolders: sensitiveFolders ?? 0 }),
    sessions: async () => answer("sessions", living),
    activity: async () => answer("activity", activity ?? []),
    endOther: async (sessionId) =>
      answer("endOther", undefined, () => {
        living = living.filter(({ id }) => id !== sessionId);
      }),
    cancelStep: async (stepId) =>
      answer("cancelStep", undefined, () => {
        const shown = account.pendingSteps as Store<{ readonly steps: readonly PendingStep[] }>;
        shown.setState({ steps: shown.getState().steps.filter(({ id }) => id !== stepId) });
      }),
    deleteAccount: async () => answer("deleteAccount", { complete: true }, () => open().replace({ kind: "signed-out" })),
  };
}

export type MemorySensitiveService = SensitiveService & Awaited<ReturnType<typeof createMemoryFolder>>;

/** The real lock over keys in memory; calls that need an account succeed. */
async function createSensitive({ sensitive, sensitiveStore }: MemoryOptions, around: Parts): Promise<MemorySensitiveService> {
  const attention = { onAwake: () => () => undefined, onHidden: () => () => undefined };
  const folder = await createMemoryFolder(
    { ...around, attention, channel: createMemoryTabs<SensitiveMessage>()() },
    { ...sensitive, ...(sensitiveStore && { sensitiveStore }) },
  );
  return {
    ...folder,
    recover: async () => ok(undefined),
    adopt: async () => ok(undefined),
    join: async () => ok(undefined),
  };
}

function createApprovals({ incoming = [], approval }: MemoryOptions): ApprovalService {
  const store = createStore<ApprovalState>({ asking: { kind: "idle" }, letting: { kind: "idle" }, incoming, ...approval });
  return {
    store,
    ask: async () => ok(store.setState({ asking: { kind: "waiting", requestId: "r", link: A_LINK } })),
    confirm: async () => ok(undefined),
    withdraw: async () => store.setState({ asking: { kind: "idle" } }),
    watch: () => () => undefined,
    look: async () => undefined,
    offer: async () => ok(undefined),
    typeCode: async () => ok(undefined),
    refuse: async () => undefined,
    scan: async () => "other-request",
    dismiss: () => store.setState({ letting: { kind: "idle" } }),
  };
}

const A_LINK = `https://notes.example.org/approve#2.${"A".repeat(22)}.n.${"A".repeat(43)}.${"A".repeat(22)}`;

const CONNECTED: ConnectionState = { kind: "connected", label: "Google Drive", email: ADA.email, isConfigured: true, isManaged: false };

function createConnection({ connection, connectionRefuses }: MemoryOptions): ConnectionService {
  const store = createUnionStore<ConnectionState>(connection ?? CONNECTED);
  const answer = () => {
    const problem = connectionRefuses?.();
    if (problem !== undefined) return failed(problem);
    store.replace(CONNECTED);
    return ok(undefined);
  };
  return {
    store,
    connect: async () => answer(),
    finish: async () => {
      const outcome = answer();
      return outcome.ok ? ok({ returnTo: "/onboarding", wasReconnect: false, accountChanged: false }) : outcome;
    },
    disconnect: async () => ok(undefined),
    reconnect: async () => answer().ok,
    quickReconnect: async () => {
      const outcome = answer();
      return outcome.ok ? ok("reconnected") : outcome;
    },
    reportDriveStatus: () => undefined,
    confirmAccount: () => undefined,
    usage: async () => failed({ kind: "not-connected" }),
    debug: async () => failed({ kind: "not-connected" }),
    checkConfiguration: () => [],
    onEvent: () => () => undefined,
    stopAutoRetry: () => undefined,
    access: () => undefined,
    forget: () => undefined,
  };
}

function createLocalMode({ localMode = false, upgradeOptions }: MemoryOptions): Services["localMode"] {
  const store = createStore({ enabled: localMode });
  return {
    store,
    upgradeOptions: async () => upgradeOptions ?? null,
    enable: async () => {
      store.setState({ enabled: true });
      return ok(undefined);
    },
    clearAll: async () => {
      store.setState({ enabled: false });
      return ok(undefined);
    },
  };
}

function createAi(options: MemoryAi = {}): AiService {
  const { config, operator, answer, cannotRead = false, saving } = options;
  const seal = (one: AiConfig) => ({ v: 1, alg: "A256GCM", kid: "memory", iv: "", ct: JSON.stringify(one) }) as const;
  let kept: SealedAiConfig = config === undefined ? null : seal(config);
  return createAiService({
    backend: {
      readAiConfig: async () => (cannotRead ? failed({ kind: "offline" }) : ok({ config: kept, operator: operator ?? null })),
      async writeAiConfig(_, sealed) {
        await saving;
        if (options.cannotSave === true) return failed({ kind: "offline" });
        kept = sealed;
        return ok(undefined);
      },
    },
    sealing: {
      sealAiConfig: async (one) => ok(seal(one)),
      openAiConfig: async ({ ct }) => JSON.parse(ct) as AiConfig,
    },
    hosts: {
      askOwn: (_, __, { request: { messages }, listener }) => answer?.(messages[0].content, listener) ?? (() => undefined),
      askOperator: (_, { messages }, listener) => answer?.(messages[0].content, listener) ?? (() => undefined),
    },
    token: () => "token",
    sessionRefused: () => undefined,
    onUserChanged: () => undefined,
  });
}
