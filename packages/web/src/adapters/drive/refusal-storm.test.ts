// @vitest-environment node
import { AccessService } from "@satchel/core/connection/access-service.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** A drive that accepts only one token at a time. */
function strictDrive(drive: { readonly current: string }): typeof fetch {
  return async (input, init) => {
    const isGood = new Request(input as string, init).headers.get("authorization") === `Bearer ${drive.current}`;
    return isGood
      ? new Response(JSON.stringify({ id: "f" }))
      : new Response(JSON.stringify({ error: { code: 401, message: "Invalid Credentials" } }), { status: 401 });
  };
}

async function open() {
  const clock = new ManualClock();
  const drive = { current: "first", renewals: 0 };
  const accessService = new AccessService({
    clock,
    timers: clock,
    obtain: async () => {
      drive.renewals += 1;
      return { kind: "access", token: drive.current, lifetimeMs: 3_600_000 };
    },
    onOutcome: () => undefined,
  });
  await accessService.start();
  drive.renewals = 0;
  const client = createDriveClient({
    baseUrls: { api: "http://drive.test/drive/v3", upload: "http://drive.test/upload/drive/v3" },
    fetch: strictDrive(drive),
    token: () => accessService.token(),
    refresh: () => accessService.refresh(),
    timers: clock,
    random: () => 0.5,
    limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY },
  });
  return { client, drive };
}

describe("decision 0009 a storm of 401", () => {
  it("renews once for twenty requests that are refused at once, and all succeed", async () => {
    const { client, drive } = await open();
    drive.current = "t1";
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get("f", { fields: "id" })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(drive.renewals).toBe(1);
  });

  it("renews once per expired token, for any number of requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }), async (waves) => {
        const { client, drive } = await open();
        for (const [at, requests] of waves.entries()) {
          drive.current = `life-${at}`;
          const answers = await Promise.all(Array.from({ length: requests }, () => client.get("f", { fields: "id" })));
          expect(answers.every(({ ok }) => ok)).toBe(true);
        }
        expect(drive.renewals).toBe(waves.length);
      }),
      { numRuns: 30 },
    );
  });
});
