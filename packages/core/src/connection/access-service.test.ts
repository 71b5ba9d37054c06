import { beforeEach, describe, expect, it } from "vitest";
import { flushPromises, ManualClock } from "../testing/manual-clock.ts";
import { AccessService } from "./access-service.ts";
import type { Obtained } from "./connection-service-types.ts";

const HOUR = 3_600_000;
const LATER: Obtained = { kind: "later", outOfReach: "server" };
const EXPIRED: Obtained = { kind: "expired", reason: "revoked" };
const access = (token: string, lifetimeMs = HOUR): Obtained => ({ kind: "access", token, lifetimeMs });

let clock: ManualClock;
let answers: Obtained[];
let asked: number;
let outcomes: [string, boolean][];
let accessService: AccessService;

beforeEach(() => {
  clock = new ManualClock();
  [answers, asked, outcomes] = [[], 0, []];
  accessService = new AccessService({
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
  it("are renewed five minutes before they expire, repeatedly", async () => {
    answers = [access("a"), access("b"), access("c")];
    expect(await accessService.start()).toBe("a");
    await clock.advance(HOUR - 300_000 - 1);
    expect(await accessService.token()).toBe("a");
    await clock.advance(1);
    expect(await accessService.token()).toBe("b");
    await clock.advance(HOUR);
    expect(await accessService.token()).toBe("c");
    expect(asked).toBe(3);
  });

  it("are renewed once for concurrent callers", async () => {
    answers = [access("a"), access("b")];
    await accessService.start();
    expect(await Promise.all([accessService.refresh(), accessService.refresh(), accessService.token()])).toEqual(["b", "b", "b"]);
    expect(asked).toBe(2);
  });

  it("are not returned if they expired while the machine slept", async () => {
    answers = [access("a"), LATER];
    await accessService.start();
    accessService.stopRetrying();
    await clock.advance(HOUR);
    expect(await accessService.token()).toBeUndefined();
  });

  it("stay in use while an early renewal fails and is retried", async () => {
    answers = [access("a"), LATER, access("b")];
    await accessService.start();
    await clock.advance(HOUR - 300_000);
    expect(outcomes.at(-1)).toEqual(["later", true]);
    expect(await accessService.token()).toBe("a");
    await clock.advance(2000);
    expect(await accessService.token()).toBe("b");
  });

  it("are not returned after they were refused", async () => {
    answers = [access("a"), LATER];
    await accessService.start();
    expect(await accessService.refresh()).toBeUndefined();
    expect(await accessService.token()).toBeUndefined();
    expect(outcomes.at(-1)).toEqual(["later", false]);
  });

  it("are ignored if they arrive after a restart", async () => {
    let finish: (outcome: Obtained) => void = () => undefined;
    accessService = new AccessService({
      clock,
      timers: clock,
      obtain: () => new Promise((resolve) => (finish = resolve)),
      onOutcome: (outcome, isUsable) => outcomes.push([outcome.kind, isUsable]),
    });
    const first = accessService.start();
    const finishFirst = finish;
    const second = accessService.start(access("mine"));
    finishFirst({ kind: "gone" });
    expect(await first).toBeUndefined();
    expect(await second).toBe("mine");
    await flushPromises();
    expect(await accessService.token()).toBe("mine");
    expect(outcomes).toEqual([["access", true]]);
  });
});

describe("drive-contract §5.3 tokens from other tabs", () => {
  it("are adopted without a request", async () => {
    answers = [access("a")];
    await accessService.start();
    accessService.adopt({ token: "b", endsAt: clock.now() + 2 * HOUR });
    expect(await accessService.token()).toBe("b");
    await clock.advance(HOUR);
    expect([await accessService.token(), asked]).toEqual(["b", 1]);
  });

  it("are skipped if they expire earlier, were refused here, or no drive is connected", async () => {
    answers = [access("a"), LATER];
    await accessService.start();
    accessService.adopt({ token: "b", endsAt: clock.now() + HOUR - 1 });
    expect(await accessService.token()).toBe("a");
    await accessService.refresh();
    accessService.adopt({ token: "a", endsAt: clock.now() + HOUR });
    expect(await accessService.token()).toBeUndefined();
    accessService.stop();
    accessService.adopt({ token: "c", endsAt: clock.now() + HOUR });
    expect(await accessService.token()).toBeUndefined();
  });

  it("end the wait for the next attempt", async () => {
    await accessService.start();
    accessService.adopt({ token: "b", endsAt: clock.now() + HOUR });
    expect(await accessService.token()).toBe("b");
    expect(accessService.retry).toBeUndefined();
    expect(outcomes.at(-1)).toEqual(["access", true]);
  });
});

describe("B4 Reconnect loop", () => {
  it("tries ten times with growing delays, then at the pace of the scheduled sync", async () => {
    await accessService.start();
    const began = clock.now();
    const distances: number[] = [];
    for (let at = clock.now(); accessService.retry?.isResting === false; at = clock.now()) {
      await clock.advance((accessService.retry.nextAtMs ?? 0) - at);
      distances.push((clock.now() - at) / 1000);
    }
    expect(distances).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
    expect(asked).toBe(11);
    expect(clock.now() - began).toBe(362_000);
    await clock.advance(300_000);
    expect(asked).toBe(12);
    expect(accessService.retry).toMatchObject({ attempt: 12, isResting: true, outOfReach: "server" });
  });

  it("starts again at 2 s after a success, and at once when asked", async () => {
    await accessService.start();
    await clock.advance(30_000);
    expect(accessService.retry?.attempt).toBe(5);
    await accessService.retryNow();
    expect(accessService.retry).toEqual({ attempt: 1, outOfReach: "server", nextAtMs: clock.now() + 2000, isResting: false });
    answers = [access("a")];
    await clock.advance(2000);
    expect(accessService.retry).toBeUndefined();
    await accessService.refresh();
    expect(accessService.retry?.attempt).toBe(1);
  });

  it("does not retry early for callers that want a token", async () => {
    await accessService.start();
    expect(await accessService.token()).toBeUndefined();
    expect(asked).toBe(1);
    answers = [access("a")];
    await clock.advance(2000);
    expect(await accessService.token()).toBe("a");
  });

  it("stops and starts when asked", async () => {
    await accessService.start();
    accessService.stopRetrying();
    expect(accessService.retry).toMatchObject({ attempt: 1, nextAtMs: undefined });
    await clock.advance(HOUR);
    expect(asked).toBe(1);
    await accessService.retryNow();
    await clock.advance(2000);
    expect(asked).toBe(3);
  });

  it.each<Obtained>([EXPIRED, { kind: "gone" }])("ends at once when the connection is $kind", async (outcome) => {
    answers = [outcome];
    expect(await accessService.start()).toBeUndefined();
    await clock.advance(HOUR);
    expect(await accessService.token()).toBeUndefined();
    expect(await accessService.refresh()).toBeUndefined();
    expect(asked).toBe(1);
    expect(outcomes).toEqual([[outcome.kind, false]]);
  });

  it("does not leave a timer behind when it is stopped", async () => {
    answers = [access("a")];
    await accessService.start();
    accessService.stop();
    expect(clock.pendingCount).toBe(0);
    expect(await accessService.token()).toBeUndefined();
  });
});
