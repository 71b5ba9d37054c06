import { describe, expect, it } from "vitest";
import { isRefused } from "../refusal.ts";
import { ATTEMPT_LIMITS, createAttempts } from "./attempts.ts";
import { createWindowCounter } from "./window-counter.ts";

const MINUTE_MS = 60_000;

function createFixture() {
  const clock = { at: 0 };
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  return { clock, waited, attempts: createAttempts({ now: () => clock.at, wait }, ATTEMPT_LIMITS) };
}

function times(count: number, run: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) run(index);
}

describe("decisions §6 floods", () => {
  it("refuses the eleventh try of one account from one network, and says for how long", () => {
    const { attempts, clock } = createFixture();
    times(10, () => attempts.failed("ada@example.org", "net"));
    clock.at = 5 * MINUTE_MS;

    expect(attempts.checkSignIn("ada@example.org", "net")).toMatchObject({
      code: "rate-limited",
      details: { retryAfterMs: 10 * MINUTE_MS },
    });
    clock.at = 15 * MINUTE_MS;
    expect(attempts.checkSignIn("ada@example.org", "net")).toBeUndefined();
  });

  it("never locks an account for another network: it only waits a little", async () => {
    const { attempts, waited } = createFixture();
    times(5000, (index) => attempts.failed("ada@example.org", `net${index % 900}`));

    expect(attempts.checkSignIn("ada@example.org", "home")).toBeUndefined();
    await attempts.delay("ada@example.org");
    expect(waited).toEqual([2000]);
    await attempts.delay("grace@example.org");
    expect(waited).toEqual([2000]);
  });

  it("refuses a network that tries many accounts", () => {
    const { attempts } = createFixture();
    times(100, (index) => attempts.failed(`user${index}@example.org`, "net"));
    expect(isRefused(attempts.checkSignIn("fresh@example.org", "net"))).toBe(true);
    expect(attempts.checkSignIn("fresh@example.org", "other")).toBeUndefined();
  });

  it("forgives mistyping once the right password came", () => {
    const { attempts } = createFixture();
    times(9, () => attempts.failed("ada@example.org", "net"));
    attempts.succeeded("ada@example.org", "net");
    times(9, () => attempts.failed("ada@example.org", "net"));
    expect(attempts.checkSignIn("ada@example.org", "net")).toBeUndefined();
  });

  it("lets a network make twenty accounts an hour", () => {
    const { attempts, clock } = createFixture();
    times(20, () => attempts.registered("net"));
    expect(attempts.checkRegistration("net")).toMatchObject({ code: "rate-limited" });
    clock.at = 60 * MINUTE_MS;
    expect(attempts.checkRegistration("net")).toBeUndefined();
  });

  it("counts every request that may lead to heavy work", () => {
    const { attempts } = createFixture();
    times(ATTEMPT_LIMITS.requestsPerNetwork, () => expect(attempts.checkRequest("net")).toBeUndefined());
    expect(attempts.checkRequest("net")).toMatchObject({ code: "rate-limited" });
  });

  it("forgets the oldest key instead of growing without end", () => {
    const counter = createWindowCounter({ windowMs: 1000, maxKeys: 3, now: () => 0 });
    for (const key of ["a", "b", "c", "d"]) counter.add(key);
    expect(["a", "b", "c", "d"].map((key) => counter.count(key))).toEqual([0, 1, 1, 1]);
  });
});
