/** Which screen stands at which path. Paths and guards are core/routing's; screens that are not needed at once are loaded when they are. */
import { PATHS, ROUTES, type RouteName } from "@satchel/core/routing/routes.ts";
import type { ReactNode } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ForgotPasswordScreen } from "../screens/ForgotPasswordScreen.tsx";
import { FramedScreens } from "../screens/FramedScreens.tsx";
import { LoginScreen } from "../screens/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/NotFoundScreen.tsx";
import { RegisterScreen } from "../screens/RegisterScreen.tsx";
import { ReturnScreen } from "../screens/ReturnScreen.tsx";
import { LateScreen } from "../shared/late.ts";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { appFrame, dashboardScreen, onboardingScreen, workspaceScreen } from "./late-screens.ts";
import { RouteGate } from "./RouteGate.tsx";
import { Shell } from "./Shell.tsx";

/** Every route has its screen here; `null` are paths that only ever send somebody on, `framed` those inside the frame. */
const SCREENS = {
  root: null,
  signup: null,
  "local-mode": null,
  login: <LoginScreen />,
  register: <RegisterScreen />,
  "forgot-password": <ForgotPasswordScreen />,
  onboarding: <LateScreen of={onboardingScreen} />,
  "google-callback": <ReturnScreen />,
  callback: <ReturnScreen />,
  dashboard: "framed",
  notes: "framed",
  "note-new": "framed",
  note: "framed",
  "note-edit": "framed",
} as const satisfies Record<RouteName, ReactNode>;

export function createRoutes(): RouteObject[] {
  const pages = ROUTES.filter(({ name }) => SCREENS[name] !== "framed").map(({ name, pattern }) => ({
    path: pattern,
    element: SCREENS[name],
  }));
  // One element for all of /notes: going from note to note keeps the list, the tabs and what is being written.
  const framed = [
    { path: PATHS.dashboard, element: <LateScreen of={dashboardScreen} /> },
    { path: `${PATHS.notes}/*`, element: <LateScreen of={workspaceScreen} /> },
  ];
  return [
    {
      element: <Shell />,
      errorElement: <ErrorScreen />,
      children: [
        {
          element: <RouteGate />,
          children: [
            ...pages,
            { element: <FramedScreens />, children: [{ element: <LateScreen of={appFrame} />, children: framed }] },
            { path: "*", element: <NotFoundScreen /> },
          ],
        },
      ],
    },
  ];
}

export function createRouter() {
  return createBrowserRouter(createRoutes());
}
