/** The work of syncing in one piece, which the workspace does not need to be rendered: it is fetched when the first cycle wants it. */
import type { Codec } from "../ports/codec.ts";
import { resolveRemovals } from "./cycle/removals.ts";
import { runCycle } from "./cycle/sync-cycle.ts";
import type { SyncEngine } from "./sync-service-types.ts";

export function createSyncEngine(codec: Codec): SyncEngine {
  return { runCycle: (means) => runCycle({ ...means, codec }), resolveRemovals };
}
