/** Holds the choices about syncing and keeps them in this browser, the same in all its tabs. Rules: sync-settings.ts. */

import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Channel } from "../../ports/environment.ts";
import { parseSyncSettings, type SyncSettings, toStoredSyncSettings } from "./sync-settings.ts";

export type SettingsMessage = { readonly kind: "chosen"; readonly settings: SyncSettings };

export interface SyncSettingsService {
  readonly store: ReadableStore<SyncSettings>;
  choose(change: Partial<SyncSettings>): void;
}

type Deps = { readonly preferences: Preferences; readonly channel?: Channel<SettingsMessage> };

export function createSyncSettings({ preferences, channel }: Deps): SyncSettingsService {
  const { conflictResolutionStrategy, autoSync, syncInterval } = LOCAL_KEYS;
  const store = createStore<SyncSettings>(
    parseSyncSettings({
      conflictResolutionStrategy: preferences.read(conflictResolutionStrategy),
      autoSync: preferences.read(autoSync),
      syncInterval: preferences.read(syncInterval),
    }),
  );
  channel?.onMessage(({ settings }) => store.setState(settings));
  return {
    store,
    choose(change) {
      store.setState(change);
      const stored = toStoredSyncSettings(store.getState());
      for (const [key, value] of Object.entries(stored)) preferences.write(LOCAL_KEYS[key as keyof typeof stored], value);
      channel?.post({ kind: "chosen", settings: store.getState() });
    },
  };
}
