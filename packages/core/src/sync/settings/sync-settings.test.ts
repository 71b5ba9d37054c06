import { describe, expect, it } from "vitest";
import { SYNC } from "../../model/limits/limits.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { DEFAULT_SYNC_SETTINGS, parseSyncSettings, pollMs } from "./sync-settings.ts";
import { createSyncSettings, type SettingsMessage } from "./sync-settings-service.ts";

describe("B3 Sync state: conflictResolutionStrategy, autoSync, syncInterval", () => {
  it("begins as the spec says, and after nonsense", () => {
    const nothing = { conflictResolutionStrategy: undefined, autoSync: undefined, syncInterval: undefined };
    expect(parseSyncSettings(nothing)).toEqual({ conflictResolutionStrategy: "manual", autoSync: true, syncIntervalMs: 300_000 });
    expect(parseSyncSettings({ conflictResolutionStrategy: "newest", autoSync: "perhaps", syncInterval: "1" })).toEqual(
      DEFAULT_SYNC_SETTINGS,
    );
  });

  it("is kept under the spec's keys and comes back", () => {
    const preferences = createMemoryPreferences();
    createSyncSettings({ preferences }).choose({ conflictResolutionStrategy: "keep_cloud", autoSync: false, syncIntervalMs: 900_000 });
    expect(["conflictResolutionStrategy", "autoSync", "syncInterval"].map((key) => preferences.read(key))).toEqual([
      "keep_cloud",
      "false",
      "900000",
    ]);
    expect(createSyncSettings({ preferences }).store.getState()).toMatchObject({
      conflictResolutionStrategy: "keep_cloud",
      autoSync: false,
    });
  });

  it("holds in every tab", () => {
    const [preferences, join] = [createMemoryPreferences(), createMemoryTabs<SettingsMessage>()];
    const [here, there] = [createSyncSettings({ preferences, channel: join() }), createSyncSettings({ preferences, channel: join() })];
    here.choose({ autoSync: false });
    return expect.poll(() => there.store.getState().autoSync).toBe(false);
  });
});

describe("sync.md §5: pace", () => {
  it.each([
    [300_000, true, SYNC.pollVisibleMs],
    [300_000, false, 300_000],
    [60_000, false, 60_000],
    [3_600_000, true, 3_600_000],
  ])("an interval of %d, in front %s: every %d ms", (syncIntervalMs, isVisible, expected) => {
    expect(pollMs({ ...DEFAULT_SYNC_SETTINGS, syncIntervalMs }, isVisible)).toBe(expected);
  });
});
