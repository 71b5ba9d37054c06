import { beforeEach, describe, expect, it } from "vitest";
import type { PackItem } from "../../model/drive/pack.ts";
import { primaryPacks } from "../../model/drive/primary-pack.ts";
import { failed, ok } from "../../model/result.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { moveIntoSensitive } from "../../testing/move-into-sensitive.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { projectErasing } from "../queue/project-erasing.ts";
import { retryUnknownKeys } from "../queue/retry-service.ts";

const MANY = 120;

let clock: ManualClock;
let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  clock = new ManualClock();
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

async function edit(device: TestDevice, id: string, title: string): Promise<void> {
  const opened = await device.notes.open(id);
  if (!opened.ok) throw new Error("missing");
  await device.notes.save(id, { title, content: "<p>newer</p>" }, { seen: opened.value });
}

/** A new device, with everything that the drive has. */
async function arrive(name = "fresh"): Promise<TestDevice> {
  const device = await createTestDevice(name, drive, clock);
  expect(await device.sync()).toMatchObject({ ok: true });
  return device;
}

const packIds = (): readonly string[] => [...drive.packs.values()].map(({ pack }) => pack.packId);

describe("decision 0037 many notes at once go up as packs", () => {
  it("are in the drive after one request, without a file of their own, and a new device has them", async () => {
    await write(laptop, MANY);

    await laptop.sync();

    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(laptop.calls.filter((call) => call === "create" || call === "createPack")).toEqual(["createPack"]);
    expect(drive.files.size).toBe(0);
    const fresh = await arrive();
    expect([...fresh.titles()].sort()).toEqual([...laptop.titles()].sort());
    expect(fresh.calls.filter((call) => call !== "prepare")).toEqual(["startCursor", "list", "changes", "download"]);
    expect(fresh.library.index.pendingPush.size).toBe(0);
  });

  it("go up as packs also where they are added while others go up", async () => {
    await write(laptop, MANY);
    let groups = 3;
    laptop.faults.next = async (call, at) => {
      if (call === "createPack" && at === "before" && groups-- > 0) await write(laptop, 100, `Group ${groups}`);
      return undefined;
    };

    await laptop.sync();

    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(laptop.calls.filter((call) => call === "create" || call === "createPack")).toEqual(Array(4).fill("createPack"));
    expect((await arrive()).titles()).toHaveLength(MANY + 300);
  });

  it("are there after two cycles on a copied profile, although the other one has used the ids that both had reserved", async () => {
    await write(laptop, 1);
    await laptop.sync();
    const copied = await laptop.copy();
    await write(laptop, 20, "Laptop's");
    await laptop.sync();
    const ids = await write(copied, MANY, "Copy's");

    expect(await copied.sync()).toEqual(failed({ kind: "answer-lost" }));
    await copied.sync();

    expect(ids.filter((id) => copied.library.index.pendingPush.has(id))).toEqual([]);
    expect((await arrive()).titles()).toHaveLength(1 + 20 + MANY);
  });

  it("sends a few notes as files, and a packed note as a file once it is edited", async () => {
    const ids = await write(laptop, MANY);
    await laptop.sync();

    await edit(laptop, ids[3] as string, "Edited");
    await write(laptop, 2, "Later");
    await laptop.sync();

    expect(drive.files.size).toBe(3);
    expect([...(await arrive()).titles()].sort()).toEqual([...laptop.titles()].sort());
  });

  it("is not deleted, moved to the trash or sent again for having no file", async () => {
    await write(laptop, MANY);
    await laptop.sync();
    const phone = await arrive("phone");
    const before = laptop.calls.length;
    for (const device of [laptop, phone]) {
      await clock.advance(26 * 3_600_000);
      await device.sync();
    }

    expect(laptop.titles()).toHaveLength(MANY);
    expect(phone.titles()).toHaveLength(MANY);
    expect(laptop.calls.slice(before)).not.toContain("trash");
    expect([...laptop.calls.slice(before), ...phone.calls]).not.toContain("createPack");
    expect(laptop.library.index.meta.wentBack).toBeUndefined();
  });

  it("sends packs again if many notes are deleted at once, and erases the former pack", async () => {
    const ids = await write(laptop, MANY);
    await laptop.sync();
    const before = packIds();
    for (const id of ids) await laptop.notes.remove(id);

    await laptop.sync();

    expect(drive.files.size).toBe(0);
    expect(packIds()).toHaveLength(1);
    expect(packIds()).not.toEqual(before);
    expect((await arrive()).titles()).toEqual([]);
  });

  it("is asked for by its id where the answer was lost, and not sent again", async () => {
    await write(laptop, MANY);
    laptop.faults.next = (call, at) => (call === "createPack" && at === "after" ? { kind: "answer-lost" } : undefined);
    expect(await laptop.sync()).toMatchObject({ ok: false });
    expect(laptop.library.index.pendingPush.size).toBe(MANY);
    laptop.faults.next = () => undefined;

    expect(await laptop.sync()).toMatchObject({ ok: true });

    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(laptop.calls.filter((call) => call === "createPack")).toHaveLength(1);
  });

  it("is sealed again without a note that moves into the Sensitive folder meanwhile", async () => {
    const [noteId = ""] = await write(laptop, MANY);
    const { sealPack } = laptop.codec;
    let isMoved = false;
    Object.assign(laptop.codec, {
      sealPack: async (...of: Parameters<typeof sealPack>) => {
        const sealed = await sealPack(...of);
        if (!isMoved) await moveIntoSensitive(laptop, noteId);
        isMoved = true;
        return sealed;
      },
    });

    await laptop.sync();

    expect(laptop.calls.filter((call) => call === "create" || call === "createPack")).toEqual(["createPack", "create"]);
    expect([...drive.packs.values()].map(({ body }) => new TextDecoder("utf-16be").decode(body)).join()).not.toContain("text 0<");
    expect(projectErasing(laptop.library.index)).toEqual([]);
  });

  it("is listed as one place while it shows a note that is sensitive now", async () => {
    const [noteId = ""] = await write(laptop, MANY);
    await laptop.sync();
    await moveIntoSensitive(laptop, noteId);
    expect(projectErasing(laptop.library.index)).toMatchObject([{ noteId, fileCount: 1 }]);

    for (let round = 0; round < 2; round += 1) await laptop.sync();
    expect(projectErasing(laptop.library.index)).toEqual([]);
  });

  it("is written again soon after one of its notes becomes sensitive, on any device", async () => {
    const ids = await write(laptop, MANY);
    await laptop.sync();
    const phone = await arrive("phone");
    for (const [at, device] of [laptop, laptop, phone, laptop, phone, phone].entries()) {
      await moveIntoSensitive(device, ids[at] as string);
      for (let round = 0; round < 2; round += 1) await device.sync();
      const bodies = [...drive.packs.values(), ...drive.files.values()].map(({ body }) => new TextDecoder("utf-16be").decode(body));
      expect(bodies.join()).not.toContain(`text ${at}<`);
    }
  });

  it("counts as nothing where the drive has no room, and says so of each note", async () => {
    await write(laptop, 60);
    laptop.faults.next = (call, at) => (at === "before" && /^create/.test(call) ? { kind: "storage-full" } : undefined);
    await laptop.sync();
    expect(laptop.library.index.pendingPush.size).toBe(60);
    expect(laptop.library.index.whyRefused()).toBeDefined();
    expect(laptop.library.index.packs.size).toBe(0);
    laptop.faults.next = () => undefined;

    await laptop.sync();

    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect((await arrive()).titles()).toHaveLength(60);
  });

  it("sends as a file what the sealed pack does not give back", async () => {
    const ids = await write(laptop, MANY);
    const { openPack } = laptop.codec;
    Object.assign(laptop.codec, {
      openPack: async (packId: string, bytes: Uint8Array) => {
        const opened = await openPack(packId, bytes);
        return opened.ok ? ok({ ...opened.value, items: opened.value.items.filter(({ entity }) => entity.id !== ids[5]) }) : opened;
      },
    });

    await laptop.sync();

    expect([...drive.files.values()].map(({ meta }) => meta.properties?.id)).toEqual([ids[5]]);
  });

  it("is sent again by a device that has it, when its pack is exchanged, damaged or thrown away", async () => {
    await write(laptop, MANY);
    await laptop.sync();
    const [fileId = ""] = drive.packs.keys();
    const pack = drive.packs.get(fileId)?.pack;
    drive.putPack(fileId, pack?.packId ?? "", new Uint8Array([1, 2, 3]), "other bytes");

    await laptop.sync();
    expect(laptop.library.index.unreadableCount).toBe(1);
    expect((await arrive("first")).titles()).toHaveLength(MANY);

    for (const id of [...drive.packs.keys()]) drive.remove(id);
    await laptop.sync();
    expect((await arrive("second")).titles()).toHaveLength(MANY);
  });

  it("is read once its key is known", async () => {
    await write(laptop, MANY);
    await laptop.sync();
    const phone = await createTestDevice("phone", drive, clock);
    const { openPack } = phone.codec;
    Object.assign(phone.codec, { openPack: async () => failed("unknown-key") });
    await phone.sync();
    expect(phone.titles()).toEqual([]);
    expect(phone.library.index.unreadableCount).toBe(1);

    Object.assign(phone.codec, { openPack });
    await retryUnknownKeys(phone.library);
    await phone.sync();

    expect(phone.titles()).toHaveLength(MANY);
    expect(phone.library.index.unreadableCount).toBe(0);
  });

  it("keeps a pack with records of a later version, and reads it again at the next start", async () => {
    const ids = await write(laptop, MANY);
    await laptop.sync();
    const phone = await createTestDevice("phone", drive, clock);
    const { openPack } = phone.codec;
    const isLater = ({ entity }: PackItem): boolean => entity.id === ids[0];
    Object.assign(phone.codec, {
      openPack: async (packId: string, bytes: Uint8Array) => {
        const opened = await openPack(packId, bytes);
        if (!opened.ok) return opened;
        const { items } = opened.value;
        return ok({ items: items.filter((item) => !isLater(item)), unread: items.filter(isLater) });
      },
    });
    await phone.sync();
    expect(phone.titles()).toHaveLength(MANY - 1);
    expect(phone.library.index.unreadableCount).toBe(1);
    const packs = packIds();
    for (const id of ids.slice(1)) await phone.notes.remove(id);
    await phone.sync();
    expect(packIds()).toEqual(expect.arrayContaining([...packs]));

    Object.assign(phone.codec, { openPack });
    const updated = await phone.restart();
    await updated.sync();

    expect(updated.titles()).toHaveLength(1);
    expect(updated.library.index.unreadableCount).toBe(0);
  });

  it("is not complete while a pack has not been read", async () => {
    await write(laptop, MANY);
    await laptop.sync();
    const phone = await createTestDevice("phone", drive, clock);
    phone.faults.next = (call) => (call === "download" ? { kind: "server-error", status: 503 } : undefined);

    await phone.sync();
    expect(phone.library.index.meta.initialSyncCompleted).toBe(false);

    phone.faults.next = () => undefined;
    await phone.sync();
    expect(phone.library.index.meta.initialSyncCompleted).toBe(true);
    expect(phone.titles()).toHaveLength(MANY);
  });

  it("are few packs, however often many notes are imported", async () => {
    for (let time = 0; time < 12; time += 1) {
      await write(laptop, 60, `Import ${time}`);
      await laptop.sync();
    }

    expect(primaryPacks(laptop.library.index.packs).length).toBeLessThanOrEqual(9);
    expect((await arrive()).titles()).toHaveLength(12 * 60);
  });
});

describe("sync.md §4.2 packs of two devices that cannot read each other's, beside one that reads both", () => {
  /** Each reads what was sealed before, and what it sealed itself. */
  function separate(one: TestDevice, other: TestDevice): void {
    const sealedBy = new Map<string, TestDevice>();
    for (const device of [one, other]) {
      const { sealPack, openPack } = device.codec;
      Object.assign(device.codec, {
        sealPack: (...of: Parameters<typeof sealPack>) => {
          sealedBy.set(of[0], device);
          return sealPack(...of);
        },
        openPack: async (...of: Parameters<typeof openPack>) =>
          (sealedBy.get(of[0]) ?? device) === device ? openPack(...of) : failed("unknown-key"),
      });
    }
  }

  it("stay after they were sent again, instead of being removed and sent without end", async () => {
    await write(laptop, MANY);
    await laptop.sync();
    const [phone, tablet] = [await arrive("phone"), await arrive("tablet")];
    separate(laptop, phone);
    for (const fileId of [...drive.packs.keys()]) drive.remove(fileId);
    const all = [laptop, phone, tablet];
    for (let round = 0; round < 4; round += 1) for (const device of all) expect(await device.sync()).toMatchObject({ ok: true });

    for (const { calls } of all) calls.length = 0;
    for (let round = 0; round < 5; round += 1) for (const device of all) await device.sync();

    expect(all.flatMap(({ calls }) => calls).filter((call) => ["createPack", "create", "erase"].includes(call))).toEqual([]);
    for (const { library } of all) expect(library.index.pendingPush.size).toBe(0);
  });
});
