/**
 * Builds the services from the adapters; the only place that knows both. Screens reach them through shared/services.ts.
 * Those that belong together come as `Outside` (outside.ts).
 */
import { createPromptsService } from "@satchel/core/status/prompts-service.ts";
import { createStatusService } from "@satchel/core/status/status-service.ts";
import { createThemeService } from "@satchel/core/theme/theme-service.ts";
import { browserClock, browserTimers } from "../adapters/browser/environment.ts";
import { browserPreferences } from "../adapters/browser/preferences.ts";
import { saveFile } from "../adapters/browser/save-file.ts";
import { systemTheme } from "../adapters/browser/system-theme.ts";
import { createPictureDoor } from "../adapters/images/create-picture-door.ts";
import { createUpdates, type Updates } from "../adapters/service-worker/updates.ts";
import type { Services } from "../shared/services.ts";

/** Account, connection, local mode and library come from their own adapters. */
export type Outside = Pick<
  Services,
  | "account"
  | "security"
  | "approvals"
  | "sensitive"
  | "ai"
  | "connection"
  | "moving"
  | "localMode"
  | "library"
  | "device"
  | "askToKeepStorage"
>;

export function composeServices(outside: Outside): Services & { readonly updates: Updates } {
  return {
    ...outside,
    status: createStatusService({ timers: browserTimers }),
    prompts: createPromptsService(),
    theme: createThemeService({ preferences: browserPreferences, system: systemTheme }),
    updates: createUpdates({ timers: browserTimers }),
    preferences: browserPreferences,
    pictures: createPictureDoor(),
    clock: browserClock,
    saveFile,
  };
}
