/// <reference lib="webworker" />
/** The service worker (/sw.js): serves the application offline. API and drive requests go to the network. Spec A §1, decision 0007. */
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

/** Addresses that the server handles itself; a page opened there is not the application. */
const SERVER_PATHS = [/^\/(?:api|drive|upload|batch|sandbox|healthz|readyz|metrics|docs|account)(?:\/|$)/];

// Workbox stores a missing file again when it is fetched, which fails on a full disk: then the page gets the file unstored. Where the fetch
// itself failed, or brought other bytes than the list names (both a TypeError), nothing is fetched without that check.
addPlugins([{ handlerDidError: async ({ request, error }) => (error instanceof TypeError ? undefined : fetch(request)) }]);
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: SERVER_PATHS }));

// A new version waits until the page reports that there is no unsaved text.
self.addEventListener("message", (event) => {
  if ((event.data as { readonly type?: unknown } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
