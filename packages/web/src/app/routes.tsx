/** Which screen stands at which path. Paths and guards are core/routing's; screens that are not needed at once are loaded when they are. */
import { ROUTES, type RouteName } from "@satchel/core/routing/routes.ts";
import type { ReactNode } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ForgotPasswordScreen } from "../screens/ForgotPasswordScreen.tsx";
import { LoginScreen } from "../screens/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/NotFoundScreen.tsx";
import { RegisterScreen } from "../screens/RegisterScreen.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { RouteGate } from "./RouteGate.tsx";
import { Shell } from "./Shell.tsx";

/** Paths that only ever send somebody on show nothing of their own. */
const SCREENS = {
  root: null,
  signup: null,
  "local-mode": null,
  login: <LoginScreen />,
  register: <RegisterScreen />,
  "forgot-password": <ForgotPasswordScreen />,
} as const satisfies Partial<Record<RouteName, ReactNode>>;

export function createRoutes(): RouteObject[] {
  const screens: Partial<Record<RouteName, ReactNode>> = SCREENS;
  const pages = ROUTES.map(({ name, pattern }) => ({ path: pattern, element: screens[name] ?? null }));
  return [
    {
      element: <Shell />,
      errorElement: <ErrorScreen />,
      children: [{ element: <RouteGate />, children: [...pages, { path: "*", element: <NotFoundScreen /> }] }],
    },
  ];
}

export function createRouter() {
  return createBrowserRouter(createRoutes());
}
