import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { openSandboxClient, type SandboxClient } from "./harness/servers/sandbox.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readStored } from "./harness/stored/stored-notes.ts";
import { countNotes, createNotes } from "./harness/stored/test-hook.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const MIA = { email: "mia@example.org", password: "Correct horse 4" };
/** Six times the number of notes that are packed before the upload. `npm run bench -- sync` uses ten thousand. */
const NOTES = 300;
/** Notes that wait together go up in one or two packs; a single waiting note would get its own file. */
const MOST_CREATES = 3;
const TIMEOUT_MS = 400_000;

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0);
/** Returns the drive calls of sync, without preflights and sign-in. */
function driveCalls(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([kind]) => kind !== "preflight" && !kind.startsWith("oauth.")));
}

describe("Some hundred notes", () => {
  let server: TestServer;
  let sandbox: SandboxClient;
  let first: Device;
  let second: Device;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    sandbox = openSandboxClient(server.origin);
    first = await openDevice();
    await user.moveIn(first.page, server.origin, MIA);
    await user.writeNote(first.page, "Before the others", "so that the folder in the drive is there");
    await user.waitForState(first.page, "Before the others", "In your drive");
  });
  afterAll(() => closeAll(first, second, server));

  it(
    "decision 0037 are uploaded in packs",
    async () => {
      await sandbox.reset();
      await first.offline(true);
      await createNotes(first.page, "Note", NOTES);
      await first.offline(false);
      await expect.poll(async () => (await countNotes(first.page)).pending, { timeout: TIMEOUT_MS, interval: 1000 }).toBe(0);

      const counts = driveCalls(await sandbox.counts());
      process.stdout.write(`${NOTES} notes up: ${sum(counts)} drive requests ${JSON.stringify(counts)}\n`);
      expect(counts["files.create"] ?? 0).toBeLessThanOrEqual(MOST_CREATES);
      expect(counts["files.update"] ?? 0).toBe(0);
      expect(counts["files.generateIds"] ?? 0).toBeLessThanOrEqual(NOTES / 50 + 1);
    },
    TIMEOUT_MS + 60_000,
  );

  it(
    "decision 0018 are downloaded completely with at most 40 requests",
    async () => {
      await sandbox.reset();
      second = await openDevice();
      await user.signInToNotes(second.page, server.origin, MIA);
      await user.row(second.page, "Note").first().waitFor({ timeout: TIMEOUT_MS });
      await expect.poll(async () => (await countNotes(second.page)).notes, { timeout: TIMEOUT_MS, interval: 1000 }).toBe(NOTES + 1);

      const counts = driveCalls(await sandbox.counts());
      process.stdout.write(`${NOTES} notes down: ${sum(counts)} drive requests ${JSON.stringify(counts)}\n`);
      expect(sum(counts)).toBeLessThanOrEqual(40);
    },
    TIMEOUT_MS + 60_000,
  );

  it("are equal on both devices", async () => {
    const byId = (notes: readonly { noteId: string }[]) => [...notes].sort((a, b) => a.noteId.localeCompare(b.noteId));

    expect(byId(await readStored(second.page))).toEqual(byId(await readStored(first.page)));
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
