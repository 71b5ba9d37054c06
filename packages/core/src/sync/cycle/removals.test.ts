import { beforeEach, describe, expect, it } from "vitest";
import { SYNC } from "../../model/limits/limits.ts";
import type { ObservedFile } from "../../ports/remote/remote-store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";

import { ALL_IN_FILES, createTestDevice, type TestDevice } from "../../testing/test-device.ts";

let drive: MemoryDrive;
let laptop: TestDevice;
let phone: TestDevice;

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
  laptop.means.packLimits = ALL_IN_FILES;
  phone = await createTestDevice("phone", drive);
});

/** So many that one of them is no mass. */
async function writeMany(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const made = await laptop.notes.create({ title: `Note ${at}`, content: `<p>text ${at}</p>` }, null);
    if (made.ok) ids.push(made.value.noteId);
  }
  await laptop.sync();
  await phone.sync();
  return ids;
}

/** As the user does it on the drive's own pages: no mark of ours. */
function trashInDrive(noteIds: readonly string[]): void {
  for (const { meta, body } of [...drive.files.values()]) {
    if (meta.properties !== undefined && noteIds.includes(meta.properties.id)) drive.put({ ...meta, trashed: true }, body, meta.md5 ?? "");
  }
}

const has = (device: TestDevice, noteId: string): boolean => device.notes.store.getState().notesById.has(noteId);

describe("sync.md §7.3 a note put in the trash in the drive itself", () => {
  it("is deleted on every device, and can be restored with its text", async () => {
    const [noteId = ""] = await writeMany(12);
    trashInDrive([noteId]);

    for (const device of [laptop, phone, laptop]) await device.sync();

    expect([has(laptop, noteId), has(phone, noteId)]).toEqual([false, false]);
    await phone.notes.restore(noteId);
    for (const device of [phone, laptop]) await device.sync();
    const opened = await laptop.notes.open(noteId);
    expect(opened.ok && opened.value.content).toBe("<p>text 0</p>");
  });

  it("stays where it was edited with text that the trashed file did not hold", async () => {
    const [noteId = ""] = await writeMany(12);
    const opened = await phone.notes.open(noteId);
    if (!opened.ok) throw new Error("not opened");
    await phone.notes.save(noteId, { title: "Note 0", content: "<p>still needed</p>" }, { seen: { vv: opened.value.vv } });
    trashInDrive([noteId]);

    for (const device of [laptop, phone, laptop, phone]) await device.sync();

    for (const device of [laptop, phone]) {
      const read = await device.notes.open(noteId);
      expect(read.ok && read.value.content).toBe("<p>still needed</p>");
    }
  });

  it("stays when the file, asked for itself, is not in the trash any more", async () => {
    const [noteId = ""] = await writeMany(12);
    trashInDrive([noteId]);
    laptop.faults.next = (call, at) => {
      if (call !== "metadata" || at !== "before") return undefined;
      for (const { meta, body } of [...drive.files.values()]) {
        if (meta.properties?.id === noteId) drive.put({ ...meta, trashed: false }, body, meta.md5 ?? "");
      }
      return undefined;
    };

    await laptop.sync();

    expect(has(laptop, noteId)).toBe(true);
  });

  it("is not brought back by a device that meets the note for the first time", async () => {
    const ids = await writeMany(12);
    trashInDrive(ids.slice(0, 1));
    const fresh = await createTestDevice("fresh", drive);

    await fresh.sync();

    expect(ids.filter((id) => has(fresh, id))).toEqual(ids.slice(1));
    for (const device of [laptop, phone]) await device.sync();
    expect([laptop, phone].map((device) => has(device, ids[0] ?? ""))).toEqual([false, false]);
  });

  it("ignores a file that a device of ours trashed because another file contains it", async () => {
    const [noteId = ""] = await writeMany(12);
    const opened = await phone.notes.open(noteId);
    if (!opened.ok) throw new Error("not opened");
    await phone.notes.save(noteId, { title: "Note 0", content: "<p>second</p>" }, { seen: { vv: opened.value.vv } });
    for (const device of [phone, laptop, phone]) await device.sync();

    expect([has(laptop, noteId), has(phone, noteId)]).toEqual([true, true]);
  });
});

describe("sync.md §7.3 the brake: many at once", () => {
  it.each([
    [SYNC.massRemovalCount + 1, 400],
    [3, 20],
  ])("stops sync and deletes nothing when %i of %i are gone", async (removed, all) => {
    const ids = await writeMany(all);
    trashInDrive(ids.slice(0, removed));

    const outcome = await phone.sync();

    expect(outcome).toEqual({ ok: false, problem: { kind: "mass-removal", count: removed } });
    expect(ids.every((id) => has(phone, id))).toBe(true);
    expect(phone.calls.filter((call) => call === "create" || call === "update")).toEqual([]);
  });

  it("deletes them when the user says so", async () => {
    const ids = await writeMany(20);
    trashInDrive(ids.slice(0, 5));
    await phone.sync();

    await phone.resolveRemovals("remove");
    for (const device of [phone, laptop]) expect((await device.sync()).ok).toBe(true);

    expect(ids.filter((id) => has(laptop, id))).toEqual(ids.slice(5));
  });

  it("keeps them and sends them again when the user says so", async () => {
    const ids = await writeMany(20);
    trashInDrive(ids.slice(0, 5));
    await phone.sync();

    await phone.resolveRemovals("keep");
    for (const device of [phone, laptop, phone]) expect((await device.sync()).ok).toBe(true);

    expect(ids.every((id) => has(laptop, id) && has(phone, id))).toBe(true);
    const fresh = await createTestDevice("fresh", drive);
    await fresh.sync();
    expect(fresh.titles()).toHaveLength(20);
  });
});

describe("sync.md §7.3 a note that a device wrote on after its file was listed as thrown away", () => {
  it("stays on a device that reads the newer text, also where the user confirms that many were removed", async () => {
    const [noteId = ""] = await writeMany(12);
    const fileOf = () =>
      [...drive.files.values()].find(({ meta }) => meta.properties?.id === noteId) as { meta: ObservedFile; body: Uint8Array };
    const before = fileOf();
    const opened = await laptop.notes.open(noteId);
    if (!opened.ok) throw new Error("not opened");
    await laptop.notes.save(noteId, { title: "Note 0", content: "<p>written on</p>" }, { seen: { vv: opened.value.vv } });
    await laptop.sync();
    const after = fileOf();
    drive.put(before.meta, before.body, before.meta.md5 ?? "");
    trashInDrive([...drive.files.values()].map(({ meta }) => meta.properties?.id ?? ""));

    // Each file is read by itself.
    for (const fileId of drive.packs.keys()) drive.remove(fileId);

    const fresh = await createTestDevice("fresh", drive);
    fresh.faults.next = (call, at) => {
      // After the last look for changes.
      if (call === "download" && at === "before" && fresh.calls.includes("changes"))
        drive.put(after.meta, after.body, after.meta.md5 ?? "");
      return undefined;
    };
    expect(await fresh.sync()).toMatchObject({ ok: false, problem: { kind: "mass-removal", count: 11 } });
    fresh.faults.next = () => undefined;
    await fresh.resolveRemovals("remove");
    expect(await fresh.sync()).toMatchObject({ ok: true });

    expect([has(fresh, noteId), fresh.titles().length]).toEqual([true, 1]);
  });
});

describe("sync.md §7.3 the brake counts over a window of time", () => {
  const groupsOf = (ids: readonly string[], size: number): readonly (readonly string[])[] =>
    Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));

  it("asks when groups that are small each add up to a mass, also over restarts", async () => {
    const ids = await writeMany(400);
    let device = phone;
    let outcome = await device.sync();

    for (const group of groupsOf(ids, 7).slice(0, 8)) {
      trashInDrive(group);
      outcome = await device.sync();
      device = await device.restart();
      device.clock.sleep(3_600_000);
    }

    expect(outcome).toMatchObject({ ok: false, problem: { kind: "mass-removal" } });
    expect(ids.filter((id) => !has(device, id)).length).toBeLessThanOrEqual(SYNC.massRemovalCount);
  });

  it("measures the share by the library as it was before the first group", async () => {
    const ids = await writeMany(60);
    for (const group of groupsOf(ids, 4).slice(0, 5)) {
      trashInDrive(group);
      await phone.sync();
    }

    expect(ids.filter((id) => !has(phone, id)).length).toBeLessThanOrEqual(6);
  });

  it("forgets what is older than the window", async () => {
    const ids = await writeMany(400);
    for (const group of groupsOf(ids, 20).slice(0, 3)) {
      trashInDrive(group);
      expect(await phone.sync()).toMatchObject({ ok: true });
      phone.clock.sleep(SYNC.massRemovalWindowMs + 1);
    }

    expect(ids.filter((id) => !has(phone, id))).toHaveLength(60);
  });

  it("starts again once the user has said that a removal was meant", async () => {
    const ids = await writeMany(400);
    const [first = [], second = [], third = []] = groupsOf(ids, 15);
    trashInDrive(first);
    await phone.sync();
    trashInDrive(second);
    expect(await phone.sync()).toMatchObject({ ok: false, problem: { kind: "mass-removal", count: 15 } });

    await phone.resolveRemovals("remove");
    trashInDrive(third);

    expect(await phone.sync()).toMatchObject({ ok: true });
    expect(ids.filter((id) => !has(phone, id))).toHaveLength(45);
  });

  it("continues the count if the user kept the notes", async () => {
    const ids = await writeMany(400);
    const [first = [], second = [], third = []] = groupsOf(ids, 15);
    trashInDrive(first);
    await phone.sync();
    trashInDrive(second);
    await phone.sync();

    await phone.resolveRemovals("keep");
    await phone.sync();
    trashInDrive(third);

    expect(await phone.sync()).toMatchObject({ ok: false, problem: { kind: "mass-removal" } });
    expect(ids.filter((id) => !has(phone, id))).toEqual(first);
  });
});
