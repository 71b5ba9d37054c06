/** One device's end of the signal channel: the product's service, over the simulated path of this run, for as long as the process lives. */
import type { Library } from "@satchel/core/library/index/library-service.ts";
import type { LightEntity } from "@satchel/core/model/entities/entity.ts";
import { createStore } from "@satchel/core/model/store.ts";
import type { Clock } from "@satchel/core/ports/environment.ts";
import { Awaited } from "@satchel/core/sync/signals/awaited.ts";
import { createSignalsService } from "@satchel/core/sync/signals/signals-service.ts";
import type { Chance } from "../world/random.ts";
import { createSimSignalSealing, type SignalPath } from "../world/signal-path.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

/** `chance`: a random stream of its own, so that a run without the channel stays the same run. */
export type DeviceSignals = { readonly path: SignalPath; readonly chance: Chance };

export type SignalsEnd = {
  readonly isAwaited: (entity: LightEntity) => boolean;
  readonly setPhase: (phase: "idle" | "syncing", problem?: { readonly kind: string }) => void;
  readonly stop: () => void;
};

type Deps = {
  readonly name: string;
  readonly library: Library;
  readonly clock: Clock;
  readonly time: VirtualTime;
  readonly isThere: () => boolean;
  readonly scheduleSync: () => void;
};

/** The channel asks for a cycle when it says that there is something new. */
const MOST_UNTIL_LOOK_MS = 2000;

export function openSignals({ name, library, clock, time, isThere, scheduleSync }: Deps, { path, chance }: DeviceSignals): SignalsEnd {
  const awaited = new Awaited();
  const sync = createStore<{ readonly phase: string; readonly problem?: { readonly kind: string } | undefined }>({ phase: "idle" });
  const service = createSignalsService({
    library,
    signals: path.join(isThere),
    sealing: createSimSignalSealing(),
    awaited,
    ids: { random: (length) => Array.from({ length }, () => chance.int(0, 35).toString(36)).join("") },
    clock,
    timers: { after: (delayMs, run) => time.after(delayMs, () => isThere() && run()) },
    name: () => name,
    shownNote: () => undefined,
    sync,
    scheduleSync: () => void time.after(chance.int(0, MOST_UNTIL_LOOK_MS), scheduleSync),
  });
  return {
    isAwaited: (entity) => awaited.has(entity, clock.now()),
    setPhase: (phase, problem) => sync.setState({ phase, problem }),
    stop: service.start(),
  };
}
