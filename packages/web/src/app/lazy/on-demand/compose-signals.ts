/** Builds the channel between one's own devices; fetched once the tab that syncs has begun to. */
import { createSignalsService, type SignalsDeps } from "@satchel/core/sync/signals/signals-service.ts";
import type { SignalsService } from "@satchel/core/sync/signals/signals-service-types.ts";
import { createHttpSignals, type HttpSignalsDeps } from "../../../adapters/backend/http-signals.ts";

export type ComposedSignals = Omit<SignalsDeps, "signals"> &
  Pick<HttpSignalsDeps, "fetch" | "random" | "network" | "token" | "onAccountChanged">;

export function createSignals({ fetch, random, network, token, onAccountChanged, ...deps }: ComposedSignals): SignalsService {
  return createSignalsService({
    ...deps,
    signals: createHttpSignals({ fetch, timers: deps.timers, random, network, token, onAccountChanged }),
  });
}
