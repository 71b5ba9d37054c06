/** Keeps how notes look in this browser. */
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/preferences.ts";
import { type Appearance, parseAppearance, printAppearance } from "./appearance.ts";

export interface AppearanceService {
  readonly store: ReadableStore<Appearance>;
  choose(change: Partial<Appearance>): void;
}

export function createAppearanceService(preferences: Preferences): AppearanceService {
  const store = createStore<Appearance>(parseAppearance(preferences.read(LOCAL_KEYS.appearance)));
  return {
    store,
    choose(change) {
      store.setState(change);
      preferences.write(LOCAL_KEYS.appearance, printAppearance(store.getState()));
    },
  };
}
