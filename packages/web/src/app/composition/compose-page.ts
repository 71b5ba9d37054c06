/** What the page has before anything else, from adapters that are small; the rest is compose.ts's. */
import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { createStatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { createThemeService } from "@satchel/core/workspace/theme/theme-service.ts";
import { browserClock, browserTimers } from "../../adapters/browser/environment.ts";
import { browserPreferences } from "../../adapters/browser/preferences.ts";
import { systemTheme } from "../../adapters/browser/system-theme.ts";
import type { PageServices } from "./signed-out-services.ts";

export function composePage(): PageServices {
  return {
    status: createStatusService({ timers: browserTimers }),
    prompts: createPromptsService(),
    theme: createThemeService({ preferences: browserPreferences, system: systemTheme }),
    preferences: browserPreferences,
    clock: browserClock,
  };
}
