/**
 * Turns among the tabs of this origin, and which tabs have the notes open. Based on Web Locks, which the browser releases when a tab closes
 * or crashes.
 */

import { LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { Exclusive, Leadership } from "@satchel/core/ports/environment.ts";

export const tabExclusive: Exclusive = {
  run: (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>,
};

/** Lets one tab of the origin lead at a time; the browser passes the lock on when a tab closes or crashes. */
export const tabLeadership: Leadership = {
  lead(name, run) {
    const controller = new AbortController();
    const turn = navigator.locks.request(name, { signal: controller.signal }, () => run(controller.signal));
    // An aborted request rejects; nothing more needs to be done.
    turn.catch(() => undefined);
    return () => controller.abort();
  },
};

/** Marks this window as having the account's notes open (a shared Web Lock). Call the returned function after the last write. */
export function holdLibrary(): () => void {
  const controller = new AbortController();
  const held = navigator.locks.request(LOCKS.library, { mode: "shared", signal: controller.signal }, () => {
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  let release = (): void => controller.abort();
  held.catch(() => undefined);
  return () => release();
}

/** Resolves when no window has the notes open any more, or when `signal` aborts. */
export async function whenLibraryLeft(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCKS.library, { signal }, () => undefined).catch(() => undefined);
}
