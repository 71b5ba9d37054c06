import { describe, expect, it } from "vitest";
import { fetchWithRetry } from "./fetch-with-retry.ts";

describe("code that the page cannot start without", () => {
  const timers = {
    after(_delayMs: number, run: () => void) {
      run();
      return () => undefined;
    },
  };
  /** Lost this often, then there. */
  function losing(times: number) {
    let asked = 0;
    const load = async () => {
      asked += 1;
      if (asked <= times) throw new TypeError("Failed to fetch dynamically imported module");
      return "code";
    };
    return { load, asked: () => asked };
  }

  it("is asked for again when it did not come, and no more than three times", async () => {
    const lost = losing(2);
    expect(await fetchWithRetry(lost.load, timers)).toBe("code");
    expect(lost.asked()).toBe(3);

    const gone = losing(9);
    await expect(fetchWithRetry(gone.load, timers)).rejects.toThrow("Failed to fetch");
    expect(gone.asked()).toBe(3);
  });

  it("is asked for once when it comes", async () => {
    const there = losing(0);
    expect(await fetchWithRetry(there.load, timers)).toBe("code");
    expect(there.asked()).toBe(1);
  });
});
