/** Location and navigation. A guard may hold a navigation. app/startup/screens.tsx maps addresses to screens. */
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import { type HistoryLocation, parseHref, type RouterHistory } from "@tanstack/history";

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };
/** `to`: an address, or a number of steps in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

export type Held = { readonly proceed: () => void };
export type Guard = {
  /** Called for each navigation; returning `true` holds it. */
  readonly holds: (from: Location, to: Location) => boolean;
  readonly onHeld: (held: Held) => void;
};

export type Router = {
  readonly store: ReadableStore<{ readonly location: Location }>;
  readonly navigate: Navigate;
  /** Sets the guard; there can be only one. Returns a function that removes it. */
  guard(guard: Guard): () => void;
};

/** Skips the history's own blocker, which would delay the step: two steps in a row would become one. */
const UNASKED = { ignoreBlocker: true };

export function createRouter(history: RouterHistory): Router {
  const here = () => toLocation(history.location);
  const store = createStore({ location: here() });
  history.subscribe(() => store.setState({ location: here() }));
  let guard: Guard | undefined;

  const unlessHeld = (to: Location, proceed: () => void): boolean => {
    const isHeld = guard?.holds(here(), to) === true;
    if (isHeld) guard?.onHeld({ proceed });
    return isHeld;
  };

  const go = (to: string, { replace = false, state = null }: NavigateOptions): void => {
    if (replace) history.replace(to, toEntry(state), UNASKED);
    else history.push(to, toEntry(state), UNASKED);
    history.flush();
  };

  return {
    store,
    navigate(to, options = {}) {
      if (typeof to === "number") return history.go(to);
      const proceed = (): void => go(to, options);
      if (!unlessHeld(toLocation(parseHref(to, undefined)), proceed)) proceed();
    },
    guard(next) {
      guard = next;
      const release = history.block({
        // Unsaved text survives closing the window; app/browser-events/page-lifecycle.ts decides whether to ask.
        enableBeforeUnload: false,
        // The browser has already navigated: go back, and repeat the step once it is allowed.
        blockerFn: ({ currentLocation: from, nextLocation: to }) =>
          unlessHeld(toLocation(to), () => history.go(to.state.__TSR_index - from.state.__TSR_index, UNASKED)),
      });
      return () => {
        release();
        if (guard === next) guard = undefined;
      };
    },
  };
}

/** An address inside the application, with the state of its history entry. */
export type Location = Pick<HistoryLocation, "pathname" | "search" | "hash" | "href"> & {
  /** State passed with the navigation; survives a reload. */
  readonly state: unknown;
  /** Key of this history entry. */
  readonly key: string;
  /** True for the window's first entry: going back would leave the application. */
  readonly isFirst: boolean;
};

/** Our state within the history's own. */
type Entry = { readonly usr?: unknown };

function toLocation({ pathname, search, hash, href, state }: HistoryLocation): Location {
  const { usr = null } = state as Entry;
  return { pathname, search, hash, href, state: usr, key: state.__TSR_key ?? "", isFirst: state.__TSR_index === 0 };
}

function toEntry(state: unknown): Entry {
  return { usr: state };
}
