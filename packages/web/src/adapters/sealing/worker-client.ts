/** The door to a worker: calls become messages, answers find their call by its turn. The worker holds the keys; nothing here does. */
import type { SealingApi } from "./sealing-api.ts";
import { type Answer, METHODS } from "./sealing-messages.ts";

/** The part of a Worker that is used; tests hand in a message channel. */
export type WorkerLike = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Answer>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
};

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

export function createSealingClient(worker: WorkerLike): SealingApi {
  return createWorkerClient<SealingApi>(worker, METHODS, "the keys' worker stopped");
}

/** Any door whose every call is answered by a worker. `stopped` is what a call is told after the worker broke down. */
export function createWorkerClient<Api>(worker: WorkerLike, methods: readonly (keyof Api & string)[], stopped: string): Api {
  const waiting = new Map<number, Waiting>();
  let turns = 0;
  let broken: Error | undefined;

  const resolveCall = (answer: Answer): void => {
    const call = waiting.get(answer.turn);
    waiting.delete(answer.turn);
    if ("error" in answer) call?.reject(new Error(answer.error));
    else call?.resolve(answer.value);
  };
  const breakDown = (): void => {
    broken = new Error(stopped);
    for (const call of waiting.values()) call.reject(broken);
    waiting.clear();
  };
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      turns += 1;
      waiting.set(turns, { resolve, reject });
      if (broken === undefined) worker.postMessage({ turn: turns, method, args });
      else breakDown();
    });

  worker.addEventListener("message", (event) => resolveCall(event.data));
  worker.addEventListener("error", breakDown);
  worker.addEventListener("messageerror", breakDown);
  const calls = methods.map((method) => [method, (...args: readonly unknown[]) => call(method, args)] as const);
  return Object.fromEntries(calls) as Api;
}
