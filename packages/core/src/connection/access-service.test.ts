import { beforeEach, describe, expect, it } from "vitest";
import { HandClock, settle } from "../testing/manual-clock.ts";
import { AccessKeeper } from "./access-service.ts";
import type { Obtained } from "./connection-service-types.ts";

const HOUR = 3_600_000;
const LATER: Obtained = { kind: "later", outOfReach: "server" };
const EXPIRED: Obtained = { kind: "expired", reason: "revoked" };
const access = (token: string, lifetimeMs = HOUR): Obtained => ({ kind: "access", token, lifetimeMs });

let clock: HandClock;
let answers: Obtained[];
let asked: number;
let outcomes: [string, boolean][];
let keeper: AccessKeeper;

beforeEach(() => {
  clock = new HandClock();
  [answers, asked, outcomes] = [[], 0, []];
  keeper = new AccessKeeper({
    clock,
    timers: clock,
    obtain: async () => {
      asked += 1;
      return answers.shift() ?? LATER;
    },
    onOutcome: (outcome, isUsable) => outcomes.push([outcome.kind, isUsable]),
  });
});

describe("drive-contract §5.3 access tokens", () => {
  it("are renewed five minutes before their end, for as long as the page lives", async () => {
    answers = [access("a"), access("b"), access("c")];
    expect(await keeper.start()).toBe("a");
    await clock.advance(HOUR - 300_000 - 1);
    expect(await keeper.token()).toBe("a");
    await clock.advance(1);
    expect(await keeper.token()).toBe("b");
    await clock.advance(HOUR);
    expect(await keeper.token()).toBe("c");
    expect(asked).toBe(3);
  });

  it("are renewed once, however many ask at the same time", async () => {
    answers = [access("a"), access("b")];
    await keeper.start();
    expect(await Promise.all([keeper.refresh(), keeper.refresh(), keeper.token()])).toEqual(["b", "b", "b"]);
    expect(asked).toBe(2);
  });

  it("that ran out while the machine slept are not handed out", async () => {
    answers = [access("a"), LATER];
    await keeper.start();
    keeper.stopRetrying();
    await clock.advance(HOUR);
    expect(await keeper.token()).toBeUndefined();
  });

  it("stay in use while an early renewal fails, and the renewal is tried again", async () => {
    answers = [access("a"), LATER, access("b")];
    await keeper.start();
    await clock.advance(HOUR - 300_000);
    expect(outcomes.at(-1)).toEqual(["later", true]);
    expect(await keeper.token()).toBe("a");
    await clock.advance(2000);
    expect(await keeper.token()).toBe("b");
  });

  it("that were refused are not handed out again", async () => {
    answers = [access("a"), LATER];
    await keeper.start();
    expect(await keeper.refresh()).toBeUndefined();
    expect(await keeper.token()).toBeUndefined();
    expect(outcomes.at(-1)).toEqual(["later", false]);
  });

  it("of an earlier life are not listened to", async () => {
    let finish: (outcome: Obtained) => void = () => undefined;
    keeper = new AccessKeeper({
      clock,
      timers: clock,
      obtain: () => new Promise((resolve) => (finish = resolve)),
      onOutcome: (outcome, isUsable) => outcomes.push([outcome.kind, isUsable]),
    });
    const first = keeper.start();
    const late = finish;
    const second = keeper.start(access("mine"));
    late({ kind: "gone" });
    expect(await first).toBeUndefined();
    expect(await second).toBe("mine");
    await settle();
    expect(await keeper.token()).toBe("mine");
    expect(outcomes).toEqual([["access", true]]);
  });
});

describe("drive-contract §5.3 tokens of other tabs", () => {
  it("are taken over, and nothing is asked for", async () => {
    answers = [access("a")];
    await keeper.start();
    keeper.adopt({ token: "b", endsAt: clock.now() + 2 * HOUR });
    expect(await keeper.token()).toBe("b");
    await clock.advance(HOUR);
    expect([await keeper.token(), asked]).toEqual(["b", 1]);
  });

  it("are passed over when they end earlier, were refused here, or nobody is connected", async () => {
    answers = [access("a"), LATER];
    await keeper.start();
    keeper.adopt({ token: "b", endsAt: clock.now() + HOUR - 1 });
    expect(await keeper.token()).toBe("a");
    await keeper.refresh();
    keeper.adopt({ token: "a", endsAt: clock.now() + HOUR });
    expect(await keeper.token()).toBeUndefined();
    keeper.stop();
    keeper.adopt({ token: "c", endsAt: clock.now() + HOUR });
    expect(await keeper.token()).toBeUndefined();
  });

  it("end a wait for the next attempt", async () => {
    await keeper.start();
    keeper.adopt({ token: "b", endsAt: clock.now() + HOUR });
    expect(await keeper.token()).toBe("b");
    expect(keeper.retry).toBeUndefined();
    expect(outcomes.at(-1)).toEqual(["access", true]);
  });
});

describe("B4 Reconnect loop", () => {
  it("tries ten times at growing distances, then rests and asks at the pace of the scheduled sync", async () => {
    await keeper.start();
    const began = clock.now();
    const distances: number[] = [];
    for (let at = clock.now(); keeper.retry?.isResting === false; at = clock.now()) {
      await clock.advance((keeper.retry.nextAtMs ?? 0) - at);
      distances.push((clock.now() - at) / 1000);
    }
    expect(distances).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
    expect(asked).toBe(11);
    expect(clock.now() - began).toBe(362_000);
    await clock.advance(300_000);
    expect(asked).toBe(12);
    expect(keeper.retry).toMatchObject({ attempt: 12, isResting: true, outOfReach: "server" });
  });

  it("begins anew at 2 s after a success, and at once when asked", async () => {
    await keeper.start();
    await clock.advance(30_000);
    expect(keeper.retry?.attempt).toBe(5);
    await keeper.retryNow();
    expect(keeper.retry).toEqual({ attempt: 1, outOfReach: "server", nextAtMs: clock.now() + 2000, isResting: false });
    answers = [access("a")];
    await clock.advance(2000);
    expect(keeper.retry).toBeUndefined();
    await keeper.refresh();
    expect(keeper.retry?.attempt).toBe(1);
  });

  it("does not ask again while it waits, whoever wants a token", async () => {
    await keeper.start();
    expect(await keeper.token()).toBeUndefined();
    expect(asked).toBe(1);
    answers = [access("a")];
    await clock.advance(2000);
    expect(await keeper.token()).toBe("a");
  });

  it("stops when told, and starts when told", async () => {
    await keeper.start();
    keeper.stopRetrying();
    expect(keeper.retry).toMatchObject({ attempt: 1, nextAtMs: undefined });
    await clock.advance(HOUR);
    expect(asked).toBe(1);
    await keeper.retryNow();
    await clock.advance(2000);
    expect(asked).toBe(3);
  });

  it.each<Obtained>([EXPIRED, { kind: "gone" }])("ends at once when the connection is $kind", async (outcome) => {
    answers = [outcome];
    expect(await keeper.start()).toBeUndefined();
    await clock.advance(HOUR);
    expect(await keeper.token()).toBeUndefined();
    expect(await keeper.refresh()).toBeUndefined();
    expect(asked).toBe(1);
    expect(outcomes).toEqual([[outcome.kind, false]]);
  });

  it("leaves no timer behind when it is stopped", async () => {
    answers = [access("a")];
    await keeper.start();
    keeper.stop();
    expect(clock.pendingCount).toBe(0);
    expect(await keeper.token()).toBeUndefined();
  });
});
