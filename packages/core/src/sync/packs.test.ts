import { beforeEach, describe, expect, it } from "vitest";
import { NOTE, PACKS, SYNC } from "../model/limits/limits.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { ALL_IN_FILES, createTestDevice, type TestDevice } from "../testing/test-device.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: ManualClock;
let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
  laptop = await createTestDevice("laptop", drive, clock);
  laptop.means.packLimits = ALL_IN_FILES;
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
    expect(requests(fresh)).toEqual(["startCursor", "list", "changes", "download"]);
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

  it("asks for pages of a listing while others are taken in, a few of them, and for one before the first screen", async () => {
    await write(laptop, 400);
    await quiet(laptop);
    drive.pageSize = 40;
    const fresh = await createTestDevice("fresh", drive, clock);
    const asked = (): number => requests(fresh).filter((call) => call === "list").length;
    const [before, after]: [number[], number[]] = [[], []];
    fresh.library.onChange(({ written = [] }) => void (written.length > 0 && before.push(asked())));
    const { store } = fresh.library;
    const transact = store.transact.bind(store);
    store.transact = async (...given) => {
      // As long as it takes to write: what is asked for meanwhile is ahead.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      if (fresh.library.index.entities.size >= NOTE.pageSize) after.push(asked());
      return transact(...given);
    };

    await fresh.sync();

    expect(fresh.titles()).toHaveLength(400);
    expect(before.slice(0, 2)).toEqual([2, 3]);
    expect(after[0]).toBe(3 + SYNC.listPagesAhead);
    expect(asked()).toBe(10);
  });

  it("asks only for what changed since the pack was written", async () => {
    const ids = await write(laptop, 100);
    await quiet(laptop);
    const opened = await laptop.notes.open(ids[3] as string);
    if (!opened.ok) throw new Error("missing");
    await laptop.notes.save(opened.value.noteId, { title: "Edited", content: "<p>newer</p>" }, { seen: opened.value });
    await write(laptop, 2, "Later");
    await laptop.notes.remove(ids[7] as string);
    await laptop.sync();
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect([...fresh.titles()].sort()).toEqual([...laptop.titles()].sort());
    expect(requests(fresh).filter((call) => call === "download")).toHaveLength(1 + 4);
  });

  it("does not write for a handful of notes, and at once when there are more, whether the page is in use or not", async () => {
    laptop.means.mayPack = () => false;
    await write(laptop, PACKS.minUncovered - 1);
    await laptop.sync();
    expect(drive.packs.size).toBe(0);

    await write(laptop, 1, "One more");
    await laptop.sync();
    expect(drive.packs.size).toBe(1);
  });

  it("goes before the files where many wait: a device that comes meanwhile finds each in a pack", async () => {
    await write(laptop, 200);
    const order: string[] = [];
    const seen: { readonly files: number; readonly downloads: number }[] = [];
    laptop.faults.next = (call, at) => {
      if (at === "after") order.push(call);
      return undefined;
    };
    const watch = async (): Promise<void> => {
      const fresh = await createTestDevice(`new${seen.length}`, drive, clock);
      fresh.means.mayPack = () => false;
      await fresh.sync();
      seen.push({ files: fresh.titles().length, downloads: requests(fresh).filter((call) => call === "download").length });
    };
    const create = laptop.remote.create;
    let count = 0;
    laptop.remote.create = async (...given) => {
      const made = await create(...given);
      count += 1;
      if (count % 60 === 0) await watch();
      return made;
    };

    await laptop.sync();
    await watch();

    expect(order.indexOf("createPack")).toBeLessThan(order.indexOf("create"));
    expect(seen.map(({ files }) => files)).toEqual([60, 120, 180, 200]);
    expect(Math.max(...seen.map(({ downloads }) => downloads))).toBeLessThanOrEqual(2);
  });

  it("stays few and covers all, wherever a long push breaks off, again and again", async () => {
    await write(laptop, 120);
    for (let attempt = 0; attempt < 200; attempt += 1) {
      let writes = 0;
      laptop.faults.next = (call, at) => {
        if (!["create", "createPack", "erase"].includes(call)) return undefined;
        writes += at === "before" ? 1 : 0;
        const isLast = writes === 1 + (attempt % 5);
        // Half of them took effect, though no one was told.
        if (isLast && at === (attempt % 2 === 0 ? "before" : "after")) return { kind: "offline" };
        return writes > 1 + (attempt % 5) ? { kind: "offline" } : undefined;
      };
      const done = await laptop.sync();
      const fresh = await createTestDevice(`f${attempt}`, drive, clock);
      fresh.means.mayPack = () => false;
      await fresh.sync();
      expect(requests(fresh).filter((call) => call === "download").length).toBeLessThanOrEqual(20);
      await clock.advance(60_000);
      if (done.ok && laptop.library.index.pendingPush.size === 0) break;
    }
    laptop.faults.next = () => undefined;
    await laptop.sync();
    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(drive.packs.size).toBeLessThanOrEqual(8);
  });

  it("keeps packs few and complete, however the library grows", async () => {
    laptop.means.mayPack = () => false;
    let all: string[] = [];
    for (let day = 0; day < 60; day += 1) {
      all = [...all, ...(await write(laptop, 3 + ((day * 7) % 11), `Day ${day}`))];
      const edited = all[(day * 31) % all.length] as string;
      const opened = await laptop.notes.open(edited);
      if (opened.ok) await laptop.notes.save(edited, { title: `Edited ${day}`, content: "<p>x</p>" }, { seen: opened.value });
      if (day % 5 === 4) await laptop.notes.remove(all[(day * 17) % all.length] as string);
      await laptop.sync();
      await clock.advance(DAY_MS);
      const fresh = await createTestDevice(`d${day}`, drive, clock);
      fresh.means.mayPack = () => false;
      await fresh.sync();
      expect([...fresh.titles()].sort()).toEqual([...laptop.titles()].sort());
      expect(requests(fresh).filter((call) => call === "download").length).toBeLessThan(PACKS.minUncovered + 6);
    }
    expect(drive.packs.size).toBeLessThanOrEqual(6);
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

  it("never makes a note out of a pack that no listed file represents", async () => {
    const ids = await write(laptop, 60);
    await quiet(laptop);
    for (const [fileId, { meta }] of [...drive.files]) if (meta.properties?.id === ids[0]) drive.remove(fileId);
    const fresh = await createTestDevice("fresh", drive, clock);

    await fresh.sync();

    expect(fresh.titles()).toHaveLength(59);
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
