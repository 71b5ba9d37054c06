/** Removes data that identifies the user from this browser: caches, local storage and session storage. */
import { SIGN_OUT } from "@satchel/core/model/limits/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { PERSONAL_KEYS } from "@satchel/core/workspace/sign-out/personal-keys.ts";

const OURS = /notes|cloud/i;
const APPLICATION = /^workbox-/;

/** True for caches named after notes or cloud, except the application's own precache. Spec B §4 "Logout clearing", B §9. */
const isPersonal = (name: string): boolean => OURS.test(name) && !APPLICATION.test(name);

/** Returns false if a cache may remain. */
export async function eraseCaches(
  timers: Timers,
  storage: CacheStorage | undefined = globalThis.caches,
  isErased: (name: string) => boolean = isPersonal,
): Promise<boolean> {
  if (storage === undefined) return true;
  const names = await within(SIGN_OUT.cacheListMs, timers, () => storage.keys());
  if (names === undefined) return false;
  const erased = await Promise.all(
    names.filter(isErased).map((name) => within(SIGN_OUT.cacheDeleteMs, timers, () => storage.delete(name))),
  );
  return erased.every((done) => done !== undefined);
}

/** Removes data that identifies the user from local and session storage. Returns false if some remains; refused storage counts as empty. */
export function erasePersonalKeys(storages: () => readonly Storage[] = () => [localStorage, sessionStorage]): boolean {
  try {
    return storages().every((storage) => {
      for (const key of PERSONAL_KEYS) storage.removeItem(key);
      return PERSONAL_KEYS.every((key) => storage.getItem(key) === null);
    });
  } catch {
    return true;
  }
}

/** Resolves to undefined if `run` fails or takes longer than `maxMs`. Work of several steps checks `isOver` before each step. */
export function within<Value>(maxMs: number, timers: Timers, run: (isOver: () => boolean) => Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    const cancel = timers.after(maxMs, () => {
      isOver = true;
      resolve(undefined);
    });
    run(() => isOver)
      .then(resolve, () => resolve(undefined))
      .finally(cancel);
  });
}
