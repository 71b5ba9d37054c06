/** Names this window over its reloads, so that each window gets its own tabs back. A duplicated window shares the name until it is closed. */
import type { Ids } from "@satchel/core/ports/environment.ts";
import { SESSION_KEYS } from "@satchel/core/storage-keys.ts";

const WINDOW_ID_CHARS = 12;

export function windowIdOf(ids: Ids): string {
  try {
    const kept = sessionStorage.getItem(SESSION_KEYS.windowId);
    if (kept !== null) return kept;
    const made = ids.random(WINDOW_ID_CHARS);
    sessionStorage.setItem(SESSION_KEYS.windowId, made);
    return made;
  } catch {
    return ids.random(WINDOW_ID_CHARS);
  }
}
