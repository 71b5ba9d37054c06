/**
 * Loads code on demand, in one way for the whole app. The caller contains the `import()`, so that the build sees it. A failed load is
 * retried at the next call; nothing is made after `close`. Services: `lazy-service.ts`; React components: `lazyComponent` in web's
 * `shared/lazy`.
 */
import { START } from "../limits/limits.ts";

/** The code could not be loaded and nothing was done; the next call loads it again. */
export type CodeMissing = { readonly kind: "code-missing" };
export const CODE_MISSING: CodeMissing = { kind: "code-missing" };

export type LazyModule<Part> = {
  /** Returns undefined if the code cannot be loaded, and after `close`. */
  load(): Promise<Part | undefined>;
  /** Returns the part if it is loaded. */
  loaded(): Part | undefined;
  /** Runs with the part; returns `missing` if its code cannot be loaded. */
  ask<Value>(run: (part: Part) => Value | Promise<Value>, missing: Value): Promise<Value>;
  /** Runs only if the part is loaded, and returns whether it was. */
  runIfLoaded(run: (part: Part) => void): boolean;
  /** Releases the part and cancels a pending load. */
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

/** Throws if the code is missing, for callers that convert exceptions to problems of their own. */
export async function loadOrThrow<Part>(module: LazyModule<Part>): Promise<Part> {
  const part = await module.load();
  if (part === undefined) throw new Error("code that is loaded on demand could not be fetched");
  return part;
}

type Timers = { after(delayMs: number, run: () => void): unknown };

/** Retries a failed request a few times, for code that the app requires. */
export async function loadWithRetry<Code>(load: () => Promise<Code>, timers: Timers): Promise<Code> {
  for (const delayMs of START.askAgainAfterMs) {
    const code = await load().catch(() => undefined);
    if (code !== undefined) return code;
    await new Promise<void>((resolve) => void timers.after(delayMs, resolve));
  }
  return load();
}
