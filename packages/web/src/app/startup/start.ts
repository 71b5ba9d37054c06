/** Everything that the first paint does not need: the services over their adapters, and listeners to browser events. */

import { prepareDatabases } from "../../adapters/indexed-db/databases/prepare-databases.ts";
import type { Services } from "../../shared/services.ts";
import { mirrorEvents } from "../browser-events/event-mirror.ts";
import { watchActivity, watchPage, watchPrint } from "../browser-events/page-lifecycle.ts";
import { scrollToCaret, watchVisibleArea } from "../browser-events/visible-area.ts";
import { composeAccountServices } from "../composition/account/account-services.ts";
import { composeServices } from "../composition/compose.ts";
import { isSignedOut, type PageServices } from "../composition/signed-out-services.ts";

/**
 * `follow` starts the listeners, after the page is rendered, because the user waits for that. Never resolves if there is no space for the
 * notes.
 */
export async function start(page: PageServices, showFullDisk: () => void): Promise<Services & { readonly follow: () => void }> {
  if (!(await prepareDatabases()) && !isSignedOut(page.preferences)) {
    showFullDisk();
    return new Promise<never>(() => undefined);
  }
  const services = composeServices(page, await composeAccountServices());
  lendToTests(services);
  return { ...services, follow: () => follow(services) };
}

function follow(services: ReturnType<typeof composeServices>): void {
  mirrorEvents({ ...services, session: services.account.store, view: window });
  watchActivity({ library: services.library, view: window });
  watchPrint({ view: window, root: document.documentElement });
  watchPage({ library: services.library, page: document, view: window, isHidden: () => document.visibilityState === "hidden" });
  if (visualViewport !== null)
    watchVisibleArea({
      viewport: visualViewport,
      root: document.documentElement,
      pageHeight: () => innerHeight,
      keepCaret: () => scrollToCaret(document),
    });
  // The service worker must not compete with the first paint, nor cache a build during development.
  if (import.meta.env.PROD) void services.updates.start();
}

/** Test hook that hands out the services for journeys with a thousand notes. Inert unless a script that ran before the app has set it. */
declare global {
  interface Window {
    __satchelTestHook?: (services: Services) => void;
  }
}

function lendToTests(services: Services): void {
  window.__satchelTestHook?.(services);
}
