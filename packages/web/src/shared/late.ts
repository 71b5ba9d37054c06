/**
 * Parts that come later than the frame: fetched when they are first wanted, or before that while nothing else is to be done. What is here
 * already also outlives an update, whose new files have other names.
 */
import { type ComponentType, createElement, type LazyExoticComponent, lazy, useState } from "react";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** A part that the page does without: one that cannot be fetched leaves `instead` in its place until the page is loaded anew. */
export function late<Props extends object>(
  load: Load<Props>,
  instead: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}

export type LateScreen = { readonly fetch: () => Promise<unknown>; readonly Screen: ComponentType };

/**
 * A whole screen. One that was fetched is drawn at once: whatever React has to wait for, if only for a moment, it shows a third of a second after
 * what stood in its place. Chosen once, so that a screen that stands keeps what it holds.
 */
export function lateScreen(load: () => Promise<ComponentType>): LateScreen {
  let here: ComponentType | undefined;
  const fetch = async (): Promise<ComponentType> => {
    here = await load();
    return here;
  };
  const waited = lazy(async () => ({ default: await fetch() }));
  // A component of its own for each: where two stand in one place after each other, React must not take them for the same.
  function Screen() {
    const [chosen] = useState<ComponentType>(() => here ?? waited);
    return createElement(chosen);
  }
  return { fetch, Screen };
}

/** Without a network it comes from the service worker; failing that, whoever wants it says so. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
