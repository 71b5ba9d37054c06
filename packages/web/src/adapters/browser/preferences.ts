/**
 * The user's small choices, in local storage, and the system's theme. If the browser refuses storage, the choices are only forgotten. Port:
 * core/ports/device/preferences.ts.
 */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { SystemTheme } from "@satchel/core/workspace/theme/theme-service.ts";

export const browserPreferences: Preferences = {
  read(key) {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key, value) {
    try {
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Storage is refused: the choice holds until the page is left.
    }
  },
};

const darkQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** Whether the system prefers dark mode. Port: core/workspace/theme/theme-service.ts. */
export const systemTheme: SystemTheme = {
  prefersDark: () => darkQuery().matches,
  onChange(listener) {
    const query = darkQuery();
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  },
};
