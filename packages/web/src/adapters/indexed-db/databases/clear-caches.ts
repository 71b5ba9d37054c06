/**
 * Empties everything that Satchel keeps in this browser, its own files too: local and session storage, the account's database, caches of the service
 * worker. Only after signing out, which has sent or handed over what was nowhere else. What local mode keeps stays, and so does sealed work that
 * waits for its owner, with the keys for it. Spec B §4 "Logout clearing".
 */
import { CLOUD_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { eraseCaches } from "../../browser/erase-personal-data.ts";
import { eraseDatabase } from "./kept-database.ts";

export type Kept = { readonly local: Storage; readonly session: Storage; readonly caches: CacheStorage | undefined };

/** That deleting what is kept was begun and has not ended must not be forgotten. */
const STAYS: readonly string[] = [LOCAL_KEYS.erasing];
const STAYS_IN_LOCAL_MODE: readonly string[] = [...STAYS, LOCAL_KEYS.localModeEnabled, LOCAL_KEYS.localSessionId];

/** True when nothing of it remains. */
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
