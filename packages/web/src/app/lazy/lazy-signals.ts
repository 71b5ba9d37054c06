/** The channel between one's own devices. Its code comes when syncing begins; where it cannot be fetched, devices learn of each other by polling. */
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import { Awaited } from "@satchel/core/sync/signals/awaited.ts";
import type { SignalsService, SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import type { SyncLive } from "@satchel/core/sync/sync-service.ts";
import type { ComposedSignals } from "../composition/compose-signals.ts";

type Maker = { readonly createSignals: (deps: ComposedSignals) => SignalsService };

export type LazySignals = Pick<SignalsService, "shown"> & { readonly store: ReadableStore<SignalsState>; readonly live: SyncLive };

const SILENT: SignalsState = { isOpen: false, others: [] };

export function createLazySignals(
  deps: Omit<ComposedSignals, "awaited" | "scheduleSync" | "sync">,
  sync: () => ComposedSignals["sync"],
  load: () => Promise<Maker> = () => import("../composition/compose-signals.ts"),
): LazySignals {
  const store = createStore<SignalsState>(SILENT);
  const awaited = new Awaited();
  let service: SignalsService | undefined;
  return {
    store,
    shown: () => service?.shown(),
    live: {
      isAwaited: (entity) => awaited.has(entity, deps.clock.now()),
      start(scheduleSync) {
        const stops: (() => void)[] = [];
        let isOver = false;
        const begin = ({ createSignals }: Maker): void => {
          if (isOver) return;
          const made = createSignals({ ...deps, awaited, scheduleSync, sync: sync() });
          service = made;
          stops.push(
            made.store.subscribe((state) => store.setState(state)),
            made.start(),
          );
        };
        void load().then(begin, () => undefined);
        return () => {
          isOver = true;
          service = undefined;
          for (const stop of stops.reverse()) stop();
          store.setState(SILENT);
        };
      },
    },
  };
}
