/** Which screen is at which route. Paths and guards are core/routing's; screens that are not needed at once are loaded when they are. */
import type { RouteName } from "@satchel/core/model/routes.ts";
import type { ReactNode } from "react";
import { FramedScreens } from "../../screens/frame/FramedScreens.tsx";
import { LoginScreen } from "../../screens/LoginScreen.tsx";
import { LazyScreen } from "../../shared/lazy/lazy-component.ts";
import {
  appFrame,
  dashboardScreen,
  forgotPasswordScreen,
  onboardingScreen,
  registerScreen,
  returnScreen,
  workspaceScreen,
} from "./lazy-screens.ts";

// One element for all of /notes: going from note to note keeps the list, the tabs and what is being written.
const notes = <FramedScreens frame={<LazyScreen of={appFrame} />} page={<LazyScreen of={workspaceScreen} />} />;
const dashboard = <FramedScreens frame={<LazyScreen of={appFrame} />} page={<LazyScreen of={dashboardScreen} />} />;
const returning = <LazyScreen of={returnScreen} />;

/** `null` are paths that only ever send someone on. */
export const SCREENS = {
  root: null,
  signup: null,
  "local-mode": null,
  login: <LoginScreen />,
  register: <LazyScreen of={registerScreen} />,
  "forgot-password": <LazyScreen of={forgotPasswordScreen} />,
  onboarding: <LazyScreen of={onboardingScreen} />,
  "google-callback": returning,
  callback: returning,
  dashboard,
  notes,
  "note-new": notes,
  note: notes,
  "note-edit": notes,
  "note-history": notes,
  trash: notes,
  past: notes,
} as const satisfies Record<RouteName, ReactNode>;
