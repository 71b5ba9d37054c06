/** All storage names in a browser. Spec A §3, B §3. */
export const LOCAL_KEYS = {
  authToken: "authToken",
  user: "user",
  /** Recognized at sign-in only; does not open an account. Kept after signing out. */
  deviceToken: "deviceToken",
  /** Deletion of the user's data has begun and may not have finished. */
  erasing: "erasing",
  theme: "theme",
  /** Font, size and line width of notes. */
  appearance: "appearance",
  localModeEnabled: "localModeEnabled",
  localSessionId: "localSessionId",
  cloudProvider: "cloudProvider",
  cloudUserInfo: "cloudUserInfo",
  cloudRefreshToken: "cloudRefreshToken",
  /** The previous drive account after a reconnect with another one, until the user has chosen between them. */
  cloudFormerUserInfo: "cloudFormerUserInfo",
  oauthState: "oauthState",
  /** A change of plan that this device is carrying out. */
  planMove: "planMove",
  /** The user has agreed to move local mode's notes into their account. */
  localUpgrade: "localUpgrade",
  /** Time until which the reminder of the recovery key is postponed. */
  recoveryKeyLater: "recoveryKeyLater",
  /** The user postponed the suggestion to create an account; the value is the note count at that time. */
  upgradeLater: "upgradeLater",
  /** Database of local mode's notes and their number, because the browser may delete it (library/index/database-mark-service.ts). */
  localNotes: "localNotes",
  /** This browser has created the two notes of a new library, and creates them no second time; the value is the time. */
  firstNotes: "firstNotes",
  /** Database of an account's notes and the number of unsent changes. */
  unsentChanges: "unsentChanges",
  /** Id of the vault that owns the notes on this device, kept outside the database in case that cannot be opened. */
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
  /** Ids of the commands that were used last in the menu after `/`. */
  slashUsed: "slashUsed",
  /** Whether the contents beside a note are hidden, and the places of collapsed headings there. */
  outline: "outline",
  /** Typewriter scrolling, focus, reading time and the word goals of notes. */
  writersMode: "writersMode",
  /** Set if the month in the sidebar is collapsed. */
  daysClosed: "daysClosed",
  listSort: "notesListSort",
  pinnedOnTop: "notesListPinnedOnTop",
  /** "true": the list of a folder shows the notes of its subfolders, too. */
  withSubfolders: "notesListWithSubfolders",
  /** Ids of the folders whose subfolders the sidebar hides. */
  closedFolders: "closedFolders",
  /** An import has begun and may not have finished. */
  import: "import",
  /** "false": notes are saved with the Save button alone. */
  autosave: "autosave",
  /** Name of this device, and names that the user gave to others here (model/entities/parsing/device-names.ts). */
  deviceNames: "deviceNames",
  /** How long deleted notes stay in the trash, and when the user chose that. */
  trashKept: "trashKept",
  /** This device removes old versions (`THINNING`); the value has the time of the last run. */
  historyThinned: "historyThinned",
  /** Until when this device approves no other one, and asks none, because a code was wrong (ms since 1970 UTC). */
  approvalsPausedUntil: "approvalsPausedUntil",
  /** What the device that approved this one knew to be in the drive, until a sync has found it there. */
  approvedSeen: "approvedSeen",
  lockWhenHidden: "sensitiveLockWhenHidden",
  /** All attachments are kept on this device. */
  offlineFiles: "offlineFiles",
  /** A folder of this computer mirrors the account's notes, or local mode's. */
  mirror: "mirrorFolder",
  localMirror: "localMirrorFolder",
  /** The browser closed the databases during a write, and their log has not been renewed since. */
  logCut: "databaseLogCut",
} as const;

export const SESSION_KEYS = {
  windowId: "windowId",
  reconnecting: "googleDriveReconnection",
  sensitiveToken: "sensitiveToken",
  sensitiveExpiry: "sensitiveExpiry",
  /** Opens the stored rows of the folder's key; the spec's `sensitivePassword` is not stored anywhere (decision 0003). */
  sensitiveSession: "sensitiveSession",
} as const;

export const CLOUD_DATABASE = {
  name: "CloudNotesCache",
  version: 4,
  notes: "cloud_notes",
  contents: "note_contents",
  bases: "bases",
  remote: "remote",
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

/** Sealed work of sessions that were ended remotely. */
export const KEPT_DATABASE = { name: "SatchelKept", version: 1, kept: "kept" } as const;
export const KEYS_DATABASE = { name: "SatchelKeys", version: 1, keys: "keys" } as const;
/** State of the notes mirror and of an unfinished import. Local mode has its own database. */
export const TRANSFER_DATABASE = { cloud: "SatchelMirror", local: "SatchelMirrorLocal" } as const;
/** Separate constants, because the first page needs only the names. */
export const TRANSFER_ROWS = "mirror";
export const TRANSFER_VERSION = 1;
/** Empty database; writing and deleting it makes the browser start a new log. */
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
  approval: "satchel-approval",
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
/** Folder in the origin private file system for backups until they are downloaded. */
export const BACKUP_FOLDER = "satchel-backups";
export const FILES = { capacityProbe: "satchel-room-probe" } as const;
