/** A history that no window has, for tests; it moves at once. */
import { FIRST_KEY, parseAddress } from "../../shared/router/location.ts";
import type { Page, Pages } from "../../shared/router/pages.ts";

export function createMemoryPages(address: string, state: unknown = null): Pages {
  const entries: Page[] = [{ ...parseAddress(address), state, key: FIRST_KEY, index: 0 }];
  const listeners = new Set<() => void>();
  let at = 0;
  return {
    read: () => entries[at] as Page,
    push(page) {
      at += 1;
      entries.splice(at, entries.length, page);
    },
    replace(page) {
      entries[at] = page;
    },
    go(delta) {
      const next = Math.min(Math.max(at + delta, 0), entries.length - 1);
      if (next === at) return;
      at = next;
      for (const listener of listeners) listener();
    },
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
