import { describe, expect, it } from "vitest";
import { listActivity } from "./accounts/activity.ts";
import { listSessions } from "./accounts/auth.ts";
import { cloudUsage } from "./drives/cloud.ts";
import { amount, seconds, time, waitMs } from "./numbers.ts";

const HOSTILE = [1e17, -1, Number.NaN, Number.POSITIVE_INFINITY, "5", null, {}];

describe("numbers in replies of the server", () => {
  it.each([
    ["time", time],
    ["amount", amount],
    ["seconds", seconds],
    ["waitMs", waitMs],
  ] as const)("rejects a %s that cannot be displayed", (_, shape) => {
    expect(shape.safeParse(5).success).toBe(true);
    for (const value of HOSTILE) expect(shape.safeParse(value).success).toBe(false);
  });

  it("rejects a whole reply that contains one", () => {
    const event = { kind: "signed-in", at: 5, device: "d", network: "n" };
    expect(listActivity.reply.safeParse({ events: [event] }).success).toBe(true);
    for (const at of HOSTILE) expect(listActivity.reply.safeParse({ events: [event, { ...event, at }] }).success).toBe(false);
    const session = { id: "s", device: "d", network: "n", createdAt: 1, lastSeenAt: 2, current: true, limited: false };
    expect(listSessions.reply.safeParse({ sessions: [session] }).success).toBe(true);
    for (const lastSeenAt of HOSTILE) expect(listSessions.reply.safeParse({ sessions: [{ ...session, lastSeenAt }] }).success).toBe(false);
    expect(cloudUsage.reply.safeParse({ usedBytes: Number.NaN }).success).toBe(false);
  });
});
