/** Every client constant of the spec's A §9 and B §9, and those of sync.md, in one place. Names carry their unit. */

export const NOTE = {
  titleMaxChars: 255,
  /** The spec names no figure. This many letters of four bytes still go into one sealed file of 64 MiB; it is some twenty novels. */
  contentMaxChars: 10_000_000,
  previewListChars: 100,
  previewSearchChars: 150,
  previewStoredChars: 240,
  pageSize: 50,
  untitled: "Untitled Note",
} as const;
/** Above so many rows a library shows its newest before the rest is read; what is in the way of the reading does so no longer than this. */
export const FIRST_SCREEN = { aboveRows: 2000, readRows: 80, renderedWithinMs: 500 } as const;
/** Spec A §9: the notes looked at last, how long the device may take to read one, and when a view says that it waits. */
export const NOTE_VIEW = { hotEntries: 15, hotMs: 900_000, cacheReadMs: 2000, loadMs: 10_000 } as const;
export const FOLDER = {
  nameMaxChars: 255,
  descriptionMaxChars: 1000,
  defaultColor: "#3B82F6",
  /** Ten to choose from; the default is the first. */
  colors: ["#3B82F6", "#22C55E", "#F97316", "#8B5CF6", "#EC4899", "#14B8A6", "#EAB308", "#EF4444", "#6366F1", "#64748B"],
  /** Custom folders follow the two default ones. */
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
/** Saving without being asked: after so long without a change, and after a failure of this device not before it had time to pass. */
export const AUTOSAVE = { afterMs: 3000, retryMs: 30_000 } as const;
/** A window that is closed still lives for so long: after it, what it held is looked for once more. */
export const DRAFT = { writeDelayMs: 300, writeAtLatestMs: 1000, retryMs: 5000, lookAgainMs: 2000 } as const;
/** Spec A §9 "Search debounce"; A §4 "replaces the list only if its count differs by more than 2". */
export const SEARCH = {
  debounceMs: 300,
  maxTerms: 16,
  maxCorrected: 40,
  replaceAbove: 2,
  /** The list comes first: its notes are indexed once it had the time to be rendered. */
  indexAfterMs: 1500,
  /** Texts that are read from the disk at a time: a save never waits for more than these. */
  readBatch: 250,
  keptBatch: 1000,
  /** Texts that were read are kept once nothing has come for so long, or when so many characters of them wait. */
  keepAfterMs: 1000,
  waitingChars: 16_000_000,
  /** The index receives changes in batches, and many of them in pieces, so that a query between two waits for one piece only. */
  updateAfterMs: 200,
  updateBatchSize: 500,
} as const;
export const OAUTH = {
  successRedirectMs: 1000,
  failureRedirectMs: 2000,
  stateLifetimeMs: 600_000,
  openQuestionsMax: 8,
  /** A page that is still here by then was not left, or was come back to. */
  leftWithinMs: 3000,
} as const;
export const CONNECTION = {
  renewBeforeMs: 300_000,
  reconnectFirstMs: 2000,
  reconnectMaxMs: 60_000,
  reconnectAttempts: 10,
  /** After the ten, at the pace of the scheduled sync (B §9 "default sync interval 5 minutes"): a drive that was down for a day is found again. */
  restingRetryMs: 300_000,
  /** How often a server that did not answer is looked for meanwhile. */
  lookEveryMs: 15_000,
  expiryMarginMs: 30_000,
  /** Spec B §9 "usage refresh about 1 s after reconnect". */
  usageRefreshMs: 1000,
  /** Spec B §8: 'Google Drive connection lost. Please click "Reconnect" to restore sync.' */
  lostToastMs: 10_000,
  clientIdSuffix: ".apps.googleusercontent.com",
} as const;
/** Changing plan or storage later. A pass copies what the one before found missing, so more than a few mean that someone keeps writing. */
export const BACKUP = {
  appName: "Satchel",
  version: "1.0",
  /** Spec B §9: the dialog after a restore. */
  closeAfterMs: 1000,
  /** Notes read, written and restored together: so many, or so many characters of them. */
  groupSize: 500,
  groupChars: 4_194_304,
  fileNameMaxChars: 60,
  /** Spec B §9 "Backup": DEFLATE; text of ours more quickly (docs/decisions/0011). */
  deflateLevel: 6,
  textDeflateLevel: 1,
  /** As `notes.json`: so many stay in memory from being checked until they are restored. */
  heldNotesMaxBytes: 33_554_432,
  /** A list of records is read in full, so that it is checked before anything is restored; no library comes near it. */
  maxRecords: 1_000_000,
  /** One record's text: a note with its images is at most 10 MB. */
  maxRecordChars: 67_108_864,
  /** Records that could not be read are named up to so many of a list. */
  damageListed: 1000,
  /** Of metadata, manifest and the other small files. */
  maxSmallFileBytes: 268_435_456,
} as const;
export const MOVE = { maxPasses: 20, parallel: 4, retryMs: 60_000, idPoolSize: 100, onePieceMaxBytes: 4_194_304 } as const;
export const UPDATE_NOTICE_MS = 10_000;

/** How long the reminder of the recovery key stays away once it is put off. */
export const RECOVERY_KEY_SNOOZE_MS = 3 * 24 * 60 * 60 * 1000;

export const SYNC = {
  pollVisibleMs: 30_000,
  /** Spec B §9 "default sync interval". */
  intervalMs: 300_000,
  /** The spec's queue size (B §9): what is reported of a queue that has no bound. */
  queueReportedItems: 100,
  intervalChoicesMs: [60_000, 300_000, 900_000, 3_600_000],
  /** After an edit, when none was sent just before: what one command writes in several steps goes together. */
  afterEditMs: 100,
  /** Between the beginnings of two cycles that edits ask for: what is saved meanwhile goes together. */
  editCyclesEveryMs: 2000,
  listPageSize: 1000,
  /** Of a listing so many pages are asked for before they are taken in: as many files as that are in memory twice. */
  listPagesAhead: 4,
  changesPageSize: 1000,
  fetchParallel: 5,
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
  /** Between two lists is at least so many times what the last one took. */
  publishRest: 8,
  publishAtLatestMs: 1000,
  retryMaxMs: 20_000,
  retryHiddenMaxMs: 60_000,
  retryFirstMs: 2000,
  /** What the drive refused is tried again after this, then after twice as long, and so on. */
  refusedFirstMs: 5000,
  refusedMaxMs: 20_000,
  /** Of what was refused so many are tried first; the rest once one of them is taken. */
  refusedProbes: 5,
  copyRevealMs: 86_400_000,
  /** encryption.md 3.5 (9). */
  eraseAfterMs: 86_400_000,
  /** sync.md §4.5: how long what was written over in another's file is left to that device. */
  overwrittenAfterMs: 86_400_000,
  massRemovalCount: 20,
  massRemovalShare: 0.1,
  /** What was deleted because the drive trashed it counts for so long towards the two limits above: as long as it can be restored for certain. */
  massRemovalWindowMs: 2_592_000_000,
  removalBatch: 200,
  deviceIdChars: 6,
} as const;

/** The channel between one's own devices (decision 0024). */
export const SIGNALS = {
  sessionChars: 12,
  nameMaxChars: 100,
  /** Sessions that are remembered while the channel is open. */
  maxPeers: 64,
  turnsKept: 64,
  presenceEveryMs: 60_000,
  goneAfterMs: 150_000,
  /** Of one command: beyond so many notes and folders the drive reports them. */
  maxVersions: 8,
  /** A note with more text travels by way of the drive alone. */
  maxContentChars: 80_000,
  /** How long a version that came over the channel is left to its own device to send. */
  leftToOthersMs: 60_000,
  /** Messages that wait to be read; more are dropped. */
  maxWaiting: 200,
} as const;

/** Records of merges and lines of the sync log that a device keeps. The words are the spec's (B §4 "Resolutions"). */
export const CONFLICT = { kept: 100, mergedSuffix: " (Merged)", separator: "Merged from Cloud" } as const;
/** A device leaves its record when its access is renewed; where access never ends (managed storage), at the same pace. */
export const DEVICES = { leaveEveryMs: 3_300_000 } as const;
/** Paragraphs longer than this are compared as a whole. */
export const DIFFERENCE = { maxWords: 4000, pairedBlocks: 40 } as const;
/** Spec B §8 "Sync toasts". */
export const SYNC_TOAST = { initialMs: 8000, offerMs: 10_000 } as const;
export const SYNC_LOG = { kept: 1000, trimEvery: 250, shown: 200 } as const;

export const REQUEST = {
  timeoutMs: 30_000,
  /** Of what the connection waits for (is the server there, a token): a server that accepts and never answers is known as gone within half a minute. */
  connectionTimeoutMs: 10_000,
  reachabilityTimeoutMs: 5000,
  retries: 3,
  retryBaseMs: 1000,
  maxPerSecond: 10,
  burst: 100,
  writesPerSecond: 2,
} as const;

/** Names in the drive. The layout is the spec's B §3; names carry nothing of what the files hold (encryption.md 3.3). */
export const DRIVE_LAYOUT = {
  appFolderName: "Satchel Notes (do not delete)",
  keysName: "keys.json",
  fileType: "application/octet-stream",
  folderType: "application/vnd.google-apps.folder",
  /** Folders, and documents that the drive itself makes: none of them has bytes. */
  ownTypes: "application/vnd.google-apps.",
} as const;

/** How long the page waits before it asks once more for a script that was lost on the way. */
export const START = { askAgainAfterMs: [500, 2000] } as const;

/** A page that opens its database again and again repairs nothing. */
export const REPAIR = { reopensAtMost: 3 } as const;
/** Looking for broken files in the drive. Spec B §5, B §9. */
export const CLEANUP = { tinyBelowBytes: 50, refreshMs: 1000 } as const;

/** Spec A §9 "Editor undo history", apart from where a step ends: after this pause, or after so much typing without one (decision 0014). */
export const EDITOR = {
  historyDelayMs: 500,
  historyStepMs: 3000,
  historyStepChars: 30,
  historySteps: 500,
  /** A larger paste is cleaned in a worker. */
  pasteInWorkerAboveChars: 100_000,
  warnAboveShare: 0.9,
} as const;

/** Spec A §9 "AI request". */
export const AI = { maxTokens: 500, temperature: 0.7 } as const;
/** Longer code is shown without colors: they are worked out at each key. */
export const CODE = { highlightMaxChars: 10_000 } as const;
export const EMOJI = { recents: 18, foundMax: 90, columns: 9 } as const;

/** Spec A §9 "Image compression". A moving image cannot be encoded again without stopping it; up to this size a note carries it whole. */
export const IMAGE = {
  maxBytes: 52_428_800,
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
  /** Stays free for notes themselves. */
  leftFreeBytes: 104_857_600,
  lookAgainAfterMs: 3_600_000,
} as const;

/** Deleted notes stay for so many days; null: until the user deletes them. Many are written some at a time. Decision 0025. */
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

/** Local mode's usage log: a day's row is written again with each change, and is to stay small. */
export const USAGE_LOG = { actionsPerDay: 200, daysKept: 30, dayMs: 86_400_000 } as const;

/** Local mode: when an account is suggested (spec B §9), and how much of it moves at a time. */
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
  /** So many files that no pack holds are worth one. */
  minUncovered: 8,
  /** More than so many that wait to be sent go into packs before they are sent one by one. */
  aheadFrom: 50,
  /** More than so many that the drive has no file of go into primary packs instead, and get none. */
  primaryFrom: 50,
  /** How long a pack may wait for files that were announced in it; sending a full one takes twenty minutes on a slow drive. */
  aheadMs: 3_600_000,
  jitterMs: 1_800_000,
  lookEveryMs: 1_800_000,
  /** A pack stays beside smaller ones while it holds at least so many times what they hold together; else it is written into one with them. */
  growth: 4,
  /** Of `maxEntries` or `maxChars`: a pack that is so full is left as it is. */
  fullShare: 0.8,
  maxEntries: 2500,
  maxChars: 12_000_000,
  /** From this many missing files on, any pack is looked into before files are asked for one by one; small ones are from fewer on. */
  useFromMissing: 20,
  /** What is downloaded in the time that a request takes. */
  bytesPerRequest: 65_536,
  /** Opened ones that a cycle keeps at hand. */
  heldOpen: 3,
} as const;

/** How often the two devices of an approval ask how it is. encryption.md 3.5 (6): ten minutes in all, which the server counts. */
export const APPROVAL = { pollMs: 2000, watchMs: 5000, watchSeldomMs: 30_000, digits: 8 } as const;

/** Spec A §9: the folder locks after two minutes without activity. Activity is written down now and then, not at every key. */
export const SENSITIVE = {
  idleMs: 120_000,
  keepEveryMs: 10_000,
  tickMs: 1000,
  warnAtSeconds: [60, 30],
  openAtOnce: 50,
  passwordMinChars: 8,
} as const;
