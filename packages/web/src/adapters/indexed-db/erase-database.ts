/** Deleting a database of ours: tried up to three times with growing pauses, because another tab may still be closing it. Spec B §4 "Logout". */
import { SIGN_OUT } from "@satchel/core/model/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import { deleteDB } from "idb";
import { guarded } from "./idb-problems.ts";

/** No try begins once it `isOver`: by then someone else may have opened a database of this name. */
export async function eraseDatabase(
  name: string,
  timers: Timers,
  isOver: () => boolean = () => false,
): Promise<Result<void, StoreProblem>> {
  let last: Result<void, StoreProblem> = failed({ kind: "storage-broken", detail: "blocked" });
  for (let attempt = 1; attempt <= SIGN_OUT.databaseTries && !isOver(); attempt += 1) {
    last = await Promise.race([guarded(() => deleteDB(name)), blockedAfter(attempt * SIGN_OUT.databaseTryMs, timers)]);
    if (last.ok) return ok(undefined);
  }
  return last;
}

function blockedAfter(delayMs: number, timers: Timers): Promise<Result<void, StoreProblem>> {
  return new Promise((resolve) => timers.after(delayMs, () => resolve(failed({ kind: "storage-broken", detail: "blocked" }))));
}
