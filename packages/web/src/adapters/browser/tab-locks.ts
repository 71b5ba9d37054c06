/** Turns among the tabs of this origin, and which of them have the notes open: by Web Locks, which a tab that closes or dies gives back. */

import { LOCKS } from "@satchel/core/model/storage-keys.ts";
import type { Exclusive, Leadership } from "@satchel/core/ports/environment.ts";

export const tabExclusive: Exclusive = {
  run: (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>,
};

/** One tab of an origin at a time, by Web Locks: the browser hands the turn on when a tab closes or dies. */
export const tabLeadership: Leadership = {
  lead(name, run) {
    const controller = new AbortController();
    const turn = navigator.locks.request(name, { signal: controller.signal }, () => run(controller.signal));
    // An aborted wait rejects; there is nothing more to do then.
    turn.catch(() => undefined);
    return () => controller.abort();
  },
};

/** Marks this window as having the account's notes open (a shared Web Lock) until the answer is called, after the last write. */
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

/** Ends when no window has them open any more, or when `signal` ends the wait. */
export async function whenLibraryLeft(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCKS.library, { signal }, () => undefined).catch(() => undefined);
}
