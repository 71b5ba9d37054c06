/** Which windows of this browser have the account's notes open, by a shared Web Lock: what is typed in one may not be on the disk yet. */
import { LOCKS } from "@satchel/core/model/storage-keys.ts";

/** Held until the answer is called, once all of it is written. */
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
