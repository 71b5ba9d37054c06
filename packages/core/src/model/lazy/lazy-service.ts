/** Services over a lazy module: a state that can be read before the code is loaded, and methods that load it. Apart from it because the sign-in page has none. */

import { createUnionStore, type ReadableStore, type UnionStore } from "../store.ts";
import { type LazyModule, lazyModule } from "./lazy-module.ts";

type Stateful<State> = { readonly store: ReadableStore<State> };

export type LazyService<State extends object, Service extends Stateful<State>> = LazyModule<Service> & {
  readonly store: UnionStore<State>;
};

/** A service whose state can be read before its code is loaded: `initial` until then. */
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

/** Methods that load the part and call its own; each answers what `missing` has under its name where the code cannot be loaded. */
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
