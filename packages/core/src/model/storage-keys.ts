/** Every name under which anything is kept in a browser. Spec A §3, B §3. */
export const LOCAL_KEYS = {
  authToken: "authToken",
  user: "user",
  /** Shown at sign-in, and nothing else: it opens no account. Stays when someone signs out. */
  deviceToken: "deviceToken",
  /** Deleting what is kept of the user was begun, and is not known to have ended. */
  erasing: "erasing",
  theme: "theme",
  /** Font, size and line width of notes. */
  appearance: "appearance",
  localModeEnabled: "localModeEnabled",
  localSessionId: "localSessionId",
  cloudProvider: "cloudProvider",
  cloudUserInfo: "cloudUserInfo",
  cloudRefreshToken: "cloudRefreshToken",
  /** The drive account before a reconnect with another one, until the user has chosen between them. */
  cloudFormerUserInfo: "cloudFormerUserInfo",
  oauthState: "oauthState",
  /** A change of plan that this device is carrying out. */
  planMove: "planMove",
  /** The user has agreed that local mode's notes move into their account. */
  localUpgrade: "localUpgrade",
  /** Until when the reminder of the recovery key is put off. */
  recoveryKeyLater: "recoveryKeyLater",
  /** The suggestion of an account was put off, with so many notes. */
  upgradeLater: "upgradeLater",
  /** Which database local mode's notes are in, and how many: the browser may delete it (library/index/database-mark-service.ts). */
  localNotes: "localNotes",
  /** The same of an account's database and the changes that have not been sent. */
  unsentChanges: "unsentChanges",
  /** Whose vault the notes on this device belong to, also where their database cannot say it any more. */
  libraryVault: "libraryVault",
  selectedPlan: "onboarding_selectedPlan",
  initialSyncCompleted: "initialSyncCompleted",
  lastSyncTime: "lastSyncTime",
  conflictResolutionStrategy: "conflictResolutionStrategy",
  autoSync: "autoSync",
  syncInterval: "syncInterval",
  syncState: "syncState",
  lastFrontendSync: "lastFrontendSync",
  frontendSyncQueue: "frontendSyncQueue",
  lastFailedSync: "lastFailedSync",
  lastForcedSync: "lastForcedSync",
  lastNoteCreation: "lastNoteCreation",
  listWidth: "notesListWidth",
  emojiRecents: "emojiRecents",
  emojiTone: "emojiSkinTone",
  listSort: "notesListSort",
  pinnedOnTop: "notesListPinnedOnTop",
  /** An import has begun and is not known to have ended. */
  import: "import",
  autosave: "autosave",
  /** How long deleted notes stay in the trash, and when that was chosen. */
  trashKept: "trashKept",
  /** Old versions of notes are thinned out on this device, and when that was last done. */
  historyThinned: "historyThinned",
  lockWhenHidden: "sensitiveLockWhenHidden",
  /** All attachments are kept on this device. */
  offlineFiles: "offlineFiles",
  /** A folder of this computer is kept up to date with the account's notes, and with local mode's. */
  mirror: "mirrorFolder",
  localMirror: "localMirrorFolder",
  /** The browser closed the databases while they were written to, and their log has not been renewed since. */
  logCut: "databaseLogCut",
} as const;

export const SESSION_KEYS = {
  windowId: "windowId",
  reconnecting: "googleDriveReconnection",
  sensitiveToken: "sensitiveToken",
  sensitiveExpiry: "sensitiveExpiry",
  /** Opens the kept rows of the folder's key; the spec's `sensitivePassword` is kept nowhere (decision 0003). */
  sensitiveSession: "sensitiveSession",
} as const;

export const CLOUD_DATABASE = {
  name: "CloudNotesCache",
  version: 3,
  notes: "cloud_notes",
  contents: "note_contents",
  bases: "bases",
  remote: "remote",
  creating: "creating",
  tainted: "tainted",
  attempts: "attempts",
  packs: "packs",
  meta: "meta",
  drafts: "drafts",
  tabs: "open_tabs",
  searchChunks: "search_chunks",
  syncLog: "sync_log",
  conflicts: "conflicts",
  attachments: "attachments",
  attachmentBytes: "attachment_bytes",
  unreferenced: "unreferenced_attachments",
  folderKeyPrefix: "__folder__:",
} as const;

export const LOCAL_DATABASE = {
  name: "NotesAppLocal",
  version: 1,
  notes: "local_notes",
  folders: "local_folders",
  attachments: "local_attachments",
  metadata: "local_metadata",
  usage: "local_usage",
} as const;

/** Sealed work of sessions that were ended from elsewhere. */
export const KEPT_DATABASE = { name: "SatchelKept", version: 1, kept: "kept" } as const;
export const KEYS_DATABASE = { name: "SatchelKeys", version: 1, keys: "keys" } as const;
/** The folder that a mirror of the notes is written to, and what is in it; and an import that has not ended. Local mode's are its own. */
export const TRANSFER_DATABASE = { cloud: "SatchelMirror", local: "SatchelMirrorLocal" } as const;
/** Apart, because the first page knows only the names. */
export const TRANSFER_ROWS = "mirror";
export const TRANSFER_VERSION = 1;
/** Holds nothing: written to and deleted, so that the browser begins a new log. */
export const SCRATCH_DATABASE = { name: "SatchelScratch", version: 1, rows: "rows" } as const;
export const CHANNEL = {
  library: "satchel-library",
  localLibrary: "satchel-local-library",
  sync: "satchel-sync",
  syncSettings: "satchel-sync-settings",
  session: "satchel-session",
  sensitive: "satchel-sensitive",
  localSensitive: "satchel-local-sensitive",
  attachments: "satchel-attachments",
  connection: "satchel-connection",
} as const;
export const LOCKS = {
  sync: "satchel-sync",
  window: "satchel-window-",
  renewal: "satchel-renewal",
  move: "satchel-move",
  attachments: "satchel-attachments",
  offlineFiles: "satchel-offline-files",
  upgrade: "satchel-upgrade",
  mirror: "satchel-mirror",
  repair: "satchel-repair",
  library: "satchel-library",
  temporaryFile: "satchel-temporary-file-",
  capacityProbe: "satchel-room-probe",
} as const;
/** In the origin's own file system: backups until they are downloaded. */
export const BACKUP_FOLDER = "satchel-backups";
export const FILES = { capacityProbe: "satchel-room-probe" } as const;
