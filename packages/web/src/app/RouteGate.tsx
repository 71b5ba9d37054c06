/** Lets a page be seen or sends its visitor on, as decideRoute says. It decides nothing itself. Spec A §2.1. */

import type { SessionState } from "@satchel/core/account/account-service-types.ts";
import { decideLanding, decideRoute, type RouteDecision, type RouteSession } from "@satchel/core/routing/decide-route.ts";
import { Suspense, useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { NotFoundScreen } from "../screens/NotFoundScreen.tsx";
import { useStore } from "../shared/hooks/use-store.ts";
import { useServices } from "../shared/services.ts";
import { LateSpinner } from "../shared/ui/LateSpinner.tsx";
import { pagesText, pageTitles } from "../text/pages.ts";

type CameFrom = { readonly from?: string } | null;

export function RouteGate() {
  const { account, localMode } = useServices();
  const session = useStore(account.store, (state) => state);
  const isLocalMode = useStore(localMode.store, (state) => state.enabled);
  const location = useLocation();
  const wasSignedOut = useRef(false);
  if (session.kind === "signed-out") wasSignedOut.current = true;

  const decision = decideRoute(toRouteSession(session), isLocalMode, location.pathname + location.search + location.hash);
  const hasJustSignedIn = session.kind === "signed-in" && wasSignedOut.current;
  const landing = hasJustSignedIn ? decideLanding(session.user.needsOnboarding, (location.state as CameFrom)?.from) : undefined;

  const title = decision.kind === "show" ? pageTitles[decision.match.route.name] : pagesText.notFound;
  useEffect(() => {
    if (decision.kind === "show" || decision.kind === "not-found") document.title = title;
  }, [decision.kind, title]);

  switch (decision.kind) {
    case "wait":
      return <LateSpinner />;
    case "not-found":
      return <NotFoundScreen />;
    case "show":
      return (
        <Suspense fallback={<LateSpinner />}>
          <Outlet />
        </Suspense>
      );
    case "redirect":
      return <SentOn decision={decision} to={landing ?? decision.to} />;
  }
}

type Redirect = Extract<RouteDecision, { readonly kind: "redirect" }>;

function SentOn({ decision, to }: { readonly decision: Redirect; readonly to: string }) {
  const { prompts, library, status } = useServices();
  useEffect(() => {
    if (decision.ask === "use-locally") prompts.raiseUseLocally();
    if (decision.ask !== "pause-sync") return;
    const state = library.getState();
    if (state.kind === "open") void state.library.sync.stop();
    status.show({ id: "sync-paused" });
  }, [decision.ask, prompts, library, status]);
  return <Navigate to={to} replace state={decision.from === undefined ? null : { from: decision.from }} />;
}

function toRouteSession(session: SessionState): RouteSession {
  return session.kind === "signed-in" ? { kind: "signed-in", needsOnboarding: session.user.needsOnboarding } : { kind: session.kind };
}
