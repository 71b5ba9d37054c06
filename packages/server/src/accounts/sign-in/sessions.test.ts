import { describe, expect, it } from "vitest";
import { networkOf, toClient } from "./sessions.ts";

describe("decision 0006 source network", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:0042:1::7", "2001:db8:42::/48"],
    ["2001:db8::7", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["nonsense", "unknown"],
  ])("%s is in %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("shortens device names and removes control characters", () => {
    expect(toClient("::1", `Browser\u0007\n${"x".repeat(500)}`).device).toBe(`Browser${"x".repeat(193)}`);
    expect(toClient("::1", undefined).device).toBe("");
  });
});
