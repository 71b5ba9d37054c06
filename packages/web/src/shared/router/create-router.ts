/**
 * Where the person is, and the ways to somewhere else. A guard may hold up whoever leaves: what was asked for waits until it may go on.
 * Which screen stands at an address is app/screens.tsx's.
 */
import { createStore, type ReadableStore } from "@satchel/core/store.ts";
import { type Location, parseAddress, toAddress } from "./location.ts";
import type { Page, Pages } from "./pages.ts";

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };

/** To an address, or so many steps back and forward. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

export type Held = { readonly proceed: () => void };
export type Guard = {
  /** Asked of each step; `true` holds it up. */
  readonly holds: (from: Location, to: Location) => boolean;
  readonly onHeld: (held: Held) => void;
};

export type Router = {
  readonly store: ReadableStore<{ readonly location: Location }>;
  readonly navigate: Navigate;
  /** One at a time. Returns how to take it away again. */
  guard(guard: Guard): () => void;
  stop(): void;
};

const KEY_CHARS = 8;

export function createRouter(pages: Pages, newKey: (chars: number) => string): Router {
  let here = pages.read();
  let guard: Guard | undefined;
  /** A step of the window that was taken back, or that has been allowed, is not asked about. */
  let unasked = 0;
  const store = createStore<{ readonly location: Location }>({ location: here });

  const arrive = (page: Page): void => {
    here = page;
    store.setState({ location: page });
  };
  const unlessHeld = (to: Location, proceed: () => void): void => {
    if (guard?.holds(here, to) === true) guard.onHeld({ proceed });
    else proceed();
  };
  const stop = pages.onMove(() => {
    const there = pages.read();
    if (unasked > 0) {
      unasked -= 1;
      if (there.key !== here.key) arrive(there);
      return;
    }
    const delta = there.index - here.index;
    if (delta === 0 || guard?.holds(here, there) !== true) return arrive(there);
    // The window has gone already: it comes back, and goes again when it may.
    unasked += 1;
    pages.go(-delta);
    guard.onHeld({
      proceed() {
        unasked += 1;
        pages.go(delta);
      },
    });
  });

  return {
    store,
    navigate(to, { replace = false, state = null } = {}) {
      if (typeof to === "number") return pages.go(to);
      const parts = parseAddress(to);
      const page = { ...parts, state, key: newKey(KEY_CHARS), index: replace ? here.index : here.index + 1 };
      unlessHeld(page, () => {
        if (replace) pages.replace(page);
        else pages.push(page);
        arrive(page);
      });
    },
    guard(next) {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
    stop,
  };
}

/** Going where one is already adds nothing to the history. */
export function isSamePlace(location: Location, to: string): boolean {
  return toAddress(location) === toAddress(parseAddress(to));
}
