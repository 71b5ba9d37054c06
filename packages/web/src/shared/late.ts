/**
 * Parts that come later than the frame: fetched when they are first wanted, or before that while nothing else is to be done. What is here
 * already also outlives an update, whose new files have other names.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** A part that the page does without: one that cannot be fetched leaves `instead` in its place until the page is loaded anew. */
export function late<Props extends object>(
  load: Load<Props>,
  instead: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}

/** Without a network it comes from the service worker; failing that, whoever wants it says so. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
