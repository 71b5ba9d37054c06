/** Which screen stands at which route. Paths and guards are core/routing's; screens that are not needed at once are loaded when they are. */
import type { RouteName } from "@satchel/core/model/routes.ts";
import type { ReactNode } from "react";
import { FramedScreens } from "../../screens/FramedScreens.tsx";
import { LoginScreen } from "../../screens/LoginScreen.tsx";
import { LateScreen } from "../../shared/late.ts";
import {
  appFrame,
  dashboardScreen,
  forgotPasswordScreen,
  onboardingScreen,
  registerScreen,
  returnScreen,
  workspaceScreen,
} from "../lazy/lazy-screens.ts";

// One element for all of /notes: going from note to note keeps the list, the tabs and what is being written.
const notes = <FramedScreens frame={<LateScreen of={appFrame} />} page={<LateScreen of={workspaceScreen} />} />;
const dashboard = <FramedScreens frame={<LateScreen of={appFrame} />} page={<LateScreen of={dashboardScreen} />} />;
const returning = <LateScreen of={returnScreen} />;

/** `null` are paths that only ever send somebody on. */
export const SCREENS = {
  root: null,
  signup: null,
  "local-mode": null,
  login: <LoginScreen />,
  register: <LateScreen of={registerScreen} />,
  "forgot-password": <LateScreen of={forgotPasswordScreen} />,
  onboarding: <LateScreen of={onboardingScreen} />,
  "google-callback": returning,
  callback: returning,
  dashboard,
  notes,
  "note-new": notes,
  note: notes,
  "note-edit": notes,
} as const satisfies Record<RouteName, ReactNode>;
