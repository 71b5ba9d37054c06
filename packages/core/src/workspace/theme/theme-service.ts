/** Keeps the chosen theme and follows the system until one is chosen. Painting it is the web's. Spec B §4 "Themes". */

import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/preferences.ts";
import { decideTheme, nextTheme, type Theme } from "./theme.ts";

export type ThemeState = { readonly theme: Theme };

/** The system's preference for dark, and word of its change. */
export interface SystemTheme {
  prefersDark(): boolean;
  onChange(listener: () => void): () => void;
}

export interface ThemeService {
  readonly store: ReadableStore<ThemeState>;
  cycle(): void;
}

export function createThemeService(deps: { readonly preferences: Preferences; readonly system: SystemTheme }): ThemeService {
  const decide = () => decideTheme(deps.preferences.read(LOCAL_KEYS.theme), deps.system.prefersDark());
  const store = createStore<ThemeState>({ theme: decide() });
  deps.system.onChange(() => store.setState({ theme: decide() }));
  return {
    store,
    cycle() {
      const theme = nextTheme(store.getState().theme);
      deps.preferences.write(LOCAL_KEYS.theme, theme);
      store.setState({ theme });
    },
  };
}
