/** Loads a note's remote images: queue, progress, problems. A few load at once and are inserted together. Decision 0032. */
import { REMOTE_IMAGE, type RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";

/** Values that a note stores for a loaded image. */
export type LoadedImage = { readonly src: string; readonly originalId: string | null; readonly width: number; readonly height: number };

export type RemoteLoadState =
  | { readonly kind: "loading"; readonly share: number }
  | { readonly kind: "failed"; readonly problem: RemoteImageProblem };

/** Counts since the last time when nothing was loading. */
export type RemoteProgress = { readonly done: number; readonly failed: number; readonly total: number; readonly isRunning: boolean };

export type RemoteLoads = {
  stateOf(address: string): RemoteLoadState | undefined;
  count(): number;
  progress(): RemoteProgress;
  load(address: string): void;
  loadAll(): void;
  cancel(): void;
  onChange(listener: () => void): () => void;
};

type Deps = {
  readonly load: (
    address: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<Result<LoadedImage, RemoteImageProblem>>;
  readonly addresses: () => readonly string[];
  readonly apply: (loaded: ReadonlyMap<string, LoadedImage>) => void;
};

const NO_PROGRESS: RemoteProgress = { done: 0, failed: 0, total: 0, isRunning: false };

export function createRemoteLoads({ load, addresses, apply }: Deps): RemoteLoads {
  const states = new Map<string, RemoteLoadState>();
  const listeners = new Set<() => void>();
  const loaded = new Map<string, LoadedImage>();
  let queue: readonly string[] = [];
  let running = 0;
  let progress = NO_PROGRESS;
  let controller = new AbortController();

  const publish = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const setState = (address: string, state: RemoteLoadState | undefined): void => {
    if (state === undefined) states.delete(address);
    else states.set(address, state);
  };
  const isIdle = (): boolean => running === 0 && queue.length === 0;
  const finish = (address: string, result: Result<LoadedImage, RemoteImageProblem>): void => {
    running -= 1;
    const isCanceled = !result.ok && result.problem.kind === "canceled";
    setState(address, result.ok || isCanceled ? undefined : { kind: "failed", problem: result.problem });
    if (result.ok) loaded.set(address, result.value);
    const failed = progress.failed + (result.ok || isCanceled ? 0 : 1);
    progress = { ...progress, done: progress.done + 1, failed };
    next();
    if (isIdle() || loaded.size >= REMOTE_IMAGE.atOnce) {
      const arrived = new Map(loaded);
      loaded.clear();
      if (arrived.size > 0) apply(arrived);
    }
    progress = { ...progress, isRunning: !isIdle() };
    publish();
  };
  const begin = (address: string): void => {
    running += 1;
    const onProgress = (share: number): void => {
      if (states.get(address)?.kind !== "loading") return;
      setState(address, { kind: "loading", share });
      publish();
    };
    void load(address, onProgress, controller.signal).then((result) => finish(address, result));
  };
  const next = (): void => {
    while (running < REMOTE_IMAGE.atOnce && queue.length > 0) {
      const [first = "", ...rest] = queue;
      queue = rest;
      begin(first);
    }
  };
  const add = (wanted: readonly string[]): void => {
    const fresh = [...new Set(wanted)].filter((address) => states.get(address)?.kind !== "loading");
    if (fresh.length === 0) return;
    if (isIdle()) {
      progress = NO_PROGRESS;
      controller = new AbortController();
    }
    for (const address of fresh) setState(address, { kind: "loading", share: 0 });
    progress = { ...progress, total: progress.total + fresh.length, isRunning: true };
    queue = [...queue, ...fresh];
    next();
    publish();
  };

  return {
    stateOf: (address) => states.get(address),
    count: () => new Set(addresses()).size,
    progress: () => progress,
    load: (address) => add([address]),
    loadAll: () => add(addresses()),
    cancel() {
      for (const address of queue) setState(address, undefined);
      queue = [];
      controller.abort();
      publish();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
