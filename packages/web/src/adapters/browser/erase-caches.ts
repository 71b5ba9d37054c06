/**
 * Caches that may hold something of the user: those whose name says notes or cloud. The application itself, which the service worker keeps to
 * open without a network, is no such cache, wherever it is served from. Spec B §4 "Logout clearing", B §9.
 */
import { SIGN_OUT } from "@satchel/core/model/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { within } from "./within.ts";

const OURS = /notes|cloud/i;
const APPLICATION = /^workbox-/;

const isPersonal = (name: string): boolean => OURS.test(name) && !APPLICATION.test(name);

/** False when one may still be there. */
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
