/** An id of this window that survives reloads. A Web Lock holds it, so a duplicated window gets another. */

import { LOCKS, SESSION_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Ids, Timers } from "@satchel/core/ports/environment.ts";

const WINDOW_ID_CHARS = 12;
/** Tries to get the id: right after a reload, the former page may still hold it. */
const TRIES = 5;
const TRY_EVERY_MS = 100;

export async function claimWindowId(ids: Ids, timers: Timers): Promise<string> {
  const kept = readKept();
  for (let tries = 0; kept !== undefined && tries < TRIES; tries += 1) {
    if (await hold(kept)) return kept;
    await new Promise<void>((resolve) => timers.after(TRY_EVERY_MS, resolve));
  }
  const made = ids.random(WINDOW_ID_CHARS);
  await hold(made);
  keep(made);
  return made;
}

/** Ids of the windows that hold their lock; empty if the browser cannot tell. */
export async function livingWindows(): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query().catch(() => ({}) as LockManagerSnapshot);
  const { length } = LOCKS.window;
  return held.flatMap(({ name = "" }) => (name.startsWith(LOCKS.window) ? [name.slice(length)] : []));
}

/** Holds the id as long as the page lives. Resolves to false if another window has it. */
function hold(windowId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(`${LOCKS.window}${windowId}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
    request.catch(() => resolve(true));
  });
}

function readKept(): string | undefined {
  try {
    return sessionStorage.getItem(SESSION_KEYS.windowId) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(windowId: string): void {
  try {
    sessionStorage.setItem(SESSION_KEYS.windowId, windowId);
  } catch {
    // Without session storage the window gets a new id at each reload; its drafts are listed as unsaved on this device.
  }
}
