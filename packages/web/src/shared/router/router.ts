/** Router for components. Rendering follows in a transition: while a page loads, the former one stays. */

import { PATHS } from "@satchel/core/model/routes.ts";
import {
  createContext,
  createElement,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Guard, Held, Location, Navigate, Router } from "./create-router.ts";

const RouterContext = createContext<Router | undefined>(undefined);
const LocationContext = createContext<Location | undefined>(undefined);

type RouterProviderProps = { readonly router: Router; readonly children: ReactNode };

export function RouterProvider({ router, children }: RouterProviderProps) {
  const [location, setLocation] = useState(() => router.store.getState().location);
  useLayoutEffect(() => {
    setLocation(router.store.getState().location);
    return router.store.subscribe((state) => startTransition(() => setLocation(state.location)));
  }, [router]);
  return createElement(RouterContext, { value: router }, createElement(LocationContext, { value: location }, children));
}

function useRouter(): Router {
  return known(useContext(RouterContext));
}

export function useLocation(): Location {
  return known(useContext(LocationContext));
}

/** For effects: returns the current address, which may be ahead of the rendered one. */
export function useCurrentLocation(): () => Location {
  const { store } = useRouter();
  return () => store.getState().location;
}

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** While `holds` returns true, a navigation is kept in `held`; `stay` drops it. */
export function useGuard(holds: Guard["holds"]): { readonly held: Held | undefined; readonly stay: () => void } {
  const router = useRouter();
  const [held, setHeld] = useState<Held>();
  const asked = useRef(holds);
  asked.current = holds;
  useEffect(() => router.guard({ holds: (from, to) => asked.current(from, to), onHeld: setHeld }), [router]);
  return useMemo(() => ({ held, stay: () => setHeld(undefined) }), [held]);
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("a component that needs the router stands outside of it");
  return value;
}

/** Returns to the dashboard's address after signing out, for the next user. Spec A §2.2, B §2 "Sign Out". */
export function useStartOver(): () => void {
  const router = useRouter();
  return () => {
    // The user may have navigated or signed in since.
    if (router.store.getState().location.pathname === PATHS.login) router.navigate(PATHS.login, { replace: true });
  };
}
