/** Injects failures around a backup or a restore: a full disk, a store that fails to read, a worker or a page that dies. */

import { failed, type Result } from "@satchel/core/model/result.ts";
import type { LocalStore, StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { vi } from "vitest";
import type { StartedWorker } from "../../workers/worker-client.ts";
import { startArchiveApi } from "./start-archive-api.node.ts";

/** Number of calls of each kind that still succeed. */
export class Faults {
  transacts = Number.POSITIVE_INFINITY;
  reads = Number.POSITIVE_INFINITY;
  messages = Number.POSITIVE_INFINITY;
  /** Number of progress steps after which the user cancels. */
  steps = Number.POSITIVE_INFINITY;
  /** Number of transactions after which the page dies: the next one never returns, and `died` resolves. */
  lived = Number.POSITIVE_INFINITY;
  readonly died: Promise<void>;
  #die: () => void = () => undefined;

  constructor() {
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.lived < 0;
  }

  transacted(): "done" | "full" | "dead" {
    this.lived -= 1;
    this.transacts -= 1;
    if (this.isDead) this.#die();
    return this.isDead ? "dead" : this.transacts < 0 ? "full" : "done";
  }
}

/** Replacing `faults` takes effect at once. */
export type Weather = { faults: Faults };

export function withFaults<Store extends LocalStore>(store: Store, weather: Weather): Store {
  const full: Result<never, StoreProblem> = failed({ kind: "storage-full" });
  const transact: LocalStore["transact"] = async (...given) => {
    const outcome = weather.faults.transacted();
    if (outcome === "dead") return new Promise(() => undefined);
    return outcome === "full" ? full : store.transact(...given);
  };
  const readEntities: LocalStore["readEntities"] = async (ids) => {
    if (weather.faults.isDead) return new Promise(() => undefined);
    weather.faults.reads -= 1;
    return weather.faults.reads < 0 ? failed({ kind: "storage-broken", detail: "does not read" }) : store.readEntities(ids);
  };
  const faulty: Readonly<Record<string | symbol, unknown>> = { transact, readEntities };
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      return faulty[name] ?? (typeof member === "function" ? member.bind(target) : member);
    },
  });
}

/** Delivers the worker's messages to the page until the set number, then reports that the worker died. */
export function startFaultyArchiveApi(weather: Weather): StartedWorker {
  const worker = startArchiveApi();
  const broken: (() => void)[] = [];
  let isDead = false;
  const wrapListener = (listener: (event: MessageEvent) => void) => (event: MessageEvent) => {
    if (isDead) return;
    weather.faults.messages -= 1;
    if (weather.faults.messages >= 0) return listener(event);
    isDead = true;
    worker.terminate();
    for (const each of broken) each();
  };
  const addEventListener = (type: string, listener: (event: MessageEvent) => void): void => {
    if (type === "message") worker.addEventListener("message", wrapListener(listener) as never);
    else if (type === "error") broken.push(listener as () => void);
  };
  return {
    postMessage: (message: unknown, moved: ArrayBuffer[]) => (isDead ? undefined : worker.postMessage(message, moved)),
    addEventListener,
    terminate: () => worker.terminate(),
  } as StartedWorker;
}

/** The origin's private files, which share a limited capacity. */
export function stubOriginFiles(disk: { capacityBytes: number }): { readonly names: () => readonly string[] } {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  const used = () => [...files.values()].flat().reduce((sum, { length }) => sum + length, 0);
  const open = (name: string) => ({
    write(bytes: Uint8Array): number {
      const taken = new Uint8Array(bytes.subarray(0, Math.max(0, disk.capacityBytes - used())));
      files.get(name)?.push(taken);
      return taken.length;
    },
    close: () => undefined,
  });
  const folder = {
    async getFileHandle(name: string) {
      if (!files.has(name)) files.set(name, []);
      return { createSyncAccessHandle: async () => open(name), getFile: async () => new Blob(files.get(name)) };
    },
    removeEntry: async (name: string) => void files.delete(name),
    async *keys() {
      yield* [...files.keys()];
    },
  };
  const root = { getDirectoryHandle: async () => folder, removeEntry: async () => files.clear() };
  const locks = { request: async (_name: string, _options: LockOptions, work: (lock: object) => unknown) => work({}) };
  vi.stubGlobal("navigator", { storage: { getDirectory: async () => root }, locks });
  return { names: () => [...files.keys()] };
}
