/** Keeps the chosen theme and follows the system until one is chosen. The web package applies the theme to the page. Spec B §4 "Themes". */
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";

export type ThemeState = {
  readonly theme: Theme;
  /** Undefined to follow the system. */
  readonly chosen: Theme | undefined;
};

/** The system's preference for dark, and its changes. */
export interface SystemTheme {
  prefersDark(): boolean;
  onChange(listener: () => void): () => void;
}

export interface ThemeService {
  readonly store: ReadableStore<ThemeState>;
  cycle(): void;
  /** Undefined to follow the system from now on. */
  choose(theme: Theme | undefined): void;
}

export function createThemeService(deps: { readonly preferences: Preferences; readonly system: SystemTheme }): ThemeService {
  const decide = (): ThemeState => {
    const stored = deps.preferences.read(LOCAL_KEYS.theme);
    return { theme: decideTheme(stored, deps.system.prefersDark()), chosen: THEMES.find((theme) => theme === stored) };
  };
  const store = createStore<ThemeState>(decide());
  deps.system.onChange(() => store.setState(decide()));
  const choose = (theme: Theme | undefined): void => {
    deps.preferences.write(LOCAL_KEYS.theme, theme);
    store.setState(decide());
  };
  return { store, choose, cycle: () => choose(nextTheme(store.getState().theme)) };
}

export const THEMES = ["light", "dark", "amoled"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Returns the stored choice if it is one of the three, else the system's preference. The file /theme.js decides the same before the first
 * paint.
 */
export function decideTheme(stored: string | undefined, systemPrefersDark: boolean): Theme {
  const chosen = THEMES.find((theme) => theme === stored);
  return chosen ?? (systemPrefersDark ? "dark" : "light");
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
}
