/** Writes the spec's storage keys about syncing for other readers; Satchel reads none of them. Spec A §3, B §3. */
import type { Library } from "../../library/index/library-service.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Clock } from "../../ports/environment.ts";
import { projectSyncQueue } from "../queue/project-queue.ts";
import type { SyncState } from "./sync-service-types.ts";

export type SyncKeysDeps = {
  readonly library: Library;
  readonly sync: ReadableStore<SyncState>;
  readonly preferences: Preferences;
  readonly clock: Clock;
};

type SyncKey =
  | typeof LOCAL_KEYS.lastSyncTime
  | typeof LOCAL_KEYS.lastFrontendSync
  | typeof LOCAL_KEYS.lastFailedSync
  | typeof LOCAL_KEYS.lastForcedSync
  | typeof LOCAL_KEYS.lastNoteCreation
  | typeof LOCAL_KEYS.frontendSyncQueue
  | typeof LOCAL_KEYS.initialSyncCompleted
  | typeof LOCAL_KEYS.syncState;

export type SyncKeys = {
  /** The user asked for a sync. */
  forced(): void;
  stop(): void;
};

export function keepSyncKeys({ library, sync, preferences, clock }: SyncKeysDeps): SyncKeys {
  const write = (key: SyncKey, value: string): void => preferences.write(key, value);
  const stopSync = sync.subscribe((state, before) => {
    if (state.phase === before.phase) return;
    write(LOCAL_KEYS.syncState, state.phase);
    if (state.phase === "idle" && state.lastCompleteAt !== undefined) {
      write(LOCAL_KEYS.lastSyncTime, String(state.lastCompleteAt));
      write(LOCAL_KEYS.lastFrontendSync, String(state.lastCompleteAt));
      write(LOCAL_KEYS.initialSyncCompleted, String(library.index.meta.initialSyncCompleted));
    }
    if (state.phase === "waiting") write(LOCAL_KEYS.lastFailedSync, String(clock.now()));
    if (state.phase === "idle" || state.phase === "waiting") {
      write(LOCAL_KEYS.frontendSyncQueue, JSON.stringify(projectSyncQueue(library.index).slice(0, SYNC.queueReportedItems)));
    }
  });
  const stopLibrary = library.onChange(({ origin, fromOtherTab, writes }) => {
    const isCreation = (writes.entities ?? []).some((entity) => entity.kind === "note" && Object.keys(entity.vv).length === 1);
    if (origin === "user" && !fromOtherTab && isCreation) write(LOCAL_KEYS.lastNoteCreation, String(clock.now()));
  });
  return {
    forced: () => write(LOCAL_KEYS.lastForcedSync, String(clock.now())),
    stop() {
      stopSync();
      stopLibrary();
    },
  };
}
