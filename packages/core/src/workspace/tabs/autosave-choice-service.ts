/** Whether edits are saved without being asked for: a choice of this browser, off until it is made. decision 0005 "Drafts". */

import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/preferences.ts";

export interface AutosaveChoice {
  readonly store: ReadableStore<{ readonly isOn: boolean }>;
  choose(isOn: boolean): void;
  /** As it is kept now, which another tab of the browser may have changed. */
  read(): boolean;
}

export function createAutosaveChoice(preferences: Preferences): AutosaveChoice {
  const read = (): boolean => preferences.read(LOCAL_KEYS.autosave) === "true";
  const store = createStore({ isOn: read() });
  return {
    store,
    read,
    choose(isOn) {
      preferences.write(LOCAL_KEYS.autosave, isOn ? "true" : undefined);
      store.setState({ isOn });
    },
  };
}
