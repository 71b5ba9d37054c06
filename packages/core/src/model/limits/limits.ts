/** All client constants of the spec's A §9 and B §9 and of sync.md. Names carry their unit. */

export const NOTE = {
  titleMaxChars: 255,
  /** The spec has no limit. Ten million four-byte characters still fit into one sealed file of 64 MiB. */
  contentMaxChars: 10_000_000,
  previewListChars: 100,
  previewSearchChars: 150,
  previewStoredChars: 240,
  pageSize: 50,
  untitled: "Untitled Note",
} as const;
/**
 * Tags of a note. `maxPerNote`: that a user can give it; a merge of two devices may exceed it, up to `maxStored`. `maxRead`: names looked at in a
 * list from outside; later ones are ignored.
 */
export const TAG = { maxPerNote: 200, maxChars: 100, maxStored: 1000, maxRead: 10_000 } as const;
/**
 * `aboveRows`: larger libraries show their newest notes before the rest is read. `renderedWithinMs`: maximum time that the first rendering
 * may delay the rest.
 */
export const FIRST_SCREEN = { aboveRows: 2000, readRows: 80, renderedWithinMs: 500 } as const;
/** Spec A §9: recently opened notes kept in memory, timeout for reading a note from the device, and for loading a view. */
export const NOTE_VIEW = { hotEntries: 15, hotMs: 900_000, cacheReadMs: 2000, loadMs: 10_000 } as const;
export const SAVED_SEARCH = { nameMaxChars: 100, queryMaxChars: 1000 } as const;

export const FOLDER = {
  nameMaxChars: 255,
  descriptionMaxChars: 1000,
  /** Levels of the tree. A deeper folder is shown at the top. */
  maxLevels: 10,
  /** Characters of a stored path with all names. A longer one is stored without the names of the parents. */
  pathMaxChars: 4000,
  defaultColor: "#3B82F6",
  /** Ten choices; the first is the default. */
  colors: ["#3B82F6", "#22C55E", "#F97316", "#8B5CF6", "#EC4899", "#14B8A6", "#EAB308", "#EF4444", "#6366F1", "#64748B"],
  /** Custom folders follow the two default folders. */
  customOrder: 3,
  defaults: [
    {
      idPrefix: "folder-pinned-",
      name: "Pinned",
      description: "Important notes that need quick access",
      color: "#FFD700",
      folderType: "PINNED",
      displayOrder: 1,
    },
    {
      idPrefix: "folder-sensitive-",
      name: "Sensitive",
      description: "Private and confidential notes",
      color: "#DC2626",
      folderType: "SENSITIVE",
      displayOrder: 2,
    },
  ],
} as const;

export const LAYOUT = {
  sidebarBreakpointPx: 1280,
  mobileBreakpointPx: 768,
  swipeThresholdPx: 50,
  sidebarOverrideMs: 10_000,
  editorHeightPx: 550,
  mobileTabTitleChars: 10,
  desktopTabTitleChars: 15,
  folderScrollStepPx: 200,
  listWidthPx: 340,
  listMinWidthPx: 260,
  listMaxWidthPx: 520,
} as const;

export const TOAST = { successMs: 3000, errorMs: 5000, warningMs: 4000, infoMs: 3000, undoMs: 10_000, maxShown: 20 } as const;
/**
 * Automatic saving. `afterMs`: idle time before a save. `atLatestMs`: time from the first unsaved key to the save while typing goes on. `retryMs`:
 * delay before a retry after this device failed.
 */
export const AUTOSAVE = { afterMs: 1000, atLatestMs: 10_000, retryMs: 30_000 } as const;
/** `lookAgainMs`: a closed window counts as open for a moment, so its drafts are listed again after this delay. */
export const DRAFT = { writeDelayMs: 300, writeAtLatestMs: 1000, retryMs: 5000, lookAgainMs: 2000 } as const;
/** Spec A §9 "Search debounce"; A §4 "replaces the list only if its count differs by more than 2". */
export const SEARCH = {
  debounceMs: 300,
  /** Terms and filters of an alternative, and alternatives of a search. Others are left out. */
  maxTerms: 16,
  maxFilters: 32,
  maxAlternatives: 8,
  maxCorrected: 40,
  replaceAbove: 2,
  /** Delay before indexing, so that the list is rendered first. */
  indexAfterMs: 1500,
  /** Texts read from disk at a time; a save waits for at most one such batch. */
  readBatch: 250,
  keptBatch: 1000,
  /** Indexed texts are stored after this idle time, or once this many characters are pending. */
  keepAfterMs: 1000,
  waitingChars: 16_000_000,
  /** Changes reach the index in batches, and large batches in pieces, so that a query waits for one piece at most. */
  updateAfterMs: 200,
  updateBatchSize: 500,
} as const;
export const OAUTH = {
  successRedirectMs: 1000,
  failureRedirectMs: 2000,
  stateLifetimeMs: 600_000,
  openQuestionsMax: 8,
  /** If the page is still open after this time, the user did not leave it or has returned. */
  leftWithinMs: 3000,
} as const;
export const CONNECTION = {
  renewBeforeMs: 300_000,
  reconnectFirstMs: 2000,
  reconnectMaxMs: 60_000,
  reconnectAttempts: 10,
  /**
   * Interval after the ten attempts, as for the scheduled sync (B §9 "default sync interval 5 minutes"), so that a drive that was down for
   * a day is found again.
   */
  restingRetryMs: 300_000,
  /** Interval of checks for a server that did not respond. */
  lookEveryMs: 15_000,
  expiryMarginMs: 30_000,
  /** Spec B §9 "usage refresh about 1 s after reconnect". */
  usageRefreshMs: 1000,
  /** Spec B §8: 'Google Drive connection lost. Please click "Reconnect" to restore sync.' */
  lostToastMs: 10_000,
  clientIdSuffix: ".apps.googleusercontent.com",
} as const;
export const BACKUP = {
  appName: "Satchel",
  version: "1.0",
  /** Spec B §9: the dialog after a restore. */
  closeAfterMs: 1000,
  /** Maximum notes, and characters of notes, that are read, written and restored together. */
  groupSize: 500,
  groupChars: 4_194_304,
  fileNameMaxChars: 60,
  /** Spec B §9 "Backup": DEFLATE; text of ours at a faster level (docs/decisions/0011). */
  deflateLevel: 6,
  textDeflateLevel: 1,
  /** Bytes of `notes.json` up to which validated notes stay in memory until they are restored. */
  heldNotesMaxBytes: 33_554_432,
  /** Lists are read completely and validated before anything is restored; no library comes near this limit. */
  maxRecords: 1_000_000,
  /** One record's text; a note with its images has at most 10 MB. */
  maxRecordChars: 67_108_864,
  /** Maximum number of unreadable records of a list that are named individually. */
  damageListed: 1000,
  /** Limit for metadata, manifest and the other small files. */
  maxSmallFileBytes: 268_435_456,
} as const;
/** Change of plan or storage. Each pass copies what the previous one found missing; many passes mean that another device keeps writing. */
export const MOVE = { maxPasses: 20, parallel: 4, retryMs: 60_000, idPoolSize: 100, onePieceMaxBytes: 4_194_304 } as const;
export const UPDATE_NOTICE_MS = 10_000;

/** Time for which the user can postpone the reminder of the recovery key. */
export const RECOVERY_KEY_SNOOZE_MS = 3 * 24 * 60 * 60 * 1000;

export const SYNC = {
  pollVisibleMs: 30_000,
  /** Spec B §9 "default sync interval". */
  intervalMs: 300_000,
  /** The spec's queue size (B §9): maximum number reported; the queue itself is unbounded. */
  queueReportedItems: 100,
  intervalChoicesMs: [60_000, 300_000, 900_000, 3_600_000],
  /** Delay after an edit if none was sent just before, so that the steps of one command are sent together. */
  afterEditMs: 100,
  /** Minimum interval between starts of cycles that edits trigger; edits in between are sent together. */
  editCyclesEveryMs: 2000,
  /** The same while notes are saved automatically: an hour of typing is at most one write of the note every ten seconds. */
  typedCyclesEveryMs: 10_000,
  listPageSize: 1000,
  /** Pages of a listing that are requested ahead; this many pages of files are in memory twice. */
  listPagesAhead: 4,
  changesPageSize: 1000,
  /** Files of an earlier version that are renamed after one cycle in a quiet moment. Each is a write and a change for every device. */
  namesHiddenPerCycle: 50,
  fetchParallel: 5,
  /** Longer files are read one at a time. Packs and notes with images are shorter; the largest file that may be sealed has sixteen times as many bytes. */
  smallFileBytes: 8_388_608,
  fetchBatch: 20,
  completeWrittenEveryMs: 60_000,
  missingCheckedPerAudit: 100,
  idPoolSize: 50,
  idPoolBulkSize: 1000,
  firstAuditMs: 300_000,
  auditMs: 86_400_000,
  maxRounds: 5,
  unclearBeforePause: 3,
  basesKept: 12,
  publishEveryMs: 50,
  /** The pause between two published lists is at least this factor times the duration of the last one. */
  publishRest: 8,
  publishAtLatestMs: 1000,
  retryMaxMs: 20_000,
  retryHiddenMaxMs: 60_000,
  retryFirstMs: 2000,
  /** First delay before a refused upload is retried; it doubles each time. */
  refusedFirstMs: 5000,
  refusedMaxMs: 20_000,
  /** Number of refused uploads that are tried first; the others follow once one is accepted. */
  refusedProbes: 5,
  copyRevealMs: 86_400_000,
  /** Time that a file which another contains stays in the drive's trash. encryption.md 3.5 (9), sync.md §4.2. */
  eraseAfterMs: 86_400_000,
  /** Maximum number of such files that one cycle deletes for good, two requests each; further ones wait for the next cycle. */
  clearedPerCycle: 10,
  massRemovalCount: 20,
  massRemovalShare: 0.1,
  /** Time for which deletions caused by the drive's trash count towards the two limits above: as long as the drive surely keeps them. */
  massRemovalWindowMs: 2_592_000_000,
  removalBatch: 200,
  deviceIdChars: 6,
  /** Random characters of a writer's name, after the device id. No other name in a vector has the same total length. */
  writerChars: 7,
  /** Interval at which a process looks for a gap in time, and the shortest gap. Browsers run the timers of a hidden page once a minute. */
  writerTickMs: 20_000,
  writerGapMs: 90_000,
  /** Entries of a version vector, about 20 bytes each; an edit drops the oldest ones above this. No lower: beyond it each session costs a merge. */
  vectorMaxEntries: 4096,
} as const;

/** Channel between the user's devices (decision 0024). */
export const SIGNALS = {
  sessionChars: 12,
  nameMaxChars: 100,
  /** Maximum number of sessions that are remembered while the channel is open. */
  maxPeers: 64,
  turnsKept: 64,
  presenceEveryMs: 60_000,
  goneAfterMs: 150_000,
  /** Maximum versions in one message; the drive delivers the others. */
  maxVersions: 8,
  /** A note with more text is sent through the drive only. */
  maxContentChars: 80_000,
  /** Time for which a version received over the channel is left to its device to upload. */
  leftToOthersMs: 60_000,
  /** Maximum number of unread messages; further ones are dropped. */
  maxWaiting: 200,
} as const;

/** `kept`: number of merge records that a device keeps. The texts are the spec's (B §4 "Resolutions"). */
export const CONFLICT = { kept: 100, mergedSuffix: " (Merged)", separator: "Merged from Cloud" } as const;
/**
 * A device writes its record when its access is renewed; with managed storage, whose access does not expire, at the same interval.
 * `maxGivenNames`: names for other devices in one record, which has to stay below `DEVICE_RECORD.maxChars`.
 */
export const DEVICES = { leaveEveryMs: 3_300_000, nameMaxChars: 40, maxGivenNames: 8, recordWriters: 32 } as const;
/** Longer paragraphs are compared as a whole. */
export const DIFFERENCE = { maxWords: 4000, pairedBlocks: 40 } as const;
/** Spec B §8 "Sync toasts". */
export const SYNC_TOAST = { initialMs: 8000, offerMs: 10_000 } as const;
export const SYNC_LOG = { kept: 1000, trimEvery: 250, shown: 200 } as const;

export const REQUEST = {
  timeoutMs: 30_000,
  /**
   * Timeout of requests that the connection needs (reachability, tokens): a server that accepts but never responds is noticed within half a
   * minute.
   */
  connectionTimeoutMs: 10_000,
  reachabilityTimeoutMs: 5000,
  retries: 3,
  retryBaseMs: 1000,
  maxPerSecond: 10,
  burst: 100,
  writesPerSecond: 2,
} as const;

/** Names in the drive. Spec B §3 defines the layout; names reveal nothing about the content (encryption.md 3.3). */
export const DRIVE_LAYOUT = {
  appFolderName: "Satchel Notes (do not delete)",
  keysName: "keys.json",
  fileType: "application/octet-stream",
  folderType: "application/vnd.google-apps.folder",
  /** Prefix of types without bytes: folders, and documents made in the drive. */
  ownTypes: "application/vnd.google-apps.",
} as const;

/** Delays before the page requests a lost script again. */
export const START = { askAgainAfterMs: [500, 2000] } as const;

/** Maximum number of reopens: a page that keeps reopening its database repairs nothing. */
export const REPAIR = { reopensAtMost: 3 } as const;
/** Search for broken files in the drive. Spec B §5, B §9. */
export const CLEANUP = { tinyBelowBytes: 50, refreshMs: 1000 } as const;

/**
 * Spec A §9 "Editor undo history". An undo step ends after `historyDelayMs` of pause, or after this much continuous typing (decision 0014).
 */
export const EDITOR = {
  historyDelayMs: 500,
  historyStepMs: 3000,
  historyStepChars: 30,
  historySteps: 500,
  /** Larger pastes are cleaned in a worker. */
  pasteInWorkerAboveChars: 100_000,
  warnAboveShare: 0.9,
} as const;

/** Spec A §9 "AI request". */
export const AI = { maxTokens: 500, temperature: 0.7 } as const;
/** Longer code is not highlighted, because colors are computed at every key. */
export const CODE = { highlightMaxChars: 10_000 } as const;
export const EMOJI = { recents: 18, foundMax: 90, columns: 9 } as const;

/**
 * Spec A §9 "Image compression". Re-encoding an animated image would stop its animation; up to this size it is stored whole.
 */
export const IMAGE = {
  maxBytes: 52_428_800,
  /** 512 MiB once decoded. A photo of a phone's largest sensor, 108 megapixels, is below. */
  maxPixels: 134_217_728,
  targetBytes: 51_200,
  firstQuality: 0.8,
  maxWidthPx: 1920,
  maxHeightPx: 1080,
  retryFromQuality: 0.9,
  qualityStep: 0.1,
  qualityFloor: 0.1,
  maxTries: 10,
  animatedMaxBytes: 1_048_576,
} as const;

/** Spec A §9. Unreferenced files stay `unreferencedKeptMs`; uploaded ones are cached up to `cacheMaxBytes`; small ones take one request. */
export const ATTACHMENT = {
  maxBytes: 10_485_760,
  /** Sealing pads a file by up to 12 percent, twice in the Sensitive folder. Longer files in the drive are not read. */
  sealedMaxBytes: 20_971_520,
  idChars: 22,
  nameMaxChars: 255,
  pieceBytes: 1_048_576,
  onePieceMaxBytes: 1_048_576,
  unreferencedKeptMs: 2_592_000_000,
  cacheMaxBytes: 268_435_456,
  usedWrittenEveryMs: 3_600_000,
} as const;
/** Keeping all attachments offline. */
export const OFFLINE_FILES = {
  /** Space that stays free for notes. */
  leftFreeBytes: 104_857_600,
  lookAgainAfterMs: 3_600_000,
} as const;

/** Days that deleted notes stay; null: until the user deletes them. Large numbers are purged in groups. Decision 0025. */
export const TRASH = {
  keptDays: 30,
  keptDaysChoices: [7, 30, 90, null],
  fewestDays: 7,
  dayMs: 86_400_000,
  lookEveryMs: 21_600_000,
  notesAtOnce: 100,
} as const;

/** Spec B §9 "Size estimates". */
export const USAGE = { bytesPerChar: 2, bytesPerNote: 500, bytesPerFolder: 200, notesAtOnce: 200 } as const;

/** Local mode's usage log. A day's row is rewritten at each change, so it must stay small. */
export const USAGE_LOG = { actionsPerDay: 200, daysKept: 30, dayMs: 86_400_000 } as const;

/** Local mode: when an account is suggested (spec B §9), and group sizes of a move. */
export const UPGRADE = { suggestFromNotes: 5, suggestAboveBytes: 1_048_576, notesAtOnce: 100, readAtOnce: 5 } as const;

/** Spec B §9 "Logout clearing": up to three tries per database, each waiting longer. */
export const SIGN_OUT = {
  clearAfterMs: 100,
  totalMs: 3000,
  cacheListMs: 1000,
  cacheDeleteMs: 500,
  databaseTries: 3,
  databaseTryMs: 500,
} as const;

/** sync.md §8. Shares are of all records; sizes are before compression. */
export const PACKS = {
  /** Number of unpacked files that justify a pack. */
  minUncovered: 8,
  /** If more than this many records are pending, they are packed before they are sent one by one. */
  aheadFrom: 50,
  /** If more than this many records have no file, they go into primary packs and get no file. */
  primaryFrom: 50,
  /** Time for which a pack may wait for the files announced in it; sending a full pack's files takes twenty minutes on a slow drive. */
  aheadMs: 3_600_000,
  jitterMs: 1_800_000,
  lookEveryMs: 1_800_000,
  /** A pack is left alone while it holds at least this factor times the smaller packs together; otherwise it is merged with them. */
  growth: 4,
  /** Share of `maxEntries` or `maxChars` from which a pack is full and not rewritten. */
  fullShare: 0.8,
  maxEntries: 2500,
  maxChars: 12_000_000,
  /** From this many missing files, every pack is opened before files are downloaded one by one; small packs are opened earlier. */
  useFromMissing: 20,
  /** Bytes that can be downloaded in the time of one request. */
  bytesPerRequest: 65_536,
  /** Opened packs that a cycle keeps in memory. */
  heldOpen: 3,
} as const;

/** Approval of a new device, encryption.md 3.5 (6). Each device counts its lifetime by its own clock; a wrong code pauses approvals on the device. */
export const APPROVAL = {
  pollMs: 2000,
  watchMs: 5000,
  watchSeldomMs: 30_000,
  lifetimeMs: 600_000,
  pauseMs: 3_600_000,
  /** For another tab to take a scanned code. */
  handOnMs: 2000,
  /** Characters that the new device shows, and those that the unlocked one shows. */
  newCodeChars: 8,
  holderCodeChars: 4,
} as const;

/** Spec A §9: the folder locks after two minutes without activity. `keepEveryMs`: minimum interval between saves of the last activity. */
export const SENSITIVE = {
  idleMs: 120_000,
  keepEveryMs: 10_000,
  tickMs: 1000,
  warnAtSeconds: [60, 30],
  openAtOnce: 50,
  /** Time for which a lock keeps the key to save what was typed; after that it stays a sealed draft. */
  saveAtLockMs: 2000,
  passwordMinChars: 8,
} as const;
