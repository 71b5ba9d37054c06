/** Limits of the history of notes, apart from the others: the sign-in page needs none of them. Decision 0027. */

/** Writing on within `pauseMs` makes no version, except one every `stepMs` of the clock. `versionsInRun`: one whole, the others as what changed. */
export const HISTORY = { pauseMs: 120_000, stepMs: 600_000, versionsInRun: 20 } as const;

/** History in a note's file, within the 262,144 characters that older app versions accept (decision 0022). `maxTextChars`: unpacked. */
export const EMBEDDED = { maxVersions: 200, maxChars: 65_536, maxTextChars: 33_554_432 } as const;

/** What is left of a history that is thinned out: all of `allDays`, then one version a day, after `dailyDays` one a week. Decision 0035. */
export const THINNING = { dayMs: 86_400_000, allDays: 30, dailyDays: 180, notesAtOnce: 20, againAfterMs: 86_400_000 } as const;

/** Where a pack cannot be written, a note's file holds more for the time being. Still less than earlier versions of the app refuse. */
export const EMBEDDED_WITHOUT_PACK = { ...EMBEDDED, maxVersions: 600, maxChars: 196_608 } as const;

/**
 * `minVersions`: so many that no history pack holds are worth one. `growth`: a device's latest packs are written into the new one while each holds less
 * than so many times what is below it. `fullBytes`: a pack of this size is left as it is. `maxTextChars`: of the texts that are in memory at once.
 */
export const HISTORY_PACKS = { minVersions: 32, growth: 4, fullBytes: 3_355_443, maxTextChars: 12_000_000, notesPerRead: 50 } as const;
