/**
 * A service that few people want while they look at their notes: its state stands from the start, and its code is fetched when something is
 * asked of it. One that cannot be fetched is tried again the next time; once closed none is made any more.
 */
import { createUnionStore, type ReadableStore, type UnionStore } from "@satchel/core/store.ts";

type Stateful<State> = { readonly store: ReadableStore<State> };

export type LateService<State extends object, Service extends Stateful<State>> = {
  readonly store: UnionStore<State>;
  /** `missing` where its code cannot be fetched. */
  ask<Answer>(run: (service: Service) => Answer | Promise<Answer>, missing: Answer): Promise<Answer>;
  /** Only to one that is here; whether it is. */
  tell(run: (service: Service) => void): boolean;
  /** It is let go, and nobody is answered by it any more. */
  close(end?: (service: Service) => void): void;
};

export function lateService<State extends object, Code, Service extends Stateful<State>>(
  initial: State,
  load: () => Promise<Code>,
  make: (code: Code) => Service,
): LateService<State, Service> {
  const store = createUnionStore<State>(initial);
  let service: Service | undefined;
  let isClosed = false;

  const fetch = async (): Promise<Service | undefined> => {
    const code = service === undefined ? await load().catch(() => undefined) : undefined;
    if (isClosed) return undefined;
    if (service === undefined && code !== undefined) {
      service = make(code);
      store.replace(service.store.getState());
      service.store.subscribe(store.replace);
    }
    return service;
  };

  return {
    store,
    async ask(run, missing) {
      const here = await fetch();
      return here === undefined ? missing : run(here);
    },
    tell(run) {
      if (service !== undefined) run(service);
      return service !== undefined;
    },
    close(end) {
      isClosed = true;
      if (service !== undefined) end?.(service);
    },
  };
}
