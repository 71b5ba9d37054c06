/** Erases the user's databases, caches and keys at sign-out, except local mode's. Spec B §4 "Logout clearing". */
import { SIGN_OUT } from "@satchel/core/model/limits/limits.ts";
import { CLOUD_DATABASE, TRANSFER_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { deleteTemporaryFiles } from "../../../adapters/archive/temporary-file.ts";
import { eraseCaches, erasePersonalKeys, within } from "../../../adapters/browser/erase-personal-data.ts";
import { eraseDatabase } from "../../../adapters/indexed-db/databases/kept-database.ts";

export type ClearDeps = {
  /** Closes the library, so that nothing is written after the deletion. */
  readonly close: () => Promise<void>;
  readonly forgetConnection: () => void;
  /** Returns false while sealed work waits for its owner. */
  readonly eraseKept: () => Promise<boolean>;
  readonly timers: Timers;
};

/** Returns true if nothing remains and this is known in time. */
export async function clearDevice(deps: ClearDeps): Promise<boolean> {
  await new Promise<void>((resolve) => deps.timers.after(SIGN_OUT.clearAfterMs, resolve));
  return (await within(SIGN_OUT.totalMs, deps.timers, (isOver) => clear(deps, isOver))) ?? false;
}

async function clear({ close, forgetConnection, eraseKept, timers }: ClearDeps, isOver: () => boolean): Promise<boolean> {
  forgetConnection();
  erasePersonalKeys();
  await close();
  // Data of a user who has signed in since must stay.
  if (isOver()) return false;
  const cleared = await Promise.all([
    eraseDatabase(CLOUD_DATABASE.name, timers, isOver).then(({ ok }) => ok),
    eraseDatabase(TRANSFER_DATABASE.cloud, timers, isOver).then(({ ok }) => ok),
    eraseKept(),
    eraseCaches(timers),
    deleteTemporaryFiles(),
  ]);
  return !isOver() && [...cleared, erasePersonalKeys()].every((isCleared) => isCleared);
}
