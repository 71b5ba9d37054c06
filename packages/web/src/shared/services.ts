/** Services as screens and features see them, built by app/composition/compose.ts; interfaces only, no adapter. */

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
import type { ApprovalService } from "@satchel/core/vault/account/approval-service-types.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import type { DevicesService } from "@satchel/core/vault/devices/devices-service-types.ts";
import type { SensitiveFolder, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { AppearanceService, AutosaveChoice } from "@satchel/core/workspace/appearance/appearance-service.ts";
import type { WorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import type { NoteStore } from "@satchel/core/workspace/note-store/note-store.ts";
import type { WatchFailedUploads } from "@satchel/core/workspace/notifications/failed-uploads-service.ts";
import type { PromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import type { UpdatesService } from "@satchel/core/workspace/notifications/updates-service-types.ts";
import type { SearchService } from "@satchel/core/workspace/search/search-service-types.ts";
import type { AutosaveDeps } from "@satchel/core/workspace/tabs/autosave-service.ts";
import type { TabsService } from "@satchel/core/workspace/tabs/tabs-service.ts";
import type { ThemeService } from "@satchel/core/workspace/theme/theme-service.ts";
import { createContext, useContext } from "react";
import type { ImageCompressor } from "./editor-host/image-compressor.ts";
import type { PasteCleaner } from "./editor-host/paste-cleaner.ts";

export interface LocalModeApi {
  readonly store: ReadableStore<{ readonly enabled: boolean }>;
  enable(): Promise<Result<void, { readonly kind: "unsupported" } | StoreProblem | CodeMissing>>;
  /** Deletes local mode's data and ends it. */
  clearAll(): Promise<Result<void, StoreProblem>>;
  /** Which plans a new account may have, and where so much has space. Null: the server did not say. */
  upgradeOptions: UpgradeCheck["options"];
}

/** Everything that belongs to the notes of one user on this device. */
export type Library = {
  readonly kind: "cloud" | "local";
  readonly notes: NotesService;
  /** Notes and folders under the spec's names. */
  readonly noteStore: () => Promise<NoteStore>;
  readonly reader: NoteReader;
  /** The drive refused a delete: the note is back, or could not be brought back. */
  readonly onDeleteRefused: RefusedDeletes["onRefused"];
  readonly onUploadFailed: WatchFailedUploads;
  readonly sync: SyncService;
  readonly syncSettings: SyncSettingsService;
  /** Whether this device has not completed a sync yet. */
  readonly isInitialSync: () => boolean;
  /** Sends what the drive refused again. */
  readonly tryAgain: () => Promise<void>;
  readonly queue: () => readonly SyncQueueItem[];
  readonly syncLog: SyncLogService;
  readonly conflicts: ConflictsService;
  readonly others: ReadableStore<SignalsState>;
  /** Deleted notes. Its code comes when it is asked for; rejects where that cannot be fetched. */
  readonly trash: () => Promise<TrashService>;
  /** Former versions of notes; likewise. */
  readonly history: () => Promise<OpenHistory>;
  readonly attachments: AttachmentsService;
  /** In local mode everything is here. */
  readonly offlineFiles: OfflineFiles | undefined;
  readonly devices: DevicesService;
  readonly backup: BackupService;
  readonly imports: ImportService;
  /** Notes as files of other programs. Its code comes when it is asked for; rejects where that cannot be fetched. */
  readonly exports: () => Promise<ExportService>;
  /** A folder of this computer that is kept up to date; likewise. */
  readonly mirror: () => Promise<MirrorService>;
  readonly sensitive: SensitiveFolder;
  /** What the drive still holds in clear of notes in the Sensitive folder, as it is now. */
  readonly erasing: () => readonly ErasingNote[];
  readonly upgrade: UpgradeService;
  /** Set when the database was broken and recreated. */
  readonly recreatedCache: RecreatedCache | undefined;
  /** Folders whose rows on this device do not read any more. */
  readonly unreadableFolders: number;
  /** Local mode's notes that the browser deleted with their database; an account has them in its drive. */
  readonly lostNotes: DatabaseMark | undefined;
  /** Local mode has no drive to look through. */
  readonly maintenance: MaintenanceService | undefined;
  /** Notes and folders that are in the drive in clear; local mode has no drive. */
  readonly unsealed:
    | {
        readonly files: () => readonly RemoteFile[];
        /** Call only after the user confirmed. */
        readonly importNotes: () => Promise<Result<Imported, RemoteProblem | StoreProblem | CodeMissing>>;
      }
    | undefined;
  /** Rows of this device's database that hold nothing which could be shown. They stay there until the user removes them. */
  readonly unreadableRows: {
    /** How many there were when it was opened. */
    readonly countAtStart: number;
    /** Its code comes when Settings ask; rejects where it cannot be fetched. */
    readonly open: () => Promise<UnreadableRowStore>;
  };
  readonly usage: () => Promise<Result<StorageUsage, StoreProblem | CodeMissing>>;
  /** Local mode's notes as JSON; an account has its backup. */
  readonly exportLocal: (() => Promise<Result<ExportedFile, StoreProblem>>) | undefined;
  /** The user chooses the drive that is connected now (sync.md §7.3). */
  readonly switchDriveTarget: () => Promise<Result<void, StoreProblem>>;
  readonly tabs: TabsService;
  /** Saves edits of existing notes without being asked, until the answer is called. */
  readonly runAutosave: (given: Omit<AutosaveDeps, "tabs" | "timers">) => () => void;
  readonly drafts: DraftStore;
  readonly workspace: WorkspaceService;
  readonly search: SearchService;
  /** Copies of key documents that are in the drive, no matter whose they are. */
  readonly keyCopies: () => Promise<readonly Uint8Array[]>;
};

/** Part of what is kept here does not read any more; `saved`: what could be read of what is nowhere else is safe. */
export type DamagedLibrary = { readonly kind: "damaged"; readonly saved: number };
/** `not-loaded`: the code that opens it could not be fetched. */
export type LibraryProblem = StoreProblem | DamagedLibrary | { readonly kind: "not-loaded" };
export const NOT_LOADED = failed({ kind: "not-loaded" } as const);

/** The copy on this device was broken and is new: what had not been sent was saved, or is lost. */
export type RecreatedCache = { readonly saved: number; readonly lost: number };

/** The first page of a large library, while the rest is read once `onRendered` was called. */
export type FirstNotes = Pick<FirstScreen, "notes"> & { readonly onRendered: () => void };

export type LibraryState =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly first?: FirstNotes }
  | { readonly kind: "open"; readonly library: Library }
  | {
      readonly kind: "failed";
      readonly problem: LibraryProblem;
      /** What cannot be read is deleted, and the rest comes from the drive again. */
      readonly startAfresh?: () => void;
      readonly tryAgain?: () => void;
      /** What was typed and not saved is nowhere but in this page. */
      readonly holdsText?: boolean;
    };

export type DeviceState = {
  readonly isOnline: boolean;
  /** Whether the browser promised to keep what is stored here. `denied` also when storing failed outright. */
  readonly storage: "unknown" | "kept" | "may-be-cleared" | "denied";
};

/** The answer to a request for persistent storage. */
export type KeepAnswer = "kept" | "refused" | "cannot-be-asked";

export type SavedFile = { readonly name: string; readonly type: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

export type Services = {
  readonly account: AccountService;
  readonly security: SecurityService;
  readonly approvals: ApprovalService;
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
  /** Storage, databases and caches of this browser, once no one is signed in; what local mode keeps stays. False: something may be left. */
  readonly clearCaches: () => Promise<boolean>;
  readonly autosave: AutosaveChoice;
  readonly appearance: AppearanceService;
  readonly imageCompressor: ImageCompressor;
  readonly pasteCleaner: PasteCleaner;
  readonly clock: Clock;
  readonly saveFile: (file: SavedFile) => void;
};

/** What the pages before signing in call: there while the rest of the application is still fetched. */
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

/** The open library; only components beneath the workspace's gate ask for it. */
export function useLibrary(): Library {
  const library = useContext(LibraryContext);
  if (library === undefined) throw new Error("a component that needs notes stands outside of an open library");
  return library;
}
