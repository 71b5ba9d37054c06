/** Screens that sign-in does not need, loaded on demand or when idle; a failed load is shown and retried. */

import { PATHS } from "@satchel/core/model/routes.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { fetchPromptDialogs } from "../../features/auth/Prompts.tsx";
import { fetchToastRegion } from "../../features/status/StatusToasts.tsx";
import { fetchWhenIdle, lazyScreen } from "../../shared/lazy/lazy-component.ts";
import type { Services } from "../../shared/services.ts";
import { fetchLibrary, fetchLocalLibrary } from "../composition/library/lazy-library.ts";
import { isSignedOut } from "../composition/signed-out-services.ts";

type NotesPage = { readonly preferences: Preferences; readonly library: Promise<Services["library"]> };

export const registerScreen = lazyScreen(async () => (await import("../../screens/RegisterScreen.tsx")).RegisterScreen);
export const forgotPasswordScreen = lazyScreen(async () => (await import("../../screens/ForgotPasswordScreen.tsx")).ForgotPasswordScreen);
export const notFoundScreen = lazyScreen(async () => (await import("../../screens/NotFoundScreen.tsx")).NotFoundScreen);
export const returnScreen = lazyScreen(async () => (await import("../../screens/ReturnScreen.tsx")).ReturnScreen);
export const approveScreen = lazyScreen(async () => (await import("../../screens/ApproveScreen.tsx")).ApproveScreen);
export const appFrame = lazyScreen(async () => (await import("../../screens/frame/AppFrame.tsx")).AppFrame);
export const workspaceScreen = lazyScreen(async () => (await import("../../screens/workspace/WorkspaceScreen.tsx")).WorkspaceScreen);
export const dashboardScreen = lazyScreen(async () => (await import("../../screens/DashboardScreen.tsx")).DashboardScreen);
export const onboardingScreen = lazyScreen(async () => (await import("../../screens/OnboardingScreen.tsx")).OnboardingScreen);

export const LAZY_SCREENS = [
  registerScreen.fetch,
  forgotPasswordScreen.fetch,
  notFoundScreen.fetch,
  returnScreen.fetch,
  approveScreen.fetch,
  fetchPromptDialogs,
  fetchToastRegion,
  appFrame.fetch,
  workspaceScreen.fetch,
  dashboardScreen.fetch,
  onboardingScreen.fetch,
] as const;

/**
 * Fetches the workspace at once on a /notes page, and everything else when the browser is idle: there not before the notes are open, because
 * a start is idle while it reads the disk, and the scripts of other screens would then run before the first rows.
 */
export function fetchLazyScreens(path: string, { preferences, library }: NotesPage): void {
  const fetchOthers = (): void =>
    fetchWhenIdle([fetchLibrary, fetchLocalLibrary, () => import("../../adapters/backend/routes.ts"), ...LAZY_SCREENS]);
  if (!path.startsWith(PATHS.notes) || isSignedOut(preferences)) {
    fetchOthers();
    return;
  }
  const workspace = [isLocalMode(preferences) ? fetchLocalLibrary : fetchLibrary, appFrame.fetch, workspaceScreen.fetch];
  for (const load of workspace) load().catch(() => undefined);
  library.then((store) => store.subscribe(({ kind }) => void (kind === "open" && fetchOthers())), fetchOthers);
}

function isLocalMode(preferences: Preferences): boolean {
  return preferences.read(LOCAL_KEYS.authToken) === undefined && preferences.read(LOCAL_KEYS.localModeEnabled) !== undefined;
}
