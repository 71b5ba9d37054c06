/**
 * Screens that signing in does not need, and the library behind them: fetched when a path wants them, or while the sign-in page is idle.
 * One that cannot be fetched at all shows the broken page with its way to load anew.
 */
import { PATHS } from "@satchel/core/routing/routes.ts";
import { lazy } from "react";
import { fetchWhenIdle } from "../shared/late.ts";
import { fetchLibrary } from "./late-library.ts";

const fetchFrame = () => import("../screens/AppFrame.tsx");
const fetchWorkspace = () => import("../screens/workspace/WorkspaceScreen.tsx");
const fetchDashboard = () => import("../screens/DashboardScreen.tsx");
const fetchOnboarding = () => import("../screens/OnboardingScreen.tsx");

export const AppFrame = lazy(async () => ({ default: (await fetchFrame()).AppFrame }));
export const WorkspaceScreen = lazy(async () => ({ default: (await fetchWorkspace()).WorkspaceScreen }));
export const DashboardScreen = lazy(async () => ({ default: (await fetchDashboard()).DashboardScreen }));
export const OnboardingScreen = lazy(async () => ({ default: (await fetchOnboarding()).OnboardingScreen }));

const WORKSPACE = [fetchLibrary, fetchFrame, fetchWorkspace] as const;
export const LATE_SCREENS = [fetchFrame, fetchWorkspace, fetchDashboard, fetchOnboarding] as const;

/** What lies in the workspace is wanted at once by whoever comes back to it; on other pages it waits until nothing else is to be done. */
export function fetchLateScreens(path: string): void {
  if (path.startsWith(PATHS.notes)) for (const load of WORKSPACE) load().catch(() => undefined);
  fetchWhenIdle([fetchLibrary, ...LATE_SCREENS]);
}
