/**
 * A part that few people want while they look at their notes: its code is fetched when something is asked of it. One that cannot be fetched is
 * tried again the next time; once closed none is made any more. A service's state stands from the start.
 */
import { createUnionStore, type ReadableStore, type UnionStore } from "@satchel/core/model/store.ts";

export type LazyModule<Part> = {
  /** `missing` where its code cannot be fetched. */
  ask<Answer>(run: (part: Part) => Answer | Promise<Answer>, missing: Answer): Promise<Answer>;
  /** Only to one that is here; whether it is. */
  runIfLoaded(run: (part: Part) => void): boolean;
  /** It is let go, and nobody is answered by it any more. */
  close(end?: (part: Part) => void): void;
};

export function lazyModule<Code, Part>(load: () => Promise<Code>, make: (code: Code) => Part): LazyModule<Part> {
  let made: { readonly part: Part } | undefined;
  let isClosed = false;

  const fetch = async (): Promise<typeof made> => {
    const code = made === undefined ? await load().catch(() => undefined) : undefined;
    if (isClosed) return undefined;
    if (made === undefined && code !== undefined) made = { part: make(code) };
    return made;
  };

  return {
    async ask(run, missing) {
      const here = await fetch();
      return here === undefined ? missing : run(here.part);
    },
    runIfLoaded(run) {
      if (made !== undefined) run(made.part);
      return made !== undefined;
    },
    close(end) {
      isClosed = true;
      if (made !== undefined) end?.(made.part);
    },
  };
}

type Stateful<State> = { readonly store: ReadableStore<State> };

export type LazyService<State extends object, Service extends Stateful<State>> = LazyModule<Service> & {
  readonly store: UnionStore<State>;
};

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
