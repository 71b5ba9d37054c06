/** Turns local mode on and off. Its notes are an ordinary library. Spec B §4 "Local mode", A §2.2. */
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import { ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Ids } from "../../ports/environment.ts";

export type LocalModeDeps = {
  readonly preferences: Preferences;
  readonly ids: Ids;
  /** Opens and closes the database once, to test whether this browser can store notes. */
  readonly tryStorage: () => Promise<Result<void, StoreProblem | CodeMissing>>;
  /** Closes what is open and deletes everything stored without an account. */
  readonly erase: () => Promise<Result<void, StoreProblem>>;
};

export type LocalModeService = {
  readonly store: ReadableStore<{ readonly enabled: boolean }>;
  enable(): Promise<Result<void, StoreProblem | CodeMissing>>;
  /** Reads the flag again, because another tab may have ended local mode. */
  isOn(): boolean;
  clearAll(): Promise<Result<void, StoreProblem>>;
};

const ON = "true";
const SESSION_ID_CHARS = 16;

export function createLocalModeService({ preferences, ids, tryStorage, erase }: LocalModeDeps): LocalModeService {
  const store = createStore({ enabled: preferences.read(LOCAL_KEYS.localModeEnabled) === ON });
  return {
    store,
    async enable() {
      const tried = await tryStorage();
      if (!tried.ok) return tried;
      preferences.write(LOCAL_KEYS.localModeEnabled, ON);
      // Identifies everything written without an account until it is cleared. Spec B §3 "Local ids".
      if (preferences.read(LOCAL_KEYS.localSessionId) === undefined) {
        preferences.write(LOCAL_KEYS.localSessionId, `local-${ids.random(SESSION_ID_CHARS)}`);
      }
      store.setState({ enabled: true });
      return ok(undefined);
    },
    isOn() {
      const enabled = preferences.read(LOCAL_KEYS.localModeEnabled) === ON;
      if (enabled !== store.getState().enabled) store.setState({ enabled });
      return enabled;
    },
    async clearAll() {
      const erased = await erase();
      if (!erased.ok) return erased;
      preferences.write(LOCAL_KEYS.localModeEnabled, undefined);
      preferences.write(LOCAL_KEYS.localSessionId, undefined);
      preferences.write(LOCAL_KEYS.localNotes, undefined);
      store.setState({ enabled: false });
      return ok(undefined);
    },
  };
}
