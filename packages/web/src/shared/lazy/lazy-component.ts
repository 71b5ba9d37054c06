/** Components loaded on demand or when idle, kept over updates. Other code: core's `model/lazy/lazy-module.ts`; files: `chunk-files.ts`. */
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { type ComponentType, createElement, lazy, useEffect, useState, useTransition } from "react";
import { Missing, type MissingProps, RetryContext } from "./Missing.tsx";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;
/** What is rendered where the code cannot be loaded: one of the looks of `Missing`, or a component of one's own. */
type Instead<Props extends object> =
  | ComponentType<Props>
  | Exclude<MissingProps["as"], "dialog">
  | (Props extends { readonly onClose: () => void } ? "dialog" : never);

/** Tried again the next time it is rendered, or when what is rendered instead asks for it. `fetch` loads it before that. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  instead: Instead<Props> = () => null,
): ComponentType<Props> & { readonly fetch: () => Promise<unknown> } {
  const code = lazyModule(load);
  let waiting: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  function NotLoaded(props: Props) {
    useEffect(
      () => () => {
        waiting = undefined;
      },
      [],
    );
    return typeof instead === "string" ? createElement(Missing, { ...props, as: instead } as MissingProps) : createElement(instead, props);
  }
  const current = (): ComponentType<Props> => {
    waiting ??= lazy(async () => ({ default: (await code.load()) ?? NotLoaded }));
    return code.loaded() ?? waiting;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  function LazyComponent(props: Props) {
    const [rendered, setRendered] = useState(current);
    // What is rendered stays until the component is loaded, or has failed to load again.
    const [busy, startTrying] = useTransition();
    const onPress = (): void => {
      waiting = undefined;
      startTrying(() => setRendered(current));
    };
    return createElement(RetryContext, { value: { busy, onPress } }, createElement(rendered, props));
  }
  return Object.assign(LazyComponent, { fetch: code.load });
}

export type LazyComponent = ComponentType & { readonly fetch: () => Promise<unknown> };

/** A whole screen, which `LazyScreen` renders. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyComponent {
  return lazyComponent(load, "screen");
}

/** Renders a loaded screen without suspending, which would delay it by a third of a second; chosen per mount. */
export function LazyScreen({ of }: { readonly of: LazyComponent }) {
  return createElement(of);
}

/** Without a network they come from the service worker; one that cannot be loaded is tried again when it is needed. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
