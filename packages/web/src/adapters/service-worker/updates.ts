/** Registers /sw.js and reports updates. Only the tab in which the user agreed reloads. Decision 0007. */

import { createStore } from "@satchel/core/model/store.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { UpdatesService } from "@satchel/core/workspace/notifications/updates-service-types.ts";

const WORKER = "/sw.js";
const CHECK_EVERY_MS = 60 * 60 * 1000;

export type Updates = UpdatesService & {
  /** Runs once the page is up, because registering must not compete with the first paint. */
  start(): Promise<void>;
};

export function createUpdates(deps: { readonly timers: Timers; readonly container?: ServiceWorkerContainer | undefined }): Updates {
  const container = deps.container ?? (typeof navigator === "undefined" ? undefined : navigator.serviceWorker);
  const store = createStore<{ readonly waiting: boolean }>({ waiting: false });
  let registration: ServiceWorkerRegistration | undefined;
  let isAskedFor = false;
  /** True after another window let the new version take over; this one continues with the parts of the old one that it has loaded. */
  let isOutdated = false;

  const look = (): void => {
    if (isOutdated) return;
    const isWaiting = registration?.waiting !== null && registration?.waiting !== undefined;
    // At the very first visit there is no old version to replace.
    store.setState({ waiting: isWaiting && container?.controller !== null });
  };

  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", look);

  const checkLater = (): void => {
    deps.timers.after(CHECK_EVERY_MS, () => {
      registration?.update().catch(() => undefined);
      checkLater();
    });
  };

  return {
    store,
    async start() {
      if (container === undefined) return;
      try {
        registration = await container.register(WORKER, { type: "classic", updateViaCache: "none" });
      } catch {
        return; // The application runs, but not without a network.
      }
      registration.addEventListener("updatefound", () => watch(registration?.installing ?? null));
      watch(registration.installing);
      let isFirst = container.controller === null;
      container.addEventListener("controllerchange", () => {
        if (isAskedFor) location.reload();
        isOutdated = !isFirst;
        if (isOutdated) store.setState({ waiting: true });
        isFirst = false;
      });
      look();
      checkLater();
    },
    apply() {
      isAskedFor = true;
      if (registration?.waiting) registration.waiting.postMessage({ type: "SKIP_WAITING" });
      else location.reload();
    },
    later: () => store.setState({ waiting: false }),
  };
}
