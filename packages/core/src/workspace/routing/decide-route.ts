/** Decides which page a path shows, from session and local mode. Pure. Spec A §2.1, decision 0005 "Local mode keeps its way out". */
import { isOwnPath, matchRoute, PATHS, type Route, type RouteMatch } from "../../model/routes.ts";

export type RouteSession =
  | { readonly kind: "loading" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "signed-in"; readonly needsOnboarding: boolean };

export type RouteDecision =
  | { readonly kind: "show"; readonly match: RouteMatch }
  | { readonly kind: "not-found" }
  /** The session is still being restored; show nothing that may have to be removed. */
  | { readonly kind: "wait" }
  /** `from`: where the user was going, to return there after signing in. */
  | { readonly kind: "redirect"; readonly to: string; readonly from?: string; readonly ask?: RouteQuestion };

/** Question or action for the page of the redirect. */
export type RouteQuestion = "use-locally" | "pause-sync";

const SIGN_IN_ROUTES: readonly string[] = [
  "login",
  "register",
  "signup",
  "forgot-password",
  "onboarding",
  "google-callback",
  "callback",
  "approve",
];

/** `path` may have a query and a hash; both are kept in `from`. */
export function decideRoute(session: RouteSession, isLocalMode: boolean, path: string): RouteDecision {
  if (session.kind === "loading") return { kind: "wait" };
  const pathname = path.split(/[?#]/, 1)[0] as string;
  const match = matchRoute(pathname);
  if (session.kind === "signed-in") return decideSignedIn(session.needsOnboarding, match);
  if (isLocalMode) return decideLocal(match);
  return decideSignedOut(match, path);
}

/** Path after signing in or registering. */
export function decideLanding(needsOnboarding: boolean, from: string | undefined): string {
  if (needsOnboarding) return PATHS.onboarding;
  return from !== undefined && isOwnPath(from) ? from : PATHS.dashboard;
}

function decideSignedIn(needsOnboarding: boolean, match: RouteMatch | undefined): RouteDecision {
  if (match === undefined) return { kind: "not-found" };
  const home = needsOnboarding ? PATHS.onboarding : PATHS.notes;
  switch (match.route.audience) {
    case "signed-out":
      return { kind: "redirect", to: home };
    case "onboarding":
      return needsOnboarding ? { kind: "show", match } : { kind: "redirect", to: PATHS.notes };
    case "anyone":
      return match.route.name === "local-mode" ? { kind: "redirect", to: PATHS.notes, ask: "pause-sync" } : { kind: "redirect", to: home };
    case "returning":
    case "workspace":
      return { kind: "show", match };
  }
}

function decideLocal(match: RouteMatch | undefined): RouteDecision {
  if (match === undefined) return { kind: "redirect", to: PATHS.notes };
  if (match.route.audience === "workspace") return { kind: "show", match };
  if (SIGN_IN_ROUTES.includes(match.route.name)) return decideSignedOutRoute(match);
  return { kind: "redirect", to: PATHS.notes };
}

function decideSignedOut(match: RouteMatch | undefined, path: string): RouteDecision {
  if (match === undefined) return { kind: "not-found" };
  if (match.route.name === "local-mode") return { kind: "redirect", to: PATHS.login, ask: "use-locally" };
  if (match.route.audience === "workspace") return { kind: "redirect", to: PATHS.login, from: path };
  return decideSignedOutRoute(match);
}

function decideSignedOutRoute(match: RouteMatch): RouteDecision {
  if (match.route.name === "signup") return { kind: "redirect", to: PATHS.register };
  return isOpenToSignedOut(match.route) ? { kind: "show", match } : { kind: "redirect", to: PATHS.login };
}

function isOpenToSignedOut(route: Route): boolean {
  return route.audience === "signed-out" || route.audience === "returning";
}
