/** Maps routes to screens. Paths and guards are in core/routing; screens that are not needed at once load on demand. */
import type { RouteName } from "@satchel/core/model/routes.ts";
import type { ReactNode } from "react";
import { FramedScreens } from "../../screens/frame/FramedScreens.tsx";
import { LoginScreen } from "../../screens/LoginScreen.tsx";
import { LazyScreen } from "../../shared/lazy/lazy-component.ts";
import {
  appFrame,
  approveScreen,
  dashboardScreen,
  forgotPasswordScreen,
  onboardingScreen,
  registerScreen,
  returnScreen,
  workspaceScreen,
} from "./lazy-screens.ts";

// One element for all of /notes, so that list, tabs and editor stay when the note changes.
const notes = <FramedScreens frame={<LazyScreen of={appFrame} />} page={<LazyScreen of={workspaceScreen} />} />;
const dashboard = <FramedScreens frame={<LazyScreen of={appFrame} />} page={<LazyScreen of={dashboardScreen} />} />;
const returning = <LazyScreen of={returnScreen} />;

/** `null` marks paths that always redirect. */
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
  approve: <LazyScreen of={approveScreen} />,
  dashboard,
  notes,
  "note-new": notes,
  note: notes,
  "note-edit": notes,
  "note-history": notes,
  trash: notes,
  past: notes,
} as const satisfies Record<RouteName, ReactNode>;
