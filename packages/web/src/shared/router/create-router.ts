/** The location and navigation; a guard may hold a navigation up. Which screen is shown: app/startup/screens.tsx. */
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import { type HistoryLocation, parseHref, type RouterHistory } from "@tanstack/history";

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };
/** To an address, or so many steps back and forward. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

export type Held = { readonly proceed: () => void };
export type Guard = {
  /** Called for each navigation; `true` holds it up. */
  readonly holds: (from: Location, to: Location) => boolean;
  readonly onHeld: (held: Held) => void;
};

export type Router = {
  readonly store: ReadableStore<{ readonly location: Location }>;
  readonly navigate: Navigate;
  /** One at a time. Returns how to take it away again. */
  guard(guard: Guard): () => void;
};

/** Not asked by the history itself, which would go a moment later: two steps behind one another would become one. */
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
        // What is unsaved survives the window; whether to ask before it closes is app/browser-events/page-lifecycle.ts's.
        enableBeforeUnload: false,
        // The window has gone already: it comes back, and goes again when it may.
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

/** An address inside the application, with what its entry in the browser's history carries. */
export type Location = Pick<HistoryLocation, "pathname" | "search" | "hash" | "href"> & {
  /** State that the navigation passed to the page; survives a reload. */
  readonly state: unknown;
  /** Of this one entry of the history. */
  readonly key: string;
  /** The window's first entry, with nothing of ours behind it. */
  readonly isFirst: boolean;
};

/** Our state beside the history's own. */
type Entry = { readonly usr?: unknown };

function toLocation({ pathname, search, hash, href, state }: HistoryLocation): Location {
  const { usr = null } = state as Entry;
  return { pathname, search, hash, href, state: usr, key: state.__TSR_key ?? "", isFirst: state.__TSR_index === 0 };
}

function toEntry(state: unknown): Entry {
  return { usr: state };
}
