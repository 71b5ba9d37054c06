/** Builds all services from adapters: signed-out-services.ts, account/account-services.ts. Screens see shared/services.ts. */

import { createAppearanceService, createSavingChoice } from "@satchel/core/workspace/appearance/appearance-service.ts";
import { watchApprovalLinks } from "../../adapters/browser/approval-links.ts";
import { saveFile } from "../../adapters/browser/device-disk.ts";
import { browserClock, browserTimers } from "../../adapters/browser/environment.ts";
import { createUpdates, type Updates } from "../../adapters/service-worker/updates.ts";
import type { Services } from "../../shared/services.ts";
import { createLazyImageCompressor, createLazyPasteCleaner } from "../lazy/lazy-account-services.ts";
import type { PageServices } from "./signed-out-services.ts";

/** Services that account-services.ts builds from their own adapters. */
export type AccountServices = Pick<
  Services,
  | "account"
  | "security"
  | "approvals"
  | "sensitive"
  | "ai"
  | "connection"
  | "migration"
  | "localMode"
  | "library"
  | "device"
  | "askToKeepStorage"
>;

export function composeServices(page: PageServices, accountServices: AccountServices): Services & { readonly updates: Updates } {
  return {
    ...page,
    ...accountServices,
    approvalLinks: watchApprovalLinks(),
    camera: async () => (await import("../../adapters/browser/camera-scanner.ts")).cameraScanner,
    updates: createUpdates({ timers: browserTimers }),
    clearCaches: async () => (await import("../../adapters/indexed-db/databases/clear-caches.ts")).clearCaches(browserTimers),
    saving: createSavingChoice(page.preferences),
    appearance: createAppearanceService(page.preferences),
    imageCompressor: createLazyImageCompressor(),
    pasteCleaner: createLazyPasteCleaner(),
    clock: browserClock,
    saveFile,
  };
}
