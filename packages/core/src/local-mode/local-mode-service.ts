/**
 * Whether this browser keeps notes without an account. Only the flag and what goes with turning it on and off; the notes are a library
 * like any other. Spec B §4 "Local mode", A §2.2.
 */
import type { StoreProblem } from "../ports/local-store.ts";
import type { Preferences } from "../ports/preferences.ts";
import { ok, type Result } from "../result.ts";
import { LOCAL_KEYS } from "../storage-keys.ts";
import { createStore, type ReadableStore } from "../store.ts";

export type LocalModeDeps = {
  readonly preferences: Preferences;
  /** Opens and closes local mode's database once: says whether this browser can keep notes at all. */
  readonly tryStorage: () => Promise<Result<void, StoreProblem>>;
  /** Closes what is open and deletes everything kept here without an account. */
  readonly erase: () => Promise<Result<void, StoreProblem>>;
};

export type LocalModeService = {
  readonly store: ReadableStore<{ readonly enabled: boolean }>;
  enable(): Promise<Result<void, StoreProblem>>;
  clearAll(): Promise<Result<void, StoreProblem>>;
};

const ON = "true";

export function createLocalModeService({ preferences, tryStorage, erase }: LocalModeDeps): LocalModeService {
  const store = createStore({ enabled: preferences.read(LOCAL_KEYS.localModeEnabled) === ON });
  return {
    store,
    async enable() {
      const tried = await tryStorage();
      if (!tried.ok) return tried;
      preferences.write(LOCAL_KEYS.localModeEnabled, ON);
      store.setState({ enabled: true });
      return ok(undefined);
    },
    async clearAll() {
      const erased = await erase();
      if (!erased.ok) return erased;
      preferences.write(LOCAL_KEYS.localModeEnabled, undefined);
      store.setState({ enabled: false });
      return ok(undefined);
    },
  };
}
