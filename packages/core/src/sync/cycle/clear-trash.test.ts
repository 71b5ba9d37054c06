import { beforeEach, describe, expect, it } from "vitest";
import { SYNC } from "../../model/limits/limits.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive, type StoredFile } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

const DAY_MS = 86_400_000;
let clock: ManualClock;
let drive: MemoryDrive;
let laptop: TestDevice;
let noteId: string;

beforeEach(async () => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive, clock);
  noteId = await createNote("Milk");
  await laptop.sync();
});

async function createNote(title: string): Promise<string> {
  const made = await laptop.notes.create({ title, content: "<p>start</p>" }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function add(device: TestDevice, text: string, id = noteId): Promise<void> {
  const opened = await device.notes.open(id);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { title, content, vv } = opened.value;
  await device.notes.save(id, { title, content: `${content}<p>${text}</p>` }, { seen: { vv } });
}

/** Leaves the file of the process before in the trash. */
async function saveInNewProcess(): Promise<void> {
  laptop = await laptop.restart();
  await add(laptop, "more");
  await laptop.sync();
}

const inTrash = (): readonly StoredFile[] => [...drive.files.values()].filter(({ meta }) => meta.trashed);
const live = (): readonly StoredFile[] => [...drive.files.values()].filter(({ meta }) => !meta.trashed);

describe("sync.md §4.2 files of this device in the drive's trash", () => {
  it("deletes a file for good a day after another one contains it", async () => {
    await saveInNewProcess();
    await clock.advance(DAY_MS - 1);
    await laptop.sync();
    expect(inTrash()).toHaveLength(1);

    await clock.advance(1);
    await laptop.sync();

    expect(inTrash()).toHaveLength(0);
    expect(live()).toHaveLength(1);
    expect(laptop.library.index.pendingPush.size).toBe(0);
  });

  it("waits a day after it first sees the file in the trash, also after a restart", async () => {
    await saveInNewProcess();
    await clock.advance(DAY_MS / 2);
    laptop = await laptop.restart();
    await laptop.sync();
    await clock.advance(DAY_MS / 2);
    await laptop.sync();

    expect(inTrash()).toHaveLength(0);
  });

  it("leaves the files of other devices in the trash", async () => {
    const phone = await createTestDevice("phone", drive, clock);
    await phone.sync();
    await add(phone, "by the phone");
    await phone.sync();
    for (let day = 0; day < 3; day += 1) {
      await clock.advance(DAY_MS);
      await phone.sync();
    }
    expect(inTrash()).toHaveLength(1);

    for (let day = 0; day < 2; day += 1) {
      await laptop.sync();
      await clock.advance(DAY_MS);
    }
    await laptop.sync();
    expect(inTrash()).toHaveLength(0);
  });

  it("leaves a file of a copy of its database that it has not read", async () => {
    const copy = await laptop.copy();
    await add(copy, "by the copy");
    await copy.sync();
    const phone = await createTestDevice("phone", drive, clock);
    await phone.sync();
    await add(phone, "by the phone");
    await phone.sync();
    for (let day = 0; day < 3; day += 1) {
      await laptop.sync();
      await clock.advance(DAY_MS);
    }
    await laptop.sync();

    expect(inTrash()).toHaveLength(1);
  });

  it("leaves a file that the user moved to the trash in the drive itself", async () => {
    await saveInNewProcess();
    const [file] = inTrash();
    if (file?.meta.properties === undefined) throw new Error("no file is in the trash");
    const { meta, body } = file;
    drive.put({ ...meta, properties: { ...file.meta.properties, superseded: false } }, body, meta.md5 ?? "");
    for (let day = 0; day < 3; day += 1) {
      await laptop.sync();
      await clock.advance(DAY_MS);
    }
    await laptop.sync();

    expect(inTrash()).toHaveLength(1);
  });

  it("takes in what another process wrote into the file at the last moment", async () => {
    const copy = await laptop.copy();
    await add(copy, "by the copy");
    await copy.sync();
    const phone = await createTestDevice("phone", drive, clock);
    await phone.sync();
    await add(phone, "by the phone");
    await phone.sync();
    for (const device of [copy, laptop]) await device.sync();
    await clock.advance(DAY_MS);
    await add(copy, "once more");
    let isWritten = false;
    laptop.faults.next = async (call, at) => {
      if (call !== "metadata" || at !== "before" || isWritten) return undefined;
      isWritten = true;
      await copy.sync();
      return undefined;
    };
    await laptop.sync();
    for (const device of [copy, phone, laptop]) await device.sync();

    expect(isWritten).toBe(true);
    const opened = await phone.notes.open(noteId);
    expect(opened.ok && opened.value.content).toContain("once more");
    expect(live()).toHaveLength(1);
  });

  it("sends a text again if its file was deleted just after it was written", async () => {
    const copy = await laptop.copy();
    await add(copy, "by the copy");
    await copy.sync();
    const phone = await createTestDevice("phone", drive, clock);
    await phone.sync();
    await add(phone, "by the phone");
    await phone.sync();
    for (const device of [copy, laptop]) await device.sync();
    await clock.advance(DAY_MS);
    await add(copy, "once more");
    laptop.faults.next = async (call, at) => {
      if (call === "erase" && at === "before") await copy.sync();
      return undefined;
    };
    await laptop.sync();
    for (const device of [copy, phone]) await device.sync();

    const opened = await phone.notes.open(noteId);
    expect(opened.ok && opened.value.content).toContain("once more");
  });

  it("deletes a limited number of files in one cycle", async () => {
    const ids = [noteId];
    while (ids.length < SYNC.clearedPerCycle + 5) ids.push(await createNote(`Note ${ids.length}`));
    await laptop.sync();
    laptop = await laptop.restart();
    for (const id of ids) await add(laptop, "more", id);
    await laptop.sync();
    expect(inTrash()).toHaveLength(ids.length);

    await clock.advance(DAY_MS);
    await laptop.sync();
    expect(inTrash()).toHaveLength(5);
    await laptop.sync();
    expect(inTrash()).toHaveLength(0);
  });

  it("asks a drive that refuses once a day", async () => {
    await saveInNewProcess();
    await clock.advance(DAY_MS);
    laptop.faults.next = async (call) => (call === "erase" ? { kind: "rejected", status: 403 } : undefined);
    laptop.calls.length = 0;
    for (let cycle = 0; cycle < 3; cycle += 1) await laptop.sync();
    expect(laptop.calls.filter((call) => call === "erase")).toHaveLength(1);

    laptop.faults.next = async () => undefined;
    await clock.advance(DAY_MS);
    await laptop.sync();
    expect(inTrash()).toHaveLength(0);
  });

  it("leaves nothing in the trash after two months of daily use", async () => {
    const other = await createNote("Bread");
    await laptop.sync();
    const most = { requests: 0 };
    for (let day = 0; day < 60; day += 1) {
      laptop = await laptop.restart();
      for (const id of [noteId, other]) await add(laptop, `day ${day}`, id);
      await laptop.sync();
      laptop.calls.length = 0;
      await clock.advance(DAY_MS);
      await laptop.sync();
      most.requests = Math.max(most.requests, laptop.calls.filter((call) => call === "metadata" || call === "erase").length);
    }

    expect(most.requests).toBe(4);
    expect(inTrash()).toHaveLength(0);
    expect(live()).toHaveLength(2);
    expect(laptop.library.index.filesOf(noteId)).toHaveLength(1);
  });
});
