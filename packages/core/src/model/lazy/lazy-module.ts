/**
 * Code that is loaded on demand, in one way for the whole app. The caller names the `import()`, so that the build sees it. A load that fails is
 * tried again at the next call, and nothing is made once the module is closed. Services on it are in `lazy-service.ts`; what React
 * renders of it is `lazyComponent` in web's `shared/lazy`.
 */
import { START } from "../limits/limits.ts";

/** Nothing was done; the next try loads again. */
export type CodeMissing = { readonly kind: "code-missing" };
export const CODE_MISSING: CodeMissing = { kind: "code-missing" };

export type LazyModule<Part> = {
  /** Undefined where the code cannot be loaded, and once closed. */
  load(): Promise<Part | undefined>;
  /** The part, if it is loaded. */
  loaded(): Part | undefined;
  /** Runs with the part; `missing` where its code cannot be loaded. */
  ask<Value>(run: (part: Part) => Value | Promise<Value>, missing: Value): Promise<Value>;
  /** Runs only if the part is loaded, and returns whether it was. */
  runIfLoaded(run: (part: Part) => void): boolean;
  /** Releases the part; one that is still loading is not made. */
  close(end?: (part: Part) => void): void;
};

export function lazyModule<Part>(load: () => Promise<Part>): LazyModule<Part>;
export function lazyModule<Code, Part>(load: () => Promise<Code>, make: (code: Code) => Part): LazyModule<Part>;
export function lazyModule<Part>(importCode: () => Promise<unknown>, make: (code: never) => Part = (code) => code): LazyModule<Part> {
  let part: Part | undefined;
  let isClosed = false;

  const load = async (): Promise<Part | undefined> => {
    const code = part === undefined ? await importCode().catch(() => undefined) : undefined;
    if (isClosed) return undefined;
    if (code !== undefined) part ??= make(code as never);
    return part;
  };
  const runIfLoaded = (run: (part: Part) => void): boolean => {
    if (part !== undefined) run(part);
    return part !== undefined;
  };

  return {
    load,
    loaded: () => part,
    ask: async (run, missing) => ((await load()) === undefined ? missing : run(part as Part)),
    runIfLoaded,
    close(end = () => undefined) {
      isClosed = true;
      runIfLoaded(end);
    },
  };
}

/** For a caller that turns exceptions into problems of its own. */
export async function loadOrThrow<Part>(module: LazyModule<Part>): Promise<Part> {
  const part = await module.load();
  if (part === undefined) throw new Error("code that is loaded on demand could not be fetched");
  return part;
}

type Timers = { after(delayMs: number, run: () => void): unknown };

/** For code that nothing works without: a request that was lost is made again a few times before the load fails. */
export async function loadWithRetry<Code>(load: () => Promise<Code>, timers: Timers): Promise<Code> {
  for (const delayMs of START.askAgainAfterMs) {
    const code = await load().catch(() => undefined);
    if (code !== undefined) return code;
    await new Promise<void>((resolve) => void timers.after(delayMs, resolve));
  }
  return load();
}
