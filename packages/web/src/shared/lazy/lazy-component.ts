/**
 * Components that load on demand or when idle, and stay over updates. Other code uses core's `model/lazy/lazy-module.ts`, and files
 * use `chunk-files.ts`.
 */
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { type ComponentType, createElement, lazy, useEffect, useState, useTransition } from "react";
import { Missing, type MissingProps, RetryContext } from "./Missing.tsx";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;
/** Replacement if the code cannot be loaded: a look of `Missing`, or a custom component. */
type Instead<Props extends object> =
  | ComponentType<Props>
  | Exclude<MissingProps["as"], "dialog">
  | (Props extends { readonly onClose: () => void } ? "dialog" : never);

/** Retried at the next render, or when the replacement asks for it. `fetch` preloads it. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  instead: Instead<Props> = () => null,
): ComponentType<Props> & { readonly fetch: () => Promise<unknown> } {
  const code = lazyModule(load);
  let waiting: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: created once per part, when its module loads
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
  // biome-ignore lint/correctness/noComponentHookFactories: created once per part, when its module loads
  function LazyComponent(props: Props) {
    const [rendered, setRendered] = useState(current);
    // The replacement stays until the component has loaded, or has failed again.
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

/** A whole screen, for `LazyScreen`. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyComponent {
  return lazyComponent(load, "screen");
}

/** Renders a loaded screen without suspending, which would delay it by a third of a second. Chosen at mount. */
export function LazyScreen({ of }: { readonly of: LazyComponent }) {
  return createElement(of);
}

/** Without a network, the service worker serves the files. Failed ones are retried when needed. */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => {
    void Promise.allSettled(loads.map((load) => load()));
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchAll);
  else fetchAll();
}
