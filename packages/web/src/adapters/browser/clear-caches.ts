/**
 * Empties everything that Satchel keeps in this browser, its own files too: local and session storage, the account's database, caches of the service
 * worker. Only after signing out, which has sent or handed over what was nowhere else. What local mode keeps stays, and so does sealed work that
 * waits for its owner, with the keys for it. Spec B §4 "Logout clearing".
 */
import { SIGN_OUT } from "@satchel/core/model/limits.ts";
import { CLOUD_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { eraseDatabase } from "../indexed-db/erase-database.ts";
import { within } from "./within.ts";

export type Kept = { readonly local: Storage; readonly session: Storage; readonly caches: CacheStorage | undefined };

/** That deleting what is kept was begun and has not ended must not be forgotten. */
const STAYS: readonly string[] = [LOCAL_KEYS.erasing];
const STAYS_IN_LOCAL_MODE: readonly string[] = [...STAYS, LOCAL_KEYS.localModeEnabled, LOCAL_KEYS.localSessionId];

/** True when nothing of it remains. */
export async function clearCaches(
  timers: Timers,
  { local, session, caches }: Kept = { local: localStorage, session: sessionStorage, caches: globalThis.caches },
): Promise<boolean> {
  const stays = local.getItem(LOCAL_KEYS.localModeEnabled) === null ? STAYS : STAYS_IN_LOCAL_MODE;
  session.clear();
  for (const key of Object.keys(local)) if (!stays.includes(key)) local.removeItem(key);
  const erased = await eraseDatabase(CLOUD_DATABASE.name, timers);
  return (await eraseAllCaches(timers, caches)) && erased.ok;
}

async function eraseAllCaches(timers: Timers, caches: CacheStorage | undefined): Promise<boolean> {
  if (caches === undefined) return true;
  const names = await within(SIGN_OUT.cacheListMs, timers, () => caches.keys());
  if (names === undefined) return false;
  const erased = await Promise.all(names.map((name) => within(SIGN_OUT.cacheDeleteMs, timers, () => caches.delete(name))));
  return erased.every((done) => done !== undefined);
}
