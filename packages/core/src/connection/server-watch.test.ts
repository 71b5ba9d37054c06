import { beforeEach, describe, expect, it } from "vitest";
import { CONNECTION } from "../model/limits/limits.ts";
import { createUnionStore, type UnionStore } from "../model/store.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { ConnectionState } from "./connection-service-types.ts";
import { watchServer } from "./server-watch-service.ts";

const CONNECTED: ConnectionState = { kind: "connected", isConfigured: true, isManaged: false };
const DOWN: ConnectionState = {
  ...CONNECTED,
  kind: "disconnected",
  retry: { attempt: 11, outOfReach: "server", nextAtMs: 1, isResting: true },
};

let clock: ManualClock;
let store: UnionStore<ConnectionState>;
let isUp: boolean;
let looks: number;
let reconnects: number;
let stop: () => void;

beforeEach(() => {
  clock = new ManualClock();
  store = createUnionStore<ConnectionState>(CONNECTED);
  [isUp, looks, reconnects] = [false, 0, 0];
  const isThere = async () => {
    looks += 1;
    return isUp;
  };
  const reconnect = async () => {
    reconnects += 1;
    return true;
  };
  stop = watchServer({ connection: { store, reconnect }, isThere, timers: clock });
});

const pass = (looksMore: number) => clock.advance(looksMore * CONNECTION.lookEveryMs);

describe("B4 Reconnect: a server that comes back", () => {
  it("is noticed between two attempts and reconnected at once", async () => {
    store.replace(DOWN);
    await pass(3);
    expect([looks, reconnects]).toEqual([3, 0]);

    isUp = true;
    await pass(1);
    expect(reconnects).toBe(1);

    store.replace(CONNECTED);
    await pass(5);
    expect([looks, reconnects]).toEqual([4, 1]);
  });

  it("is tried twice, then at the pace of the attempts", async () => {
    store.replace(DOWN);
    await pass(1);
    isUp = true;
    await pass(10);
    expect(reconnects).toBe(2);
  });

  it("is not tried early if it was reachable all the time", async () => {
    isUp = true;
    store.replace(DOWN);
    await pass(20);
    expect([looks, reconnects]).toEqual([20, 0]);
  });

  it.each<[string, ConnectionState]>([
    ["the user stopped the attempts", { ...DOWN, retry: { attempt: 3, outOfReach: "server", nextAtMs: undefined, isResting: false } }],
    ["only the drive is out of reach", { ...DOWN, retry: { attempt: 3, outOfReach: "drive", nextAtMs: 1, isResting: false } }],
    ["only the user can connect again", { ...CONNECTED, kind: "expired", reason: "revoked" }],
  ])("is not polled when %s", async (_why, state) => {
    store.replace(state);
    await pass(5);
    expect(looks).toBe(0);
  });

  it("is not polled after stop, even during a check", async () => {
    store.replace(DOWN);
    await pass(2);
    isUp = true;
    stop();
    store.replace({ ...DOWN });
    await pass(5);
    expect([looks, reconnects]).toEqual([2, 0]);
  });
});
