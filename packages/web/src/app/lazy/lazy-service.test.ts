import { createUnionStore } from "@satchel/core/model/store.ts";
import { describe, expect, it } from "vitest";
import { lazyService } from "./lazy-service.ts";

type State = { readonly kind: "none" } | { readonly kind: "counted"; readonly count: number };

class Counter {
  readonly store = createUnionStore<State>({ kind: "counted", count: 0 });
  isClosed = false;

  async add(): Promise<number> {
    const state = this.store.getState();
    const count = state.kind === "counted" ? state.count + 1 : 1;
    this.store.replace({ kind: "counted", count });
    return count;
  }
}

function open() {
  const server = { isReachable: true };
  const made: Counter[] = [];
  const load = async () => {
    if (!server.isReachable) throw new TypeError("Failed to fetch dynamically imported module");
    return Counter;
  };
  const service = lazyService<State, typeof Counter, Counter>({ kind: "none" }, load, (Code) => {
    const counter = new Code();
    made.push(counter);
    return counter;
  });
  return { server, made, service };
}

describe("a service whose code comes late", () => {
  it("is made once, however many ask at the same time, and its state is the service's from then on", async () => {
    const { made, service } = open();
    expect(service.store.getState()).toEqual({ kind: "none" });
    expect(await Promise.all([service.ask((one) => one.add(), 0), service.ask((one) => one.add(), 0)])).toEqual([1, 2]);
    expect(made).toHaveLength(1);
    expect(service.store.getState()).toEqual({ kind: "counted", count: 2 });
  });

  it("answers what stands for its missing, and is fetched at the next try", async () => {
    const { server, service } = open();
    server.isReachable = false;
    expect(await service.ask((one) => one.add(), -1)).toBe(-1);
    server.isReachable = true;
    expect(await service.ask((one) => one.add(), -1)).toBe(1);
  });

  it("is told something only where it is here", async () => {
    const { made, service } = open();
    const notified: Counter[] = [];
    service.runIfLoaded((one) => notified.push(one));
    await service.ask((one) => one.add(), 0);
    service.runIfLoaded((one) => notified.push(one));
    expect(notified).toEqual(made);
  });

  it("is not made once it is closed, also where its code was on its way, and one that is here is ended", async () => {
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
