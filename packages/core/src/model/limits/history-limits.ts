/** Limits of note history. Separate from limits.ts, because the sign-in page does not need them. Decision 0027. */

/**
 * Edits within `pauseMs` of each other make no version, except one every `stepMs` of the clock. `versionsInRun`: the first is stored whole,
 * the others as deltas.
 */
export const HISTORY = { pauseMs: 120_000, stepMs: 600_000, versionsInRun: 20 } as const;

/**
 * Bounds of a run of versions, wherever one is read. `maxVersions`: the first one included. `maxUnpackedChars`: all texts of a run together, enough for
 * `maxVersions` of the longest note. `fullChars`: a run is not extended beyond this; the next version begins another, so that none is left out.
 */
export const RUN = { maxVersions: HISTORY.versionsInRun, maxUnpackedChars: 200_000_000, fullChars: 33_554_432 } as const;

/**
 * History in a note's file; must fit the 262,144 characters that older app versions accept (decision 0022). `maxTextChars`: after
 * unpacking.
 */
export const EMBEDDED = { maxVersions: 200, maxChars: 65_536, maxTextChars: 33_554_432 } as const;

/** Versions that thinning keeps: all for `allDays`, then one per day, after `dailyDays` one per week. Decision 0035. */
export const THINNING = { dayMs: 86_400_000, allDays: 30, dailyDays: 180, notesAtOnce: 20, againAfterMs: 86_400_000 } as const;

/** Larger limits for a note's file while a pack cannot be written; still below what older app versions reject. */
export const EMBEDDED_WITHOUT_PACK = { ...EMBEDDED, maxVersions: 600, maxChars: 196_608 } as const;

/**
 * `minVersions`: number of unpacked versions that justify a pack. `growth`: the latest packs of a device are merged into the new one while
 * each holds less than this factor times the packs below it. `fullBytes`: larger packs are not rewritten. `maxTextChars`: texts in memory
 * at once.
 * `splitChars`: versions with more text than this together go into several packs. `maxUnpackedChars`: a reader unpacks no more of one pack;
 * the records beyond it count as unreadable, and stay in the pack.
 */
export const HISTORY_PACKS = {
  minVersions: 32,
  growth: 4,
  fullBytes: 3_355_443,
  maxTextChars: 12_000_000,
  splitChars: 67_108_864,
  maxUnpackedChars: 134_217_728,
  notesPerRead: 50,
} as const;
