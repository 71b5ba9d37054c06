import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRefused } from "../../shared/refusal.ts";
import { createTestCounts, type TestCounts } from "../../testing/test-counts.ts";
import { ATTEMPT_LIMITS, type Attempts, createAttempts } from "./attempts.ts";
import { createWindowCounter } from "./window-counter.ts";

const MINUTE_MS = 60_000;

let counted: TestCounts;
let attempts: Attempts;
let waited: number[];
beforeEach(async () => {
  counted = await createTestCounts();
  waited = [];
  const around = { now: () => counted.clock.at, wait: async (ms: number) => void waited.push(ms) };
  attempts = createAttempts({ counts: counted.counts, around, limits: ATTEMPT_LIMITS });
});
afterEach(() => counted.close());

async function times(count: number, run: (index: number) => unknown): Promise<void> {
  for (let index = 0; index < count; index += 1) await run(index);
}

const fail = async (account: string, network: string): Promise<void> => {
  const attempt = await attempts.begin(account, network);
  if (!isRefused(attempt)) await attempt.failed();
};
const succeed = async (account: string, network: string): Promise<void> => {
  const attempt = await attempts.begin(account, network);
  if (!isRefused(attempt)) await attempt.succeeded();
};
/** Reports whether an attempt would be rejected now; no attempt is made. */
const blocked = async (account: string, network: string) => {
  const attempt = await attempts.begin(account, network);
  if (isRefused(attempt)) return attempt;
  await attempt.undecided();
  return undefined;
};

describe("decision 0006 floods", () => {
  it("rejects the eleventh attempt on one account from one network with a retry time", async () => {
    await times(10, () => fail("ada@example.org", "net"));
    counted.clock.at += 5 * MINUTE_MS;

    expect(await blocked("ada@example.org", "net")).toMatchObject({
      code: "rate-limited",
      details: { retryAfterMs: 10 * MINUTE_MS },
    });
    counted.clock.at += 10 * MINUTE_MS;
    expect(await blocked("ada@example.org", "net")).toBeUndefined();
  });

  it("never locks an account for another network, but delays it a little", async () => {
    await times(500, (index) => fail("ada@example.org", `net${index % 90}`));

    expect(await blocked("ada@example.org", "home")).toBeUndefined();
    await attempts.delay("ada@example.org");
    expect(waited).toEqual([2000]);
    await attempts.delay("grace@example.org");
    expect(waited).toEqual([2000]);
  });

  it("rejects a network that tries many accounts", async () => {
    await times(100, (index) => fail(`user${index}@example.org`, "net"));
    expect(isRefused(await blocked("fresh@example.org", "net"))).toBe(true);
    expect(await blocked("fresh@example.org", "other")).toBeUndefined();
  });

  it("clears the failures after the right password", async () => {
    await times(9, () => fail("ada@example.org", "net"));
    await succeed("ada@example.org", "net");
    await times(9, () => fail("ada@example.org", "net"));
    expect(await blocked("ada@example.org", "net")).toBeUndefined();
  });

  it("lets a network create twenty accounts an hour", async () => {
    await times(20, () => attempts.registered("net"));
    expect(await attempts.checkRegistration("net")).toMatchObject({ code: "rate-limited" });
    counted.clock.at += 60 * MINUTE_MS;
    expect(await attempts.checkRegistration("net")).toBeUndefined();
  });

  it("counts every request that may cause heavy work", async () => {
    await times(ATTEMPT_LIMITS.requestsPerNetwork, () => expect(attempts.checkRequest("net")).toBeUndefined());
    expect(attempts.checkRequest("net")).toMatchObject({ code: "rate-limited", details: { retryAfterMs: MINUTE_MS } });
    counted.clock.at += MINUTE_MS;
    expect(attempts.checkRequest("net")).toBeUndefined();
  });

  it("drops the oldest key at its limit, and ignores counts of another time", () => {
    const clock = { at: 0 };
    const counter = createWindowCounter({ windowMs: 1000, maxKeys: 3, now: () => clock.at });
    for (const key of ["a", "b", "c", "d"]) counter.add(key);
    expect(["d", "c", "b", "a"].map((key) => counter.add(key).count)).toEqual([2, 2, 2, 1]);
    clock.at = -1;
    expect(counter.add("d")).toEqual({ count: 1, endsInMs: 1000 });
  });
});
