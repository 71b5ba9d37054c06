/** Journeys that need a thousand notes take the services from here. Shut unless a script that ran before the app has put a hook there. */
import type { Services } from "../../shared/services.ts";

declare global {
  interface Window {
    __satchelTestHook?: (services: Services) => void;
  }
}

export function lendToTests(services: Services): void {
  window.__satchelTestHook?.(services);
}
