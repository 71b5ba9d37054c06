import { beforeEach, describe, expect, it } from "vitest";
import { PACKS } from "../limits.ts";
import { HandClock } from "../testing/hand-clock.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: HandClock;
let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  clock = new HandClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
  laptop = await createTestDevice("laptop", drive, clock);
});

async function write(device: TestDevice, count: number, prefix = "Note"): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const made = await device.notes.create({ title: `${prefix} ${at}`, content: `<p>text ${at}</p>` }, null);
    if (made.ok) ids.push(made.value.noteId);
  }
  return ids;
}

/** A cycle that finds nothing to do, an hour later: the quiet moment in which packs are written. */
async function quiet(device: TestDevice): Promise<void> {
  await device.sync();
  await clock.advance(HOUR_MS);
  await device.sync();
}

function requests(device: TestDevice): readonly string[] {
  return device.calls.filter((call) => call !== "prepare");
}

describe("sync.md §8 packs", () => {
  it("brings a new device to all notes without asking for them one by one", async () => {
    await write(laptop, 300);
    await quiet(laptop);
    expect(drive.packs.size).toBe(1);
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect(fresh.titles()).toHaveLength(300);
    expect(requests(fresh)).toEqual(["startCursor", "list", "download", "changes"]);
    expect(fresh.disk.meta.initialSyncCompleted).toBe(true);
  });

  it("writes of a file once what a pack holds of it, and begins again where a first listing broke off", async () => {
    await write(laptop, 120);
    await quiet(laptop);
    const ids = await write(laptop, 3, "Later");
    await laptop.sync();
    drive.pageSize = 50;
    const fresh = await createTestDevice("fresh", drive, clock);
    const written: string[] = [];
    const put = fresh.disk.remote.set.bind(fresh.disk.remote);
    fresh.disk.remote.set = (fileId, file) => {
      written.push(fileId);
      return put(fileId, file);
    };
    let lists = 0;
    fresh.faults.next = (call) => {
      lists += call === "list" ? 1 : 0;
      return call === "list" && lists === 3 ? { kind: "offline" } : undefined;
    };

    expect(await fresh.sync()).toMatchObject({ ok: false });
    expect(fresh.disk.meta.cursor).toBeUndefined();
    expect(fresh.titles().length).toBeGreaterThan(0);
    expect(await fresh.sync()).toMatchObject({ ok: true });

    expect(fresh.titles()).toHaveLength(123);
    expect([...fresh.titles()].sort()).toEqual([...laptop.titles()].sort());
    const later = [...drive.files].filter(([, { meta }]) => ids.includes(meta.properties?.id ?? "")).map(([fileId]) => fileId);
    expect(written.filter((fileId) => !later.includes(fileId))).toHaveLength(120);
    expect([...fresh.disk.remote.values()].every(({ trusted }) => trusted)).toBe(true);
  });

  it("asks only for what changed since the pack was written", async () => {
    const ids = await write(laptop, 100);
    await quiet(laptop);
    const opened = await laptop.notes.open(ids[3] as string);
    if (!opened.ok) throw new Error("not there");
    await laptop.notes.save(opened.value.noteId, { title: "Edited", content: "<p>newer</p>" }, opened.value);
    await write(laptop, 2, "Later");
    await laptop.notes.remove(ids[7] as string);
    await laptop.sync();
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect([...fresh.titles()].sort()).toEqual([...laptop.titles()].sort());
    expect(requests(fresh).filter((call) => call === "download")).toHaveLength(1 + 4);
  });

  it("does not write for a handful of notes, nor twice within six hours", async () => {
    await write(laptop, PACKS.minUncovered - 1);
    await quiet(laptop);
    await quiet(laptop);
    expect(drive.packs.size).toBe(0);

    await write(laptop, 10);
    await quiet(laptop);
    await quiet(laptop);
    await write(laptop, 200, "More");
    await quiet(laptop);
    expect(drive.packs.size).toBe(1);

    await clock.advance(PACKS.pauseMs);
    await quiet(laptop);
    expect(drive.packs.size).toBe(2);
  });

  it("costs requests and nothing else when a pack is damaged or gone", async () => {
    await write(laptop, 60);
    await quiet(laptop);
    const [fileId, pack] = [...drive.packs][0] as [string, { pack: never; body: Uint8Array }];
    drive.packs.set(fileId, { pack: pack.pack, body: new Uint8Array([1, 2, 3, 4]) });
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect(fresh.titles()).toHaveLength(60);
    expect(fresh.disk.packs.get(fileId)?.isUnreadable).toBe(true);
    drive.remove(fileId);
    const another = await createTestDevice("another", drive, clock);
    await another.sync();
    expect(another.titles()).toHaveLength(60);
  });

  it("never makes a note out of a pack that no listed file stands for", async () => {
    const ids = await write(laptop, 60);
    await quiet(laptop);
    for (const [fileId, { meta }] of [...drive.files]) if (meta.properties?.id === ids[0]) drive.remove(fileId);
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect(fresh.titles()).toHaveLength(59);
  });

  it("writes one pack in place of many small ones, and trashes those when they are a week old", async () => {
    for (let day = 0; day < PACKS.maxSmallPacks + 1; day += 1) {
      await write(laptop, 60, `Day ${day}`);
      await quiet(laptop);
      await clock.advance(DAY_MS);
    }
    expect(drive.packs.size).toBe(PACKS.maxSmallPacks + 1);

    await write(laptop, 60, "Last");
    await quiet(laptop);
    await clock.advance(PACKS.keptMs);
    await quiet(laptop);

    expect(drive.packs.size).toBeLessThanOrEqual(2);
    const fresh = await createTestDevice("fresh", drive, clock);
    await fresh.sync();
    expect(fresh.titles()).toHaveLength(60 * (PACKS.maxSmallPacks + 2));
    expect(requests(fresh).filter((call) => call === "download").length).toBeLessThanOrEqual(2);
  });

  it("lets two devices write at once without harm", async () => {
    await write(laptop, 80);
    await laptop.sync();
    const phone = await createTestDevice("phone", drive, clock);
    await phone.sync();
    await clock.advance(HOUR_MS);

    await Promise.all([laptop.sync(), phone.sync()]);
    const fresh = await createTestDevice("fresh", drive, clock);
    await fresh.sync();

    expect(fresh.titles()).toHaveLength(80);
  });
});
