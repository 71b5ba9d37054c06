// @vitest-environment node
/**
 * Random orders of the sequences of encryption.md 3.5 on three devices, with real keys and the whole server. At any call a request, a
 * response or the page may be lost. The invariants are encryption.md 3.6, (a) to (e), (g), (i) and (j). For more runs set
 * SATCHEL_WALKS=200.
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
  it("opens every note with the user's current secrets, and none with replaced ones", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(anyStep), (steps) => walk(steps, async () => undefined)),
      { numRuns: WALKS, endOnFailure: true },
    );
  });

  it("sets up, unlocks, changes, recovers and reseals the Sensitive folder on all three", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(anySensitiveStep), (steps) => walk(steps, signAllIn)),
      { numRuns: WALKS, endOnFailure: true },
    );
  });

  // Seed 539760251: the password is changed elsewhere; this page is notified, locks, and crashes while it notifies the server.
  it("does not unlock anything after a page crashed while locking", async () => {
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
