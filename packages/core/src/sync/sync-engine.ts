/** The sync engine as one lazy module: rendering the workspace does not need it, and the first cycle loads it. */
import type { Codec } from "../ports/codec.ts";
import { resolveRemovals } from "./cycle/removals.ts";
import { runCycle } from "./cycle/sync-cycle.ts";
import type { SyncEngine } from "./sync-service-types.ts";

export function createSyncEngine(codec: Codec): SyncEngine {
  return { runCycle: (means) => runCycle({ ...means, codec }), resolveRemovals };
}
