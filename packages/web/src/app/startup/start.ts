/** All that the page does not need for its first paint: the services over their adapters, and what follows the browser's events. */

import { prepareDatabases } from "../../adapters/indexed-db/databases/prepare-databases.ts";
import type { Services } from "../../shared/services.ts";
import { mirrorEvents } from "../browser-events/event-mirror.ts";
import { watchActivity, watchPage, watchPrint } from "../browser-events/page-lifecycle.ts";
import { scrollToCaret, watchVisibleArea } from "../browser-events/visible-area.ts";
import { composeAccountServices } from "../composition/account/account-services.ts";
import { composeServices } from "../composition/compose.ts";
import { isSignedOut, type PageServices } from "../composition/signed-out-services.ts";

/** `follow` begins to listen, once the page is rendered: that is what the user waits for. Never answers where there is no space for the notes. */
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
  // The worker must not compete with the first paint, nor a half-built page be kept by it while developing.
  if (import.meta.env.PROD) void services.updates.start();
}

/** Journeys that need a thousand notes take the services from here. Shut unless a script that ran before the app has put a hook there. */
declare global {
  interface Window {
    __satchelTestHook?: (services: Services) => void;
  }
}

function lendToTests(services: Services): void {
  window.__satchelTestHook?.(services);
}
