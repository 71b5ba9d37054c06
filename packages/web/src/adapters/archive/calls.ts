/** Calls both ways over one message port: what one side offers, the other calls, and an answer finds its call by its turn. */
type Message =
  | { readonly kind: "call"; readonly turn: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: "answer"; readonly turn: number; readonly value: unknown }
  | { readonly kind: "broken"; readonly turn: number; readonly error: string };

/** A worker's first word, and no call's answer: its script came, and what it is asked is heard. */
export const HELLO = { kind: "answer", turn: 0, value: undefined } as const satisfies Message;

/** The part of a Worker, or of a worker's own scope, that is used; tests hand in a message channel. */
export type MessagePortLike = {
  postMessage(message: unknown, handedOver: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Message>) => void): void;
};

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };
type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;
export type Calls<Theirs> = {
  readonly [Name in keyof Theirs]: Theirs[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

const handed = new WeakMap<object, ArrayBuffer[]>();

/** An answer whose buffers go to the other side in place of copies, and are gone here. */
export function handOver<Value extends object>(value: Value, buffers: readonly ArrayBufferLike[]): Value {
  handed.set(
    value,
    buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  );
  return value;
}

/** `theirs`: the names of what the other side offers. */
export function connectCalls<Theirs>(
  port: MessagePortLike,
  theirs: readonly (keyof Theirs & string)[],
  ours: Methods,
): { readonly calls: Calls<Theirs> /** The other side is gone: no one waits for it any more. */; fail(error: Error): void } {
  const waiting = new Map<number, Waiting>();
  let turns = 0;
  let broken: Error | undefined;

  const answer = async (turn: number, method: string, args: readonly unknown[]): Promise<void> => {
    try {
      const call = ours[method] as unknown as (...given: readonly unknown[]) => unknown;
      const value = await call(...args);
      port.postMessage({ kind: "answer", turn, value } satisfies Message, handed.get(Object(value)) ?? []);
    } catch (error) {
      port.postMessage({ kind: "broken", turn, error: error instanceof Error ? error.message : "a call failed" } satisfies Message, []);
    }
  };
  port.addEventListener("message", ({ data }) => {
    if (data.kind === "call") return void answer(data.turn, data.method, data.args);
    const call = waiting.get(data.turn);
    waiting.delete(data.turn);
    if (data.kind === "answer") call?.resolve(data.value);
    else call?.reject(new Error(data.error));
  });

  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      turns += 1;
      waiting.set(turns, { resolve, reject });
      port.postMessage({ kind: "call", turn: turns, method, args } satisfies Message, []);
    });
  const named = theirs.map((method) => [method, (...args: readonly unknown[]) => call(method, args)] as const);
  return {
    calls: Object.fromEntries(named) as unknown as Calls<Theirs>,
    fail(error) {
      broken = error;
      for (const each of waiting.values()) each.reject(error);
      waiting.clear();
    },
  };
}
