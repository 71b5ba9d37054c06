// @vitest-environment node
/**
 * Random orders of the sequences of encryption.md 3.5 on three devices, with the real keys and the whole server, and a request or an answer
 * that gets lost at any call, or the page with it. What must hold is encryption.md 3.6, (a) to (e), (g), (i) and (j). More with SATCHEL_WALKS=200.
 */
import { createTestServer } from "@satchel/server/testing/test-server.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { look, opensAtLast, retiredOpenNothing } from "./random-walk-invariants.ts";
import { anySensitiveStep, anyStep, beginSensitive, readPaper, take, write } from "./random-walk-steps.ts";
import { createUser, type Device, openDevice, type World } from "./random-walk-user.ts";

const WALKS = Number(process.env.SATCHEL_WALKS ?? 8);
const DEVICES = 3;
const FIRST_PASSWORD = "Correct horse 0";

async function begin(): Promise<World> {
  const server = await createTestServer({ SATCHEL_TEST: "1" });
  const baseUrl = await server.listen();
  const user = createUser("walker@example.org");
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => openDevice(baseUrl, user)));
  const first = devices[0] as Device;
  user.passwords.push(FIRST_PASSWORD);
  expect(await first.account.register(user.email, FIRST_PASSWORD)).toMatchObject({ ok: true });
  await readPaper(first, user);
  await write(first, user);
  return { server, baseUrl, user, devices };
}

async function signAllIn({ devices, user }: World): Promise<void> {
  for (const device of devices.slice(1)) await device.account.signIn(user.email, FIRST_PASSWORD);
  await beginSensitive(devices[0] as Device, user);
}

async function walk(steps: readonly Parameters<typeof take>[0][], prepare: (world: World) => Promise<void>): Promise<void> {
  const world = await begin();
  try {
    await prepare(world);
    for (const step of steps) {
      await take(step, world);
      await look(world);
    }
    await retiredOpenNothing(world, false);
    await opensAtLast(world);
    await retiredOpenNothing(world, true);
  } finally {
    await world.server.close();
  }
}

const timeout = 280_000 * Math.max(1, WALKS / 8);
const stepsOf = (step: typeof anyStep) => fc.array(step, { minLength: 6, maxLength: 30, size: "max" });

describe("encryption.md 3.6 over random walks with the whole server", () => {
  it("what the user still holds opens every note, and what was replaced opens none", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(anyStep), (steps) => walk(steps, async () => undefined)),
      { numRuns: WALKS, endOnFailure: true },
    );
  });

  it("the Sensitive folder: set up, unlocked, changed, recovered, resealed on all three", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(anySensitiveStep), (steps) => walk(steps, signAllIn)),
      { numRuns: WALKS, endOnFailure: true },
    );
  });

  // Seed 539760251: the password is changed elsewhere, this page hears of it, locks, and dies while it tells the server.
  it("a page that died while it locked unlocks nothing afterwards", async () => {
    const steps = [
      { kind: "fault", fault: "crash-before", after: 2, at: 0 },
      { kind: "s-recover", at: 1 },
      { kind: "s-set-up", at: 0 },
      { kind: "s-idle", at: 1 },
      { kind: "s-unlock", at: 0 },
      { kind: "s-write", at: 1 },
    ] as const;
    await walk(steps, signAllIn);
  });
});
