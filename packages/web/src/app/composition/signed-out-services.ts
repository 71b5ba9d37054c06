/** Services that the sign-in page needs early; requests wait until all services exist. */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { createStatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { createThemeService } from "@satchel/core/workspace/theme/theme-service.ts";
import { browserClock, browserTimers } from "../../adapters/browser/environment.ts";
import { browserPreferences, systemTheme } from "../../adapters/browser/preferences.ts";
import type { LibraryState, Services, SignedOutServices } from "../../shared/services.ts";

/** Services that depend only on the page, and live as long as it. */
export type PageServices = Pick<Services, "status" | "prompts" | "theme" | "preferences" | "clock">;

export function isSignedOut(preferences: Preferences): boolean {
  return preferences.read(LOCAL_KEYS.authToken) === undefined && preferences.read(LOCAL_KEYS.localModeEnabled) === undefined;
}

export function composeSignedOutServices(page: PageServices, whole: Promise<Pick<Services, "account" | "localMode">>): SignedOutServices {
  return {
    ...page,
    library: createUnionStore<LibraryState>({ kind: "none" }),
    account: {
      store: createUnionStore<SessionState>({ kind: "signed-out" }),
      signIn: async (...given) => (await whole).account.signIn(...given),
      serverInfo: async () => (await whole).account.serverInfo(),
      register: async (...given) => (await whole).account.register(...given),
      forgotPassword: async (...given) => (await whole).account.forgotPassword(...given),
    },
    localMode: {
      store: createStore({ enabled: false }),
      enable: async () => (await whole).localMode.enable(),
    },
  };
}

/** First services of the page, from small adapters; compose.ts builds the others. */
export function composePage(): PageServices {
  return {
    status: createStatusService({ timers: browserTimers }),
    prompts: createPromptsService(),
    theme: createThemeService({ preferences: browserPreferences, system: systemTheme }),
    preferences: browserPreferences,
    clock: browserClock,
  };
}
