/**
 * Empties everything that Satchel stores in this browser, including its own files: local and session storage, the account's database and
 * service worker caches. Called only after sign-out has sent or handed over all unsynced work. Keeps local mode's data, and sealed work
 * that waits for its owner with its keys. Spec B §4 "Logout clearing".
 */
import { CLOUD_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { eraseCaches } from "../../browser/erase-personal-data.ts";
import { eraseDatabase } from "./kept-database.ts";

export type Kept = { readonly local: Storage; readonly session: Storage; readonly caches: CacheStorage | undefined };

/** Keys that stay: an unfinished deletion must be remembered. */
const STAYS: readonly string[] = [LOCAL_KEYS.erasing];
const STAYS_IN_LOCAL_MODE: readonly string[] = [...STAYS, LOCAL_KEYS.localModeEnabled, LOCAL_KEYS.localSessionId];

/** True if nothing remains. */
export async function clearCaches(
  timers: Timers,
  { local, session, caches }: Kept = { local: localStorage, session: sessionStorage, caches: globalThis.caches },
): Promise<boolean> {
  clearStorage(local, session);
  const erased = await eraseDatabase(CLOUD_DATABASE.name, timers);
  return (await eraseCaches(timers, caches, () => true)) && erased.ok;
}

function clearStorage(local: Storage, session: Storage): void {
  const stays = local.getItem(LOCAL_KEYS.localModeEnabled) === null ? STAYS : STAYS_IN_LOCAL_MODE;
  session.clear();
  for (const key of Object.keys(local)) if (!stays.includes(key)) local.removeItem(key);
}
