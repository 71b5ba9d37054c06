import { describe, expect, it } from "vitest";
import { createUnionStore } from "../store.ts";
import { lazyModule, loadOrThrow, loadWithRetry } from "./lazy-module.ts";
import { lazyMethods, lazyService } from "./lazy-service.ts";

type State = { readonly kind: "none" } | { readonly kind: "counted"; readonly count: number };

class Counter {
  readonly store = createUnionStore<State>({ kind: "counted", count: 0 });
  isClosed = false;

  async add(by = 1): Promise<number> {
    const state = this.store.getState();
    const count = state.kind === "counted" ? state.count + by : by;
    this.store.replace({ kind: "counted", count });
    return count;
  }
}

/** A server that can lose its connection. */
function open() {
  const server = { isReachable: true, asked: 0 };
  const made: Counter[] = [];
  const load = async () => {
    server.asked += 1;
    if (!server.isReachable) throw new TypeError("Failed to fetch dynamically imported module");
    return Counter;
  };
  const service = lazyService<State, typeof Counter, Counter>({ kind: "none" }, load, (Code) => {
    const counter = new Code();
    made.push(counter);
    return counter;
  });
  return { server, made, service, load };
}

describe("a service whose code is loaded on demand", () => {
  it("makes the service once for concurrent calls and mirrors its state", async () => {
    const { made, service } = open();
    expect(service.store.getState()).toEqual({ kind: "none" });
    expect(service.loaded()).toBeUndefined();
    expect(await Promise.all([service.ask((one) => one.add(), 0), service.ask((one) => one.add(), 0)])).toEqual([1, 2]);
    expect(made).toHaveLength(1);
    expect(service.loaded()).toBe(made[0]);
    expect(service.store.getState()).toEqual({ kind: "counted", count: 2 });
  });

  it("returns the fallback while the code is missing, and loads it on the next call", async () => {
    const { server, service } = open();
    server.isReachable = false;
    expect(await service.ask((one) => one.add(), -1)).toBe(-1);
    server.isReachable = true;
    expect(await service.ask((one) => one.add(), -1)).toBe(1);
  });

  it("has methods that load the code, pass arguments and return a fallback", async () => {
    const { server, service } = open();
    const { add } = lazyMethods(service, { add: -1 });
    server.isReachable = false;
    expect(await add(5)).toBe(-1);
    server.isReachable = true;
    expect(await add(5)).toBe(5);
  });

  it("runs `runIfLoaded` only when loaded", async () => {
    const { made, service } = open();
    const notified: Counter[] = [];
    expect(service.runIfLoaded((one) => notified.push(one))).toBe(false);
    await service.ask((one) => one.add(), 0);
    expect(service.runIfLoaded((one) => notified.push(one))).toBe(true);
    expect(notified).toEqual(made);
  });

  it("does not make a service once it is closed, and ends a loaded one", async () => {
    const [early, later] = [open(), open()];
    const asked = early.service.ask((one) => one.add(), -1);
    early.service.close();
    expect(await asked).toBe(-1);
    expect(early.made).toEqual([]);

    await later.service.ask((one) => one.add(), 0);
    later.service.close((one) => {
      one.isClosed = true;
    });
    expect(later.made[0]?.isClosed).toBe(true);
    expect(await later.service.ask((one) => one.add(), -1)).toBe(-1);
  });
});

describe("code that is loaded on demand", () => {
  it("does not run while the code cannot be loaded, and loads it later", async () => {
    const { server, load } = open();
    const code = lazyModule(load);
    server.isReachable = false;
    expect(await code.load()).toBeUndefined();
    server.isReachable = true;
    expect(await code.load()).toBe(Counter);
    expect(await code.load()).toBe(Counter);
    expect(server.asked).toBe(2);
  });

  it("throws for a caller that wants an exception", async () => {
    let isReachable = false;
    const module = lazyModule(async () => {
      if (!isReachable) throw new Error("offline");
      return "the code";
    });

    await expect(loadOrThrow(module)).rejects.toThrow("could not be fetched");
    isReachable = true;
    expect(await loadOrThrow(module)).toBe("the code");
  });

  it("counts as missing if the file lacks its export", async () => {
    expect(await lazyModule(async () => undefined as string | undefined).ask(() => true, false)).toBe(false);
  });
});

describe("code that is required to start the page", () => {
  const timers = {
    after(_delayMs: number, run: () => void) {
      run();
      return () => undefined;
    },
  };
  /** Fails `times` times, then succeeds. */
  function losing(times: number) {
    let asked = 0;
    const load = async () => {
      asked += 1;
      if (asked <= times) throw new TypeError("Failed to fetch dynamically imported module");
      return "code";
    };
    return { load, asked: () => asked };
  }

  it("is requested again after a failure, three times at most", async () => {
    const lost = losing(2);
    expect(await loadWithRetry(lost.load, timers)).toBe("code");
    expect(lost.asked()).toBe(3);

    const gone = losing(9);
    await expect(loadWithRetry(gone.load, timers)).rejects.toThrow("Failed to fetch");
    expect(gone.asked()).toBe(3);
  });

  it("is requested once if it arrives", async () => {
    const there = losing(0);
    expect(await loadWithRetry(there.load, timers)).toBe("code");
    expect(there.asked()).toBe(1);
  });
});
