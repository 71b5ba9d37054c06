/** Sync settings under the spec's names (B §3 "Sync state"); unreadable ones are defaults. Pure. */

import { SYNC } from "../../model/limits/limits.ts";
import { type ConflictStrategy, STRATEGIES } from "../conflicts/conflict-records.ts";

export type SyncSettings = {
  readonly conflictResolutionStrategy: ConflictStrategy;
  /** False: only when asked. */
  readonly autoSync: boolean;
  readonly syncIntervalMs: number;
};

export const DEFAULT_SYNC_SETTINGS: SyncSettings = {
  conflictResolutionStrategy: "manual",
  autoSync: true,
  syncIntervalMs: SYNC.intervalMs,
};

export type StoredSyncSettings = Readonly<Record<"conflictResolutionStrategy" | "autoSync" | "syncInterval", string | undefined>>;

export function parseSyncSettings(stored: StoredSyncSettings): SyncSettings {
  const { conflictResolutionStrategy: strategy, autoSync, syncInterval } = stored;
  const intervalMs = SYNC.intervalChoicesMs.find((choice) => String(choice) === syncInterval);
  return {
    conflictResolutionStrategy: STRATEGIES.find((known) => known === strategy) ?? DEFAULT_SYNC_SETTINGS.conflictResolutionStrategy,
    autoSync: autoSync !== "false",
    syncIntervalMs: intervalMs ?? DEFAULT_SYNC_SETTINGS.syncIntervalMs,
  };
}

export function toStoredSyncSettings(settings: SyncSettings): StoredSyncSettings {
  const { conflictResolutionStrategy, autoSync, syncIntervalMs } = settings;
  return { conflictResolutionStrategy, autoSync: String(autoSync), syncInterval: String(syncIntervalMs) };
}

/** The interval is that of a hidden page; a visible one polls more often (sync.md "Pace"), unless the user wants it to ask less. */
export function pollMs({ syncIntervalMs }: SyncSettings, isVisible: boolean): number {
  return isVisible && syncIntervalMs <= SYNC.intervalMs ? Math.min(SYNC.pollVisibleMs, syncIntervalMs) : syncIntervalMs;
}
