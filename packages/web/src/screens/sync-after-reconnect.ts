/** After a reconnect: says that it worked, syncs, and says so when the sync does not. Spec A §8 "OAuth return". */
import type { Services } from "../shared/services.ts";

const SUBJECT = "connection";

/** Another drive than before is a question of its own, asked where the notes are. */
export async function syncAfterReconnect(library: Services["library"], status: Services["status"]): Promise<void> {
  status.show({ id: "reconnected" }, { subject: SUBJECT });
  const state = library.getState();
  if (state.kind !== "open") return;
  const { sync } = state.library;
  const isComplete = await sync.syncNow();
  const { problem, phase } = sync.store.getState();
  if (isComplete || phase === "off" || problem === undefined || problem.kind === "target-changed") return;
  status.show({ id: "reconnected-sync-failed" }, { subject: SUBJECT });
}
