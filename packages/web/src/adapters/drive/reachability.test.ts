// @vitest-environment node
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { describe, expect, it } from "vitest";
import { createReachability } from "./drive-access.ts";

const ABOUT = "http://drive.test/drive/v3/about";
const answering =
  (status: number): typeof fetch =>
  async () =>
    new Response(null, { status });

describe("A7-17 HEAD check of the about endpoint", () => {
  it.each([
    [200, "reachable"],
    [204, "reachable"],
    [401, "reachable"],
    [403, "reachable"],
    [404, "unreachable"],
    [500, "unreachable"],
    [503, "unreachable"],
  ])("treats status %i as %s", async (status, found) => {
    expect(await createReachability({ fetch: answering(status), timers: new ManualClock() }).check(ABOUT)).toBe(found);
  });

  it("sends HEAD without a token, and our drive server responds", async () => {
    const drive = createTestDrive();
    const sent: Request[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      sent.push(new Request(input as string, init));
      return drive.fetch(input, init);
    };
    expect(await createReachability({ fetch, timers: new ManualClock() }).check(`${drive.origin}/drive/v3/about`)).toBe("reachable");
    expect(sent.map(({ method, headers }) => [method, headers.get("authorization")])).toEqual([["HEAD", null]]);
  });

  it("gives up after five seconds", async () => {
    const timers = new ManualClock();
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
    let found: string | undefined;
    void createReachability({ fetch: silent, timers })
      .check(ABOUT)
      .then((answer) => {
        found = answer;
      });
    await timers.advance(4999);
    expect(found).toBeUndefined();
    await timers.advance(1);
    await flushPromises();
    expect(found).toBe("silent");
  });

  it("is unavailable without a timely response", async () => {
    const none: typeof fetch = async () => {
      throw new TypeError("Failed to fetch");
    };
    const timers = new ManualClock();
    expect(await createReachability({ fetch: none, timers }).check(ABOUT)).toBe("unreachable");
    expect(timers.pendingCount).toBe(0);
  });
});
