/**
 * Services on a lazy module: their state can be read before the code is loaded, and their methods load it. Separate file, because the
 * sign-in page has no lazy services.
 */

import { createUnionStore, type ReadableStore, type UnionStore } from "../store.ts";
import { type LazyModule, lazyModule } from "./lazy-module.ts";

type Stateful<State> = { readonly store: ReadableStore<State> };

export type LazyService<State extends object, Service extends Stateful<State>> = LazyModule<Service> & {
  readonly store: UnionStore<State>;
};

/** Creates a service whose state is `initial` until its code is loaded. */
export function lazyService<State extends object, Code, Service extends Stateful<State>>(
  initial: State,
  load: () => Promise<Code>,
  make: (code: Code) => Service,
): LazyService<State, Service> {
  const store = createUnionStore<State>(initial);
  const part = lazyModule(load, (code: Code) => {
    const service = make(code);
    store.replace(service.store.getState());
    service.store.subscribe(store.replace);
    return service;
  });
  return { ...part, store };
}

type AsyncMethod = (...given: never[]) => Promise<unknown>;
type Answers<Part, Name extends keyof Part> = {
  readonly [Each in Name]: Part[Each] extends AsyncMethod ? Awaited<ReturnType<Part[Each]>> : never;
};

/**
 * Creates methods that load the part and call its method of the same name. If the code cannot be loaded, a method returns its entry in
 * `missing`.
 */
export function lazyMethods<Part, Name extends keyof Part>(
  module: Pick<LazyModule<Part>, "ask">,
  missing: Answers<Part, Name>,
): Pick<Part, Name> {
  const methods = Object.entries(missing).map(([name, answer]) => [
    name,
    (...given: never[]) => module.ask((part) => (part as Record<string, AsyncMethod>)[name]?.(...given), answer),
  ]);
  return Object.fromEntries(methods);
}
