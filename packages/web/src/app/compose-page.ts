/** What the page has before anything else, from adapters that are small; the rest is compose.ts's. */
import { createPromptsService } from "@satchel/core/status/prompts-service.ts";
import { createStatusService } from "@satchel/core/status/status-service.ts";
import { createThemeService } from "@satchel/core/theme/theme-service.ts";
import { browserClock, browserTimers } from "../adapters/browser/environment.ts";
import { browserPreferences } from "../adapters/browser/preferences.ts";
import { systemTheme } from "../adapters/browser/system-theme.ts";
import type { PageServices } from "./entrance.ts";

export function composePage(): PageServices {
  return {
    status: createStatusService({ timers: browserTimers }),
    prompts: createPromptsService(),
    theme: createThemeService({ preferences: browserPreferences, system: systemTheme }),
    preferences: browserPreferences,
    clock: browserClock,
  };
}
