/** The work of syncing in one piece, which the workspace does not need to be drawn: it is fetched when the first cycle wants it. */
import { settleRemovals } from "./removals.ts";
import { runCycle } from "./sync-cycle.ts";
import type { SyncEngine } from "./sync-service-types.ts";

export const syncEngine: SyncEngine = { runCycle, settleRemovals };
