/**
 * Parts that come later than the frame: fetched when they are first wanted, or before that while nothing else is to be done. What is here
 * already also outlives an update, whose new files have other names.
 */
import { type ComponentType, createElement, lazy, useEffect, useState, useTransition } from "react";
import { TryAgainContext } from "./try-again.ts";
import { MissingPart } from "./ui/MissingPart.tsx";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** A part that the page does without: one that cannot be fetched leaves `instead` in its place, and is tried again the next time it is wanted, or when that asks for it. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  instead: ComponentType<Props> = () => null,
): ComponentType<Props> & { readonly fetch: Load<Props> } {
  let here: ComponentType<Props> | undefined;
  let waited: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    const part: ComponentType<Props> | undefined = await load();
    if (part === undefined) throw new TypeError("a part came empty");
    here = part;
    return part;
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
  function LazyComponent(props: Props) {
    const [rendered, setRendered] = useState(() => here ?? wait());
    // Until it is here, or has failed once more, what stands there stays.
    const [isTrying, startTrying] = useTransition();
    const tryAgain = (): void => {
      waited = undefined;
      startTrying(() => setRendered(() => here ?? wait()));
    };
    return createElement(TryAgainContext, { value: { isTrying, tryAgain } }, createElement(rendered, props));
  }
  return Object.assign(LazyComponent, { fetch });
}

export type LazyComponent = ComponentType & { readonly fetch: () => Promise<unknown> };

/** A whole screen, which `LazyScreen` draws. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyComponent {
  return lazyComponent(load, MissingPart);
}

/**
 * A screen that was fetched is drawn at once: whatever React has to wait for, if only for a moment, it shows a third of a second after what
 * stood in its place. Chosen once, so that a screen that stands keeps what it holds, and anew where another one takes its place.
 */
export function LazyScreen({ of }: { readonly of: LazyComponent }) {
  return createElement(of);
}

/** Without a network it comes from the service worker; failing that, whoever wants it tries again. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
