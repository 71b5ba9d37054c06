/** A browser's preferences in memory. */
import type { Preferences } from "../ports/device/preferences.ts";

export function createMemoryPreferences(): Preferences & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: (key) => kept.get(key),
    write: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
    },
  };
}
