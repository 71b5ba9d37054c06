/** Small choices in local storage. A browser that refuses costs only their memory. Port: core/ports/preferences.ts. */
import type { Preferences } from "@satchel/core/ports/preferences.ts";

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
      // Refused: the choice holds until the page is left.
    }
  },
};
