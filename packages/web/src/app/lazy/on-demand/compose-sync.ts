/** Composes the sync engine, and the channel between the user's devices, over their adapters; loaded once there is something to sync. */
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import { createSyncEngine as createEngine } from "@satchel/core/sync/cycle/sync-cycle.ts";
import type { SyncEngine } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { createSignalsService, type SignalsDeps } from "@satchel/core/sync/signals/signals-service.ts";
import type { SignalsService } from "@satchel/core/sync/signals/signals-service-types.ts";
import { createHttpSignals, type HttpSignalsDeps } from "../../../adapters/backend/http-signals.ts";

export { createHistoryFetcher } from "@satchel/core/sync/history/fetch-history-service.ts";

/** Logs notes that do not open in the console; users see only their number. Spec B §8. */
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

export type ComposedSignals = Omit<SignalsDeps, "signals"> &
  Pick<HttpSignalsDeps, "fetch" | "random" | "network" | "token" | "onAccountChanged">;

/** Composes the channel between the user's devices; loaded once the syncing tab has started. */
export function createSignals({ fetch, random, network, token, onAccountChanged, ...deps }: ComposedSignals): SignalsService {
  return createSignalsService({
    ...deps,
    signals: createHttpSignals({ fetch, timers: deps.timers, random, network, token, onAccountChanged }),
  });
}
