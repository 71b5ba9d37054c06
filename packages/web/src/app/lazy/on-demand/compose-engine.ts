/** The sync engine over a codec that logs each note that does not open to the console; users see how many there are. Spec B §8. */
import type { Codec } from "@satchel/core/ports/codec.ts";

export { createHistoryFetcher } from "@satchel/core/sync/history/fetch-history-service.ts";

import { createSyncEngine as createEngine } from "@satchel/core/sync/sync-engine.ts";
import type { SyncEngine } from "@satchel/core/sync/sync-service-types.ts";

export function createSyncEngine(codec: Codec): SyncEngine {
  return createEngine({
    ...codec,
    async open(kind, id, bytes) {
      const opened = await codec.open(kind, id, bytes);
      if (!opened.ok && opened.problem !== "locked" && kind === "note") console.warn(`Unexpected note content format (${opened.problem})`);
      return opened;
    },
  });
}
