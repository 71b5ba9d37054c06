// @vitest-environment node
/**
 * Random orders of actions on the Sensitive folder on two devices, with real keys and the whole server: unlock, lock, write, save, move,
 * sync, crash, change and recover the password, be offline. No text is lost, and none is stored unencrypted. For more runs:
 * SATCHEL_WALKS=200 npx vitest run --project sim sim/src/account/sensitive-notes-random-walks.test.ts
 */
import { draftOf, isLockedTab } from "@satchel/core/workspace/tabs/tab.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT, anyStep, begin, openAgain, type Step, take, unlock, type World, withDevice } from "./sensitive-user.ts";

const WALKS = Number(process.env.SATCHEL_WALKS ?? 8);
const HOUR_MS = 3_600_000;

let server: TestServer;
let baseUrl: string;
let people = 0;

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());

/**
 * Texts that were only ever sensitive are stored unencrypted nowhere, even for a holder of the vault's key; passwords are stored nowhere.
 */
async function look(world: World): Promise<void> {
  const { drive, secret, passwords } = world;
  const words = [...secret.keys()];
  for (const at of [0, 1]) await withDevice(world, at, async ({ tabs }) => void (await tabs.flush()));
  for (const device of world.devices) {
    const { name } = device.machine;
    const stored = await device.stored();
    for (const word of [...words, ...passwords, ACCOUNT]) expect(stored.includes(word), `${word} on ${name}`).toBe(false);
    if (device.isUnlocked()) continue;
    const shown = device.shown();
    for (const word of words) expect(shown.includes(word), `${word} on the locked page of ${name}`).toBe(false);
  }
  const [{ codec, packs }] = world.devices;
  const written = await drive.readNew(codec, packs);
  for (const word of words) expect(written.includes(word), `${word} in the drive`).toBe(false);
}

/** Brings all devices online, unlocks them with the last password, and syncs them. */
async function comeTogether(world: World): Promise<void> {
  server.clock.at += HOUR_MS;
  for (const { line, life } of world.devices) {
    line.restore();
    life.passesLeft = Number.POSITIVE_INFINITY;
  }
  // A page may have crashed in a call that no step awaited.
  for (const at of [0, 1]) await withDevice(world, at, async () => undefined);
  for (const device of world.devices) {
    await device.account.refresh();
    await device.quiet();
    await unlock(device, world);
    expect(device.isUnlocked(), `${device.machine.name} opens with ${world.valid}`).toBe(true);
  }
  for (const device of [...world.devices, ...world.devices, ...world.devices]) {
    await device.sync();
    await device.quiet();
  }
}

/** Everything the user finds on a device: notes, open tabs, and unsaved text. */
async function everythingOn({ notes, tabs }: World["devices"][number]): Promise<string> {
  const texts: string[] = [];
  for (const { noteId } of notes.store.getState().notes) {
    const read = await notes.open(noteId);
    if (read.ok) texts.push(read.value.title, read.value.content);
  }
  const { tabs: open, orphanedDrafts } = tabs.store.getState();
  expect(open.filter(isLockedTab)).toEqual([]);
  return [...texts, ...open.map((tab) => draftOf(tab)?.content ?? ""), ...orphanedDrafts.map(({ content }) => content)].join(" ");
}

async function walk(steps: readonly Step[]): Promise<void> {
  people += 1;
  const world = await begin(baseUrl, `walk${people}@example.org`);
  for (const step of steps) {
    await take(step, world);
    await look(world);
  }
  await comeTogether(world);
  const found = (await Promise.all(world.devices.map(everythingOn))).join(" ");
  for (const word of world.kept) expect(found.includes(word), `${word} is lost`).toBe(true);
  for (const device of world.devices) await openAgain(device, world, true);
  await look(world);
}

describe("the Sensitive folder in any order on two devices", () => {
  it("keeps every text and never shows one unencrypted", { timeout: 60_000 * Math.max(1, WALKS / 8) }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40, size: "max" }), walk), {
      numRuns: WALKS,
      endOnFailure: true,
    });
  });

  // Seed 1182138818: a note is moved in elsewhere while the user types into it here, and its tab is closed before the folder is unlocked.
  it("restores text of a tab that was closed while it could not be sealed", async () => {
    await walk([
      { at: 0, kind: "move-in", pick: 0 },
      { at: 0, kind: "unlock", pick: 0 },
      { at: 0, kind: "sync", pick: 0 },
      { at: 1, kind: "type", pick: 3 },
      { at: 1, kind: "sync", pick: 0 },
      { at: 1, kind: "close", pick: 0 },
    ]);
  });
});
