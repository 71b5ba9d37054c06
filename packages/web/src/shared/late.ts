/**
 * Parts that come later than the frame: fetched when they are first wanted, or before that while nothing else is to be done. What is here
 * already also outlives an update, whose new files have other names.
 */
import { type ComponentType, createElement, lazy, useEffect, useState } from "react";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** A part that the page does without: one that cannot be fetched leaves `instead` in its place, and is tried again the next time it is wanted. */
export function late<Props extends object>(
  load: Load<Props>,
  instead: ComponentType<Props> = () => null,
): ComponentType<Props> & { readonly fetch: Load<Props> } {
  let here: ComponentType<Props> | undefined;
  let waited: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    here = await load();
    return here;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  function Missing(props: Props) {
    useEffect(
      () => () => {
        waited = undefined;
      },
      [],
    );
    return createElement(instead, props);
  }
  const wait = (): ComponentType<Props> => {
    waited ??= lazy(async () => ({ default: await fetch().catch(() => Missing) }));
    return waited;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  function Late(props: Props) {
    const [drawn] = useState(() => here ?? wait());
    return createElement(drawn, props);
  }
  return Object.assign(Late, { fetch });
}

export type Late = { readonly fetch: () => Promise<unknown>; readonly choose: () => ComponentType };

/** A whole screen, which `LateScreen` draws. */
export function lateScreen(load: () => Promise<ComponentType>): Late {
  let here: ComponentType | undefined;
  const fetch = async (): Promise<ComponentType> => {
    here = await load();
    return here;
  };
  const waited = lazy(async () => ({ default: await fetch() }));
  return { fetch, choose: () => here ?? waited };
}

/**
 * A screen that was fetched is drawn at once: whatever React has to wait for, if only for a moment, it shows a third of a second after what
 * stood in its place. Chosen once, so that a screen that stands keeps what it holds, and anew where another one takes its place.
 */
export function LateScreen({ of }: { readonly of: Late }) {
  const [drawn, setDrawn] = useState(() => ({ of, screen: of.choose() }));
  if (drawn.of === of) return createElement(drawn.screen);
  setDrawn({ of, screen: of.choose() });
  return null;
}

/** Without a network it comes from the service worker; failing that, whoever wants it says so. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
