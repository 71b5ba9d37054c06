/** Calls over a message port between pages and workers, with progress and cancellation. Started by `worker-client.ts`. */
type Message =
  /** `isWatched`: the method receives a `CallContext` after its arguments. */
  | {
      readonly kind: "call";
      readonly turn: number;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly isWatched?: boolean;
    }
  | { readonly kind: "cancel"; readonly turn: number }
  | { readonly kind: "progress"; readonly turn: number; readonly value: unknown }
  | { readonly kind: "answer"; readonly turn: number; readonly value: unknown }
  | { readonly kind: "broken"; readonly turn: number; readonly error: string };

/** The part of a Worker, or of a worker's own scope, that is used; tests pass a message channel. */
export type MessagePortLike = {
  postMessage(message: unknown, transferred: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Message>) => void): void;
};

/** The caller's progress callback and signal, as a watched method receives them. */
export type CallContext<Progress = never> = { readonly onProgress: (progress: Progress) => void; readonly signal: AbortSignal };
export type Watch = { readonly onProgress?: (progress: never) => void; readonly signal?: AbortSignal | undefined };

type Method = (...args: never[]) => unknown;
/** May be a class instance: methods are called on it. */
type Methods = object;
export type Calls<Theirs> = {
  readonly [Name in keyof Theirs]: Theirs[Name] extends (...args: infer Args) => infer Returned
    ? (...args: Args) => Promise<Awaited<Returned>>
    : never;
};
export type WatchedCall<Theirs> = <Name extends keyof Theirs & string>(
  method: Name,
  args: readonly unknown[],
  watch?: Watch,
) => Promise<Theirs[Name] extends Method ? Awaited<ReturnType<Theirs[Name]>> : never>;

export type Connection<Theirs> = {
  readonly calls: Calls<Theirs>;
  /** Calls with progress and cancellation. A canceled call rejects at once. */
  readonly call: WatchedCall<Theirs>;
  /** Rejects every pending and later call, because the other side is gone. */
  fail(error: Error): void;
};

const transfers = new WeakMap<object, readonly ArrayBufferLike[]>();

/** Marks a result whose buffers are transferred instead of copied. */
export function transferWith<Value extends object>(value: Value, buffers: readonly ArrayBufferLike[]): Value {
  transfers.set(value, buffers);
  return value;
}

type Sides<Theirs> = {
  /** Names of the other side's methods. */
  readonly theirs?: readonly (keyof Theirs & string)[];
  readonly ours?: Methods;
  /** Text that the other side receives for a thrown error; only broken invariants are thrown. */
  readonly describe?: (error: unknown) => string;
};

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void } & Pick<Watch, "onProgress">;

export function connectCalls<Theirs>(
  port: MessagePortLike,
  { theirs = [], ours = {}, describe = messageOf }: Sides<Theirs>,
): Connection<Theirs> {
  const pending = new Map<number, Pending>();
  const running = new Map<number, AbortController>();
  const post = (message: Message, buffers: readonly ArrayBufferLike[] = []): void =>
    port.postMessage(
      message,
      buffers.filter((buffer) => buffer instanceof ArrayBuffer),
    );
  let turns = 0;
  let broken: Error | undefined;

  const answer = async ({ turn, method, args, isWatched }: Extract<Message, { kind: "call" }>): Promise<void> => {
    const controller = new AbortController();
    if (isWatched === true) running.set(turn, controller);
    const context: CallContext<unknown> = { onProgress: (value) => post({ kind: "progress", turn, value }), signal: controller.signal };
    try {
      const run = (ours as Readonly<Record<string, (...given: unknown[]) => unknown>>)[method];
      const value = await run?.apply(ours, isWatched === true ? [...args, context] : [...args]);
      post({ kind: "answer", turn, value }, transfers.get(Object(value)));
    } catch (error) {
      post({ kind: "broken", turn, error: describe(error) });
    }
    running.delete(turn);
  };
  port.addEventListener("message", ({ data }) => {
    if (data.kind === "call") return void answer(data);
    if (data.kind === "cancel") return running.get(data.turn)?.abort();
    const call = pending.get(data.turn);
    if (data.kind === "progress") return call?.onProgress?.(data.value as never);
    pending.delete(data.turn);
    if (data.kind === "answer") call?.resolve(data.value);
    else call?.reject(new Error(data.error));
  });

  const call = (method: string, args: readonly unknown[], watch?: Watch): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      turns += 1;
      const turn = turns;
      pending.set(turn, { resolve, reject, ...(watch?.onProgress && { onProgress: watch.onProgress }) });
      post({ kind: "call", turn, method, args, ...(watch && { isWatched: true }) });
      watch?.signal?.addEventListener("abort", () => {
        if (pending.delete(turn)) post({ kind: "cancel", turn });
        reject(watch.signal?.reason);
      });
    });
  return {
    calls: Object.fromEntries(theirs.map((method) => [method, (...args: readonly unknown[]) => call(method, args)])) as never,
    call: call as WatchedCall<Theirs>,
    fail(error) {
      broken = error;
      for (const each of pending.values()) each.reject(error);
      pending.clear();
    },
  };
}

/** A worker's first message, which belongs to no call: its script is running and receives calls. */
const READY = { kind: "answer", turn: 0, value: undefined } as const satisfies Message;

/** Connects the worker's side. Returns the calls that it may make to the page. */
export function serveCalls<Page = object>(sides: Sides<Page>): Calls<Page> {
  const port = self as unknown as MessagePortLike;
  const { calls } = connectCalls<Page>(port, sides);
  port.postMessage(READY, []);
  return calls;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "a call failed";
}
