// @vitest-environment node

import { askApproval } from "@satchel/contract/accounts/approvals.ts";
import { login, logout } from "@satchel/contract/accounts/auth.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { describeSignals } from "@satchel/core/testing/signals-contract.ts";
import { createTestServer, type TestServer, type TestUser } from "@satchel/server/testing/test-server.ts";
import { createHttpSignals } from "@satchel/web/adapters/backend/http-signals.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MINUTE_MS = 60_000;

let server: TestServer;
let baseUrl: string;
beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());

async function sessionOf({ email, password }: TestUser): Promise<string> {
  return (await server.call(login, { email, password })).reply().token;
}

/** A network that can be cut, including running requests. */
function createNetwork() {
  let broken = new AbortController();
  let isReachable = true;
  const asked: string[] = [];
  return {
    asked,
    fetch: (async (input, init) => {
      asked.push(init?.method ?? "GET");
      if (!isReachable) throw new TypeError("fetch failed");
      return fetch(input, { ...init, signal: AbortSignal.any([broken.signal, ...(init?.signal ? [init.signal] : [])]) });
    }) satisfies typeof fetch as typeof fetch,
    setReachable(isNow: boolean): void {
      isReachable = isNow;
      if (!isNow) broken.abort();
      else broken = new AbortController();
    },
  };
}

const onAccountChanged = (): void => undefined;
const NETWORK = { isOnline: () => true, onChange: () => () => undefined };

describeSignals("the server over HTTP", async () => {
  const [ada, grace] = [await server.join(), await server.join()];
  const [network, clock] = [createNetwork(), new ManualClock()];
  const join = async (user: TestUser) => {
    const token = await sessionOf(user);
    const deps = {
      fetch: network.fetch,
      timers: clock,
      random: () => 0.5,
      network: NETWORK,
      token: () => token,
      onAccountChanged,
      baseUrl,
    };
    return createHttpSignals(deps);
  };
  return {
    join: () => join(ada),
    joinOther: () => join(grace),
    setReachable: async (isReachable) => network.setReachable(isReachable),
    pass: () => clock.advance(MINUTE_MS / 2),
    close: async () => undefined,
  };
});

describe("decision 0024: what changes in the account", () => {
  it("notifies listening devices at once of a request for approval and an ended session", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    const counts = { laptop: 0, phone: 0, grace: 0 };
    const open: string[] = [];
    const stops = [];
    const phone = await sessionOf(ada);
    for (const [name, token] of [
      ["laptop", ada.token],
      ["phone", phone],
      ["grace", grace.token],
    ] as const) {
      const handleChange = () => {
        counts[name] += 1;
      };
      const deps = {
        fetch,
        timers: new ManualClock(),
        random: () => 0.5,
        network: NETWORK,
        token: () => token,
        onAccountChanged: handleChange,
        baseUrl,
      };
      const listener = { onOpen: () => void open.push(name), onMessage: () => undefined, onClosed: () => undefined };
      stops.push(createHttpSignals(deps).listen(listener));
    }
    await expect.poll(() => open.toSorted()).toEqual(["grace", "laptop", "phone"]);

    const limited = await server.stack().services.sessions.start(ada.id, { network: "203.0.113.0/24", device: "new" }, true);
    expect((await server.call(askApproval, { commitment: "A".repeat(43), nameN: "New phone" }, { token: limited })).status).toBe(200);
    await expect.poll(() => counts).toEqual({ laptop: 1, phone: 1, grace: 0 });

    await server.call(logout, undefined, { token: phone });
    await expect.poll(() => counts).toEqual({ laptop: 2, phone: 2, grace: 0 });
    for (const stop of stops) stop();
  });
});

describe("decision 0024: a stream that breaks is opened again without a storm", () => {
  const NOTHING = { onOpen: () => undefined, onMessage: () => undefined, onClosed: () => undefined };

  it("waits a random time, longer after each failure, and not while signed out", async () => {
    const network = createNetwork();
    network.setReachable(false);
    const randomness = { next: 0.999 };
    const triesIn = async (minutes: number, token: string | undefined) => {
      const clock = new ManualClock();
      network.asked.length = 0;
      const signals = createHttpSignals({
        fetch: network.fetch,
        timers: clock,
        random: () => randomness.next,
        network: NETWORK,
        token: () => token,
        onAccountChanged,
        baseUrl,
      });
      const stop = signals.listen(NOTHING);
      await clock.advance(minutes * MINUTE_MS);
      stop();
      expect(clock.pendingCount).toBe(0);
      return network.asked.length;
    };

    expect(await triesIn(10, "token")).toBeLessThan(14);
    randomness.next = 0.25;
    expect(await triesIn(10, "token")).toBeGreaterThan(20);
    expect(await triesIn(10, undefined)).toBe(0);
  });

  it("reconnects when the server allows it, and not more often", async () => {
    const ada = await server.join();
    const network = createNetwork();
    const clock = new ManualClock();
    const states: string[] = [];
    const deps = {
      fetch: network.fetch,
      timers: clock,
      random: () => 0.5,
      network: NETWORK,
      token: () => ada.token,
      onAccountChanged,
      baseUrl,
    };
    const stop = createHttpSignals(deps).listen({ ...NOTHING, onOpen: () => void states.push("+"), onClosed: () => void states.push("-") });
    await expect.poll(() => states).toEqual(["+"]);
    // The same session opened another stream.
    const other = createHttpSignals(deps).listen(NOTHING);
    await expect.poll(() => states).toEqual(["+", "-"]);
    const asked = network.asked.length;
    await clock.advance(MINUTE_MS - 1);
    expect(network.asked.length).toBe(asked);
    for (const end of [stop, other]) end();
  });

  it("treats a silent connection as dead", async () => {
    const clock = new ManualClock();
    const states: string[] = [];
    const silent = (async (_, init) => {
      const open = `data: {"kind":"open"}\n\n`;
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(open));
          init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
        },
      });
      return new Response(body);
    }) satisfies typeof fetch as typeof fetch;
    const deps = { fetch: silent, timers: clock, random: () => 0.5, network: NETWORK, token: () => "token", onAccountChanged };
    const stop = createHttpSignals(deps).listen({ ...NOTHING, onOpen: () => void states.push("+"), onClosed: () => void states.push("-") });
    await expect.poll(() => states).toEqual(["+"]);
    await clock.advance(MINUTE_MS);
    await expect.poll(() => states).toEqual(["+", "-"]);
    stop();
  });
});
