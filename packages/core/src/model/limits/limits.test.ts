/** Pins the spec's numbers, because other tests use the constants and would follow a wrong one. */
import { PLANS } from "@satchel/contract/plans.ts";
import { describe, expect, it } from "vitest";
import {
  AI,
  ATTACHMENT,
  AUTOSAVE,
  BACKUP,
  CLEANUP,
  CONNECTION,
  EDITOR,
  FOLDER,
  IMAGE,
  LAYOUT,
  NOTE,
  NOTE_VIEW,
  OAUTH,
  REQUEST,
  SEARCH,
  SENSITIVE,
  SIGN_OUT,
  SYNC,
  SYNC_TOAST,
  TOAST,
  UPDATE_NOTICE_MS,
  UPGRADE,
  USAGE,
} from "./limits.ts";

const [SECOND, MINUTE, KIB, MIB, GIB] = [1000, 60_000, 1024, 1024 ** 2, 1024 ** 3];

describe("A9, B9 business constants", () => {
  it.each<[string, object, object]>([
    ["notes", NOTE, { titleMaxChars: 255, previewListChars: 100, previewSearchChars: 150, pageSize: 50, untitled: "Untitled Note" }],
    ["note view", NOTE_VIEW, { hotEntries: 15, hotMs: 15 * MINUTE, cacheReadMs: 2 * SECOND, loadMs: 10 * SECOND }],
    ["folders", FOLDER, { nameMaxChars: 255, descriptionMaxChars: 1000, defaultColor: "#3B82F6" }],
    [
      "layout",
      LAYOUT,
      {
        sidebarBreakpointPx: 1280,
        mobileBreakpointPx: 768,
        swipeThresholdPx: 50,
        sidebarOverrideMs: 10 * SECOND,
        editorHeightPx: 550,
        mobileTabTitleChars: 10,
        desktopTabTitleChars: 15,
        folderScrollStepPx: 200,
      },
    ],
    ["toasts", TOAST, { successMs: 3 * SECOND, errorMs: 5 * SECOND, warningMs: 4 * SECOND, infoMs: 3 * SECOND, maxShown: 20 }],
    ["sync toasts", SYNC_TOAST, { initialMs: 8 * SECOND, offerMs: 10 * SECOND }],
    ["the update notice", { UPDATE_NOTICE_MS }, { UPDATE_NOTICE_MS: 10 * SECOND }],
    ["autosave", AUTOSAVE, { afterMs: SECOND, atLatestMs: 10 * SECOND }],
    ["search", SEARCH, { debounceMs: 300, replaceAbove: 2 }],
    ["OAuth return", OAUTH, { successRedirectMs: SECOND, failureRedirectMs: 2 * SECOND }],
    [
      "reconnecting",
      CONNECTION,
      {
        reconnectFirstMs: 2 * SECOND,
        reconnectMaxMs: MINUTE,
        reconnectAttempts: 10,
        usageRefreshMs: SECOND,
        lostToastMs: 10 * SECOND,
      },
    ],
    [
      "requests",
      REQUEST,
      {
        timeoutMs: 30 * SECOND,
        reachabilityTimeoutMs: 5 * SECOND,
        retries: 3,
        retryBaseMs: SECOND,
        maxPerSecond: 10,
        burst: 100,
      },
    ],
    ["sync", SYNC, { intervalMs: 5 * MINUTE, queueReportedItems: 100, fetchParallel: 5, fetchBatch: 20 }],
    ["backup", BACKUP, { version: "1.0", deflateLevel: 6, closeAfterMs: SECOND }],
    ["cleanup", CLEANUP, { tinyBelowBytes: 50, refreshMs: SECOND }],
    ["editor", EDITOR, { historySteps: 500, warnAboveShare: 0.9 }],
    ["AI", AI, { maxTokens: 500, temperature: 0.7 }],
    [
      "images",
      IMAGE,
      {
        maxBytes: 50 * MIB,
        targetBytes: 50 * KIB,
        firstQuality: 0.8,
        maxWidthPx: 1920,
        maxHeightPx: 1080,
        retryFromQuality: 0.9,
        qualityStep: 0.1,
        qualityFloor: 0.1,
        maxTries: 10,
      },
    ],
    [
      "plans",
      PLANS,
      {
        free: { usdPerMonth: 0, managedBytes: 0 },
        basic: { usdPerMonth: 1, managedBytes: GIB },
        pro: { usdPerMonth: 5, managedBytes: 5 * GIB },
      },
    ],
    ["attachments", ATTACHMENT, { maxBytes: 10 * MIB }],
    ["sizes", USAGE, { bytesPerChar: 2, bytesPerNote: 500, bytesPerFolder: 200 }],
    ["the upgrade suggestion", UPGRADE, { suggestFromNotes: 5, suggestAboveBytes: MIB }],
    ["signing out", SIGN_OUT, { clearAfterMs: 100, totalMs: 3 * SECOND, cacheListMs: SECOND, cacheDeleteMs: 500, databaseTries: 3 }],
    ["the Sensitive folder", SENSITIVE, { idleMs: 2 * MINUTE, tickMs: SECOND, warnAtSeconds: [60, 30], passwordMinChars: 8 }],
  ])("match the spec: %s", (_what, ours, spec) => {
    expect(ours).toMatchObject(spec);
  });

  it("offers ten different folder colors, the default first", () => {
    expect(new Set(FOLDER.colors).size).toBe(10);
    expect(FOLDER.colors[0]).toBe("#3B82F6");
  });
});
