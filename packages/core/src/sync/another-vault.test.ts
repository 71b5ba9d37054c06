/** A device that cannot read what the others write, being of another vault or an earlier version of the app, beside those that can read what it writes. */
import { beforeEach, describe, expect, it } from "vitest";
import { planPurge } from "../merge/purge.ts";
import type { NoteEntity } from "../model/entities/entity.ts";
import { PACKS } from "../model/limits/limits.ts";
import { failed } from "../model/result.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { moveIntoSensitive } from "../testing/move-into-sensitive.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";
import { retryUnknownKeys } from "./queue/retry-service.ts";

const HOUR_MS = 3_600_000;
const WRITES = ["create", "update", "trash", "createPack", "erase"];

let clock: ManualClock;
let drive: MemoryDrive;
let before: TestDevice;
let after: TestDevice;
let noteId: string;

/** Bytes that were sealed under a key that `before` does not have. */
const sealedAfter = new Set<string>();

beforeEach(async () => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
  before = await createTestDevice("before", drive, clock);
  after = await createTestDevice("after", drive, clock);
  noteId = await create(before, "Milk");
  await before.sync();
  await after.sync();
  sealedAfter.clear();
  takeAnotherVault();
});

/** `after` seals with another vault's key from here on, and holds the former one too. */
function takeAnotherVault(): void {
  const textOf = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
  const { seal, sealPack } = after.codec;
  const { open, openPack } = before.codec;
  const remember = <Sealed extends Awaited<ReturnType<typeof seal | typeof sealPack>>>(sealed: Sealed): Sealed => {
    if (sealed.ok) sealedAfter.add(textOf(sealed.value));
    return sealed;
  };
  Object.assign(after.codec, {
    seal: async (...of: Parameters<typeof seal>) => remember(await seal(...of)),
    sealPack: async (...of: Parameters<typeof sealPack>) => remember(await sealPack(...of)),
  });
  Object.assign(before.codec, {
    open: async (...of: Parameters<typeof open>) => (sealedAfter.has(textOf(of[2])) ? failed("unknown-key") : open(...of)),
    openPack: async (...of: Parameters<typeof openPack>) => (sealedAfter.has(textOf(of[1])) ? failed("unknown-key") : openPack(...of)),
  });
}

/** The key of the other vault joins. */
async function join(): Promise<void> {
  sealedAfter.clear();
  await retryUnknownKeys(before.library);
}

async function create(device: TestDevice, title: string): Promise<string> {
  const made = await device.notes.create({ title, content: "<p>text</p>" }, null);
  if (!made.ok) throw new Error("not made");
  return made.value.noteId;
}

async function edit(device: TestDevice, title: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error("not opened");
  await device.clock.advance(1000);
  await device.notes.save(noteId, { title, content: opened.value.content }, { seen: { vv: opened.value.vv } });
}

/** Deletes the note and then its text for good. */
async function purge({ library, notes }: TestDevice): Promise<void> {
  await notes.remove(noteId);
  await library.transact(
    { entities: [noteId] },
    ({ entities, meta }) => {
      const purged = planPurge(entities.get(noteId) as NoteEntity, meta, clock.now());
      if (purged === undefined) throw new Error("not purged");
      return { writes: { entities: [purged], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
    },
    "user",
  );
}

async function writesIn(rounds: number): Promise<number> {
  const devices = [after, before];
  for (const { calls } of devices) calls.length = 0;
  for (let round = 0; round < rounds; round += 1) for (const device of devices) expect(await device.sync()).toMatchObject({ ok: true });
  return devices.flatMap(({ calls }) => calls).filter((call) => WRITES.includes(call)).length;
}

const liveFiles = () => [...drive.files.values()].filter(({ meta }) => !meta.trashed);

describe("sync.md §4.2 a device that cannot read what contains its files", () => {
  it("has them in the drive again, and the others leave them there for a while instead of answering it without end", async () => {
    await edit(after, "Milk and bread");

    expect(await writesIn(3)).toBe(3);

    expect(await writesIn(10)).toBe(0);
    expect(liveFiles()).toHaveLength(2);
    expect(before.library.index.pendingPush.size).toBe(0);
  });

  it("tries them again after an hour, and then less and less often", async () => {
    await edit(after, "Milk and bread");
    await writesIn(3);

    let writes = 0;
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      await clock.advance(HOUR_MS);
      writes += await writesIn(1);
    }

    expect(writes).toBeGreaterThan(2);
    expect(writes).toBeLessThan(30);
  });

  it("leaves a version there that a restarted device puts back in a new file", async () => {
    await edit(after, "Milk and bread");
    await after.sync();
    before = await before.restart();

    await before.sync();

    expect(await writesIn(10)).toBe(0);
    expect(liveFiles()).toHaveLength(2);
  });

  it("leaves a purged sensitive note for an hour, whatever file it returns in", async () => {
    await moveIntoSensitive(before, noteId);
    await writesIn(3);
    for (const device of [before, after]) await purge(device);
    await writesIn(3);

    expect(await writesIn(10)).toBe(0);
    expect(before.library.index.pendingPush.size).toBe(0);

    await clock.advance(HOUR_MS);
    expect(await writesIn(10)).toBeLessThan(10);
  });

  it("there is one file once it can read them", async () => {
    await edit(after, "Milk and bread");
    await writesIn(3);

    await join();
    await writesIn(2);

    expect(liveFiles()).toHaveLength(1);
    expect(before.titles()).toEqual(["Milk and bread"]);
  });

  it("takes in edits that the other device makes meanwhile", async () => {
    await edit(after, "Milk and bread");
    await writesIn(3);
    await edit(before, "Milk and butter");

    await writesIn(3);

    expect(await writesIn(10)).toBe(0);
    expect(after.titles().join()).toContain("butter");
  });

  it("tries a file that shows the text of a sensitive note again each hour", async () => {
    await moveIntoSensitive(after, noteId);
    await writesIn(3);
    expect(await writesIn(3)).toBe(0);

    for (let hour = 0; hour < 4; hour += 1) {
      await clock.advance(HOUR_MS);
      expect(await writesIn(1)).toBeGreaterThan(0);
    }
  });
});

describe("encryption.md 3.5 (5) a key that joins while a cycle reads", () => {
  it.each([
    ["files", 2],
    ["a primary pack", PACKS.primaryFrom + 1],
  ])("brings the notes of %s that were tried just before", async (_, count) => {
    for (let at = 0; at < count; at += 1) await create(after, `Note ${at}`);
    await after.sync();
    const { open, openPack } = before.codec;
    const joinAfter = async <Opened>(opening: Promise<Opened>): Promise<Opened> => {
      const opened = await opening;
      if (sealedAfter.size > 0) await join();
      return opened;
    };
    Object.assign(before.codec, {
      open: (...of: Parameters<typeof open>) => joinAfter(open(...of)),
      openPack: (...of: Parameters<typeof openPack>) => joinAfter(openPack(...of)),
    });

    await before.sync();
    await before.sync();

    expect(before.titles()).toHaveLength(count + 1);
  });

  it("brings a note whose file was in the drive's trash just then, once it is taken out", async () => {
    const made = await create(after, "Bread");
    await after.sync();
    await before.sync();
    const setTrashed = (trashed: boolean): void => {
      const file = [...drive.files.values()].find(({ meta }) => meta.properties?.id === made);
      if (file !== undefined) drive.put({ ...file.meta, trashed }, file.body, file.meta.md5 ?? "");
    };
    setTrashed(true);
    await before.sync();
    await join();
    await before.sync();

    setTrashed(false);
    await before.sync();

    expect([...before.titles()].sort()).toEqual(["Bread", "Milk"]);
  });
});
