/** Services for screens and features, built by app/composition/compose.ts. Interfaces only, no adapters. */

import type { AiService } from "@satchel/core/ai/ai-service-types.ts";
import type { ConnectionService } from "@satchel/core/connection/connection-service-types.ts";
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { OfflineFiles } from "@satchel/core/library/attachments/offline-files-service.ts";
import type { OpenHistory } from "@satchel/core/library/history/open-history.ts";
import type { DatabaseMark } from "@satchel/core/library/index/database-mark-service.ts";
import type { FirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import type { NoteReader } from "@satchel/core/library/notes/note-reader-service.ts";
import type { NotesService } from "@satchel/core/library/notes/notes-service-types.ts";
import type { RefusedDeletes } from "@satchel/core/library/notes/refused-deletes-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import type { StorageUsage } from "@satchel/core/library/usage/usage-service.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { CodeMissing } from "@satchel/core/model/lazy/lazy-module.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { DraftStore, StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { UnreadableRowStore } from "@satchel/core/ports/device/unreadable-rows.ts";
import type { Clock } from "@satchel/core/ports/environment.ts";
import type { ConflictsService } from "@satchel/core/sync/conflicts/conflicts-service-types.ts";
import type { SyncLogService } from "@satchel/core/sync/log/sync-log-service.ts";
import type { ErasingNote } from "@satchel/core/sync/queue/project-erasing.ts";
import type { SyncQueueItem } from "@satchel/core/sync/queue/project-queue.ts";
import type { SyncService } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { SyncSettingsService } from "@satchel/core/sync/settings/sync-settings-service.ts";
import type { SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import type { Imported } from "@satchel/core/sync/unsealed-files/import-unsealed-service.ts";
import type { BackupService } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import type { ImportService } from "@satchel/core/transfer/import/import-service-types.ts";
import type { ExportedFile } from "@satchel/core/transfer/local-mode/local-export-service.ts";
import type { MaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { MirrorService } from "@satchel/core/transfer/mirror/mirror-service-types.ts";
import type { MoveService } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { UpgradeCheck } from "@satchel/core/transfer/upgrade/upgrade-check-service.ts";
import type { UpgradeService } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { AccountService } from "@satchel/core/vault/account/account-service-types.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import type { ApprovalLink } from "@satchel/core/vault/approval/approval-code.ts";
import type { ApprovalService } from "@satchel/core/vault/approval/approval-service-types.ts";
import type { DevicesService } from "@satchel/core/vault/devices/devices-service-types.ts";
import type { SensitiveFolder, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { AppearanceService, SavingChoice } from "@satchel/core/workspace/appearance/appearance-service.ts";
import type { WorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import type { NoteStore } from "@satchel/core/workspace/note-store/note-store.ts";
import type { WatchFailedUploads } from "@satchel/core/workspace/notifications/failed-uploads-service.ts";
import type { PromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import type { UpdatesService } from "@satchel/core/workspace/notifications/updates-service-types.ts";
import type { AutosaveDeps } from "@satchel/core/workspace/open-tabs/autosave-service.ts";
import type { TabsService } from "@satchel/core/workspace/open-tabs/tabs-service-types.ts";
import type { DaysService } from "@satchel/core/workspace/organize/days-service.ts";
import type { SavedSearchesService } from "@satchel/core/workspace/organize/saved-searches-service.ts";
import type { TemplatesService } from "@satchel/core/workspace/organize/templates-service.ts";
import type { SearchService } from "@satchel/core/workspace/search/search-service-types.ts";
import type { TagsService } from "@satchel/core/workspace/tags/tags-service.ts";
import type { ThemeService } from "@satchel/core/workspace/theme/theme-service.ts";
import { createContext, useContext } from "react";
import type { ImageCompressor } from "./editor-host/image-compressor.ts";
import type { PasteCleaner } from "./editor-host/paste-cleaner.ts";
import type { PatternFinder } from "./editor-host/pattern-finder.ts";

export interface LocalModeApi {
  readonly store: ReadableStore<{ readonly enabled: boolean }>;
  enable(): Promise<Result<void, { readonly kind: "unsupported" } | StoreProblem | CodeMissing>>;
  /** Deletes all local notes and ends local mode. */
  clearAll(): Promise<Result<void, StoreProblem>>;
  /** Plans with enough space for a new account; null if the server did not say. */
  upgradeOptions: UpgradeCheck["options"];
}

/** All services for the notes of one user on this device. */
export type Library = {
  readonly kind: "cloud" | "local";
  readonly notes: NotesService;
  /** Notes and folders through an API with the spec's names. */
  readonly noteStore: () => Promise<NoteStore>;
  readonly reader: NoteReader;
  /** Listens for deletions that the drive refused: the note is back, or could not be restored. */
  readonly onDeleteRefused: RefusedDeletes["onRefused"];
  readonly onUploadFailed: WatchFailedUploads;
  readonly sync: SyncService;
  readonly syncSettings: SyncSettingsService;
  /** True if this device had never completed a sync when the library was opened. */
  readonly wasInitialSync: boolean;
  /** Retries what the drive refused. */
  readonly tryAgain: () => Promise<void>;
  readonly queue: () => readonly SyncQueueItem[];
  readonly syncLog: SyncLogService;
  readonly conflicts: ConflictsService;
  readonly others: ReadableStore<SignalsState>;
  /** Deleted notes. Loads its code on demand; rejects if that fails. */
  readonly trash: () => Promise<TrashService>;
  /** Changes of tags. Loads its code on demand; rejects if that fails. */
  readonly tags: () => Promise<TagsService>;
  /** Changes of saved searches. Loads its code on demand; rejects if that fails. */
  readonly searches: () => Promise<SavedSearchesService>;
  /** Notes of days. Loads its code on demand; rejects if that fails. */
  readonly days: () => Promise<DaysService>;
  /** Changes of templates. Loads its code on demand; rejects if that fails. */
  readonly templates: () => Promise<TemplatesService>;
  /** Former versions of notes. Loads its code on demand; rejects if that fails. */
  readonly history: () => Promise<OpenHistory>;
  readonly attachments: AttachmentsService;
  /** Undefined in local mode, which has all files on the device. */
  readonly offlineFiles: OfflineFiles | undefined;
  readonly devices: DevicesService;
  readonly backup: BackupService;
  readonly imports: ImportService;
  /** Exports to other programs. Loads its code on demand; rejects if that fails. */
  readonly exports: () => Promise<ExportService>;
  /** A folder of this computer that mirrors the notes. Loads its code on demand; rejects if that fails. */
  readonly mirror: () => Promise<MirrorService>;
  readonly sensitive: SensitiveFolder;
  /** Returns sensitive notes of which the drive still holds unencrypted data. */
  readonly erasing: () => readonly ErasingNote[];
  readonly upgrade: UpgradeService;
  /** Set if the database was broken and recreated. */
  readonly recreatedCache: RecreatedCache | undefined;
  /** Number of folders whose rows on this device are unreadable. */
  readonly unreadableFolders: number;
  /** Set if the browser deleted local mode's database; an account's notes are in its drive. */
  readonly lostNotes: DatabaseMark | undefined;
  /** Undefined in local mode, which has no drive to search. */
  readonly maintenance: MaintenanceService | undefined;
  /** Unencrypted notes and folders in the drive; undefined in local mode, which has no drive. */
  readonly unsealed:
    | {
        readonly files: () => readonly RemoteFile[];
        /** Must be called only after the user confirmed. */
        readonly importNotes: () => Promise<Result<Imported, RemoteProblem | StoreProblem | CodeMissing>>;
      }
    | undefined;
  /** Unusable rows of this device's database. They stay until the user removes them. */
  readonly unreadableRows: {
    /** Number of unusable rows when the database was opened. */
    readonly countAtStart: number;
    /** Loads its code on demand; rejects if that fails. */
    readonly open: () => Promise<UnreadableRowStore>;
  };
  readonly usage: () => Promise<Result<StorageUsage, StoreProblem | CodeMissing>>;
  /** Exports local mode's notes as JSON; an account has backups instead. */
  readonly exportLocal: (() => Promise<Result<ExportedFile, StoreProblem>>) | undefined;
  /** Switches to the connected drive after the user chose it (sync.md §7.3). */
  readonly switchDriveTarget: () => Promise<Result<void, StoreProblem>>;
  readonly tabs: TabsService;
  /** Saves what is typed automatically until the returned function is called. */
  readonly runAutosave: (given: Omit<AutosaveDeps, "tabs" | "timers" | "clock">) => () => void;
  readonly drafts: DraftStore;
  readonly workspace: WorkspaceService;
  readonly search: SearchService;
  /** Copies of key documents in the drive, of any vault. */
  readonly keyCopies: () => Promise<readonly Uint8Array[]>;
};

/** Part of the database is unreadable. `saved`: number of unsynced items that could be rescued. */
export type DamagedLibrary = { readonly kind: "damaged"; readonly saved: number };
/** `not-loaded`: the code that opens the library could not be fetched. */
export type LibraryProblem = StoreProblem | DamagedLibrary | { readonly kind: "not-loaded" };
export const NOT_LOADED = failed({ kind: "not-loaded" } as const);

/** The database was broken and recreated. Unsynced items were saved or lost. */
export type RecreatedCache = { readonly saved: number; readonly lost: number };

/** First page of a large library. The rest is read once `onRendered` was called. */
export type FirstNotes = Pick<FirstScreen, "notes"> & { readonly onRendered: () => void };

export type LibraryState =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly first?: FirstNotes }
  | { readonly kind: "open"; readonly library: Library }
  | {
      readonly kind: "failed";
      readonly problem: LibraryProblem;
      /** Deletes the unreadable database; the drive's notes are downloaded again. */
      readonly startAfresh?: () => void;
      readonly tryAgain?: () => void;
      /** True if this page holds the only copy of unsaved text. */
      readonly holdsText?: boolean;
    };

export type DeviceState = {
  readonly isOnline: boolean;
  /** Whether the browser promised to keep stored data. `denied` also if a write failed outright. */
  readonly storage: "unknown" | "kept" | "may-be-cleared" | "denied";
};

/** Result of a request for persistent storage. */
export type KeepAnswer = "kept" | "refused" | "cannot-be-asked";

export type SavedFile = { readonly name: string; readonly type: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** Finds the code of another device in what the camera sees. */
export type CameraScanner = {
  isThere(): Promise<boolean>;
  /** Shows the camera in `video` until the returned function is called. `onOther`: a code that is not ours. */
  scan(
    video: HTMLVideoElement,
    listener: { readonly onLink: (link: ApprovalLink) => void; readonly onOther: () => void; readonly onFailed: () => void },
  ): () => void;
};

export type Services = {
  readonly account: AccountService;
  readonly security: SecurityService;
  readonly approvals: ApprovalService;
  /** The code that a camera opened in this tab. */
  readonly approvalLinks: ReadableStore<{ readonly fragment: string }>;
  readonly camera: () => Promise<CameraScanner>;
  readonly sensitive: SensitiveService;
  readonly ai: AiService;
  readonly connection: ConnectionService;
  readonly migration: MoveService;
  readonly localMode: LocalModeApi;
  readonly library: ReadableStore<LibraryState>;
  readonly status: StatusService;
  readonly prompts: PromptsService;
  readonly theme: ThemeService;
  readonly updates: UpdatesService;
  readonly device: ReadableStore<DeviceState>;
  readonly askToKeepStorage: () => Promise<KeepAnswer>;
  readonly preferences: Preferences;
  /**
   * Clears storage, databases and caches of this browser once no one is signed in; keeps local mode's data. Resolves to false if data may
   * remain.
   */
  readonly clearCaches: () => Promise<boolean>;
  readonly saving: SavingChoice;
  readonly appearance: AppearanceService;
  readonly imageCompressor: ImageCompressor;
  readonly pasteCleaner: PasteCleaner & PatternFinder;
  readonly clock: Clock;
  readonly saveFile: (file: SavedFile) => void;
};

/** Services for the pages before sign-in, available while the rest of the application loads. */
export type SignedOutServices = Pick<Services, "status" | "prompts" | "theme" | "preferences" | "clock" | "library"> & {
  readonly account: Pick<AccountService, "store" | "serverInfo" | "signIn" | "register" | "forgotPassword">;
  readonly localMode: Pick<LocalModeApi, "store" | "enable">;
};

const ServicesContext = createContext<Services | SignedOutServices | undefined>(undefined);
const LibraryContext = createContext<Library | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;
export const LibraryProvider = LibraryContext.Provider;

export function useSignedOutServices(): Services | SignedOutServices {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error("a component that needs services stands outside of the provider");
  return services;
}

export function isWhole(services: Services | SignedOutServices): services is Services {
  return "connection" in services;
}

export function useServices(): Services {
  const services = useSignedOutServices();
  if (!isWhole(services)) throw new Error("a component that needs all services stands on a page before signing in");
  return services;
}

/** Returns the open library; only components below the workspace's gate may call it. */
export function useLibrary(): Library {
  const library = useContext(LibraryContext);
  if (library === undefined) throw new Error("a component that needs notes stands outside of an open library");
  return library;
}
