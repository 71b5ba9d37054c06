/** Shows a page or redirects, as decideRoute says; it contains no rules. Spec A §2.1. */

import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { decideLanding, decideRoute, type RouteDecision, type RouteSession } from "@satchel/core/workspace/routing/decide-route.ts";
import { Suspense, useEffect, useRef } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { LazyScreen } from "../../shared/lazy/lazy-component.ts";
import { useLocation, useNavigate } from "../../shared/router/router.ts";
import { isWhole, useSignedOutServices } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { pageTitles } from "../../text/pages/pages.ts";
import { pauseSync } from "../browser-events/pause-sync.ts";
import { notFoundScreen } from "./lazy-screens.ts";
import { SCREENS } from "./screens.tsx";

type CameFrom = { readonly from?: string } | null;

export function RouteGate() {
  const services = useSignedOutServices();
  const { account, localMode } = services;
  const session = useStore(account.store, (state) => state);
  const isLocalMode = useStore(localMode.store, (state) => state.enabled);
  const location = useLocation();
  const wasSignedOut = useRef(false);
  if (session.kind === "signed-out") wasSignedOut.current = true;

  const decision = decideRoute(toRouteSession(session), isLocalMode, location.href);
  const hasJustSignedIn = session.kind === "signed-in" && wasSignedOut.current;
  const landing = hasJustSignedIn ? decideLanding(session.user.needsOnboarding, (location.state as CameFrom)?.from) : undefined;

  const title = decision.kind === "show" ? pageTitles[decision.match.route.name] : pageTitles["not-found"];
  useEffect(() => {
    if (decision.kind === "show" || decision.kind === "not-found") document.title = title;
  }, [decision.kind, title]);

  if (decision.kind === "redirect") return <SentOn decision={decision} to={landing ?? decision.to} />;
  if (decision.kind === "wait" || !isReady(decision, isWhole(services))) return <DelayedSpinner />;
  return (
    <Suspense fallback={<DelayedSpinner />}>
      {decision.kind === "show" ? SCREENS[decision.match.route.name] : <LazyScreen of={notFoundScreen} />}
    </Suspense>
  );
}

/** Only the pages before sign-in work without the rest of the application. */
function isReady(decision: RouteDecision, isAllThere: boolean): boolean {
  return isAllThere || decision.kind !== "show" || decision.match.route.audience === "signed-out";
}

type Redirect = Extract<RouteDecision, { readonly kind: "redirect" }>;

function SentOn({ decision, to }: { readonly decision: Redirect; readonly to: string }) {
  const services = useSignedOutServices();
  const navigate = useNavigate();
  useEffect(() => {
    if (decision.ask === "use-locally") services.prompts.raiseUseLocally();
    if (decision.ask !== "pause-sync" || !isWhole(services)) return;
    pauseSync({ library: services.library, connection: services.connection.store });
    services.status.show({ id: "sync-paused" });
  }, [decision.ask, services]);
  useEffect(() => {
    navigate(to, { replace: true, state: decision.from === undefined ? null : { from: decision.from } });
  }, [navigate, to, decision.from]);
  return null;
}

function toRouteSession(session: SessionState): RouteSession {
  return session.kind === "signed-in" ? { kind: "signed-in", needsOnboarding: session.user.needsOnboarding } : { kind: session.kind };
}
