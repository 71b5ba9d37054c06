/** Keeps the chosen theme and follows the system until one is chosen. Painting it is the web's. Spec B §4 "Themes". */
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";

export type ThemeState = {
  readonly theme: Theme;
  /** Undefined: as the system has it. */
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
  /** Undefined: follow the system from now on. */
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

/** The stored choice when it is one of the three, else what the system prefers. The file /theme.js says the same before the first paint. */
export function decideTheme(stored: string | undefined, systemPrefersDark: boolean): Theme {
  const chosen = THEMES.find((theme) => theme === stored);
  return chosen ?? (systemPrefersDark ? "dark" : "light");
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
}
