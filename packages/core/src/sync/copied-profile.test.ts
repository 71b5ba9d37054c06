import { beforeEach, describe, expect, it } from "vitest";
import { toBase } from "../merge/bases.ts";
import { conflictCopyId } from "../merge/conflict-copy.ts";
import { toSealed } from "../model/entities/parsing/sealed-texts.ts";
import type { VersionVector } from "../model/entities/version-vector.ts";
import { SYNC } from "../model/limits/limits.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDisk } from "../testing/memory-local-store.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";
import { isFromClonedDevice } from "./cloned-devices/is-from-cloned-device.ts";

let drive: MemoryDrive;
let first: TestDevice;
let second: TestDevice;
let noteId: string;

beforeEach(async () => {
  drive = new MemoryDrive();
  first = await createTestDevice("laptop", drive);
  const made = await first.notes.create({ title: "Milk", content: "<p>start</p>" }, null);
  if (!made.ok) throw new Error("not made");
  noteId = made.value.noteId;
  await first.sync();
  second = await first.copy();
});

async function write(device: TestDevice, content: string, id = noteId): Promise<void> {
  const opened = await device.notes.open(id);
  if (!opened.ok) throw new Error("not opened");
  await device.notes.save(id, { title: opened.value.title, content }, { seen: { vv: opened.value.vv } });
}

async function textsOf(device: TestDevice): Promise<readonly string[]> {
  const opened = await Promise.all(device.notes.store.getState().notes.map(({ noteId: id }) => device.notes.open(id)));
  return opened.map((note) => (note.ok ? note.value.content : "")).sort();
}

async function syncUntilStable(): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of [first, second]) await device.sync();
}

const BOTH = ["<p>by the first</p>", "<p>by the second</p>"];

/** The second writes, then the first over it, which the feed had not told. */
async function writeOver(): Promise<void> {
  await first.sync();
  const feedLength = drive.feed.length;
  await write(second, BOTH[1] ?? "");
  await second.sync();
  const delayed = drive.feed.splice(feedLength);
  await write(first, BOTH[0] ?? "");
  await first.sync();
  drive.feed.push(...delayed);
}

describe("sync.md §4.5 a profile that was copied whole", () => {
  it("goes on under a name of its own once both have written", async () => {
    await write(first, BOTH[0] ?? "");
    await second.clock.advance(5000);
    await write(second, BOTH[1] ?? "");
    await syncUntilStable();

    expect(await textsOf(first)).toEqual(BOTH);
    expect(await textsOf(second)).toEqual(BOTH);
    expect(first.disk.meta.deviceId).not.toBe(second.disk.meta.deviceId);
  });

  it("keeps both texts when one of the two wrote twice", async () => {
    await write(first, "<p>by the first, early</p>");
    await write(first, BOTH[0] ?? "");
    await second.clock.advance(5000);
    await write(second, BOTH[1] ?? "");
    await syncUntilStable();

    expect(await textsOf(first)).toEqual(BOTH);
    expect(await textsOf(second)).toEqual(BOTH);
  });

  it("keeps both texts when a third device has built on one of them", async () => {
    const third = await createTestDevice("phone", drive);
    await write(second, BOTH[1] ?? "");
    await write(first, BOTH[0] ?? "");
    await second.sync();
    await third.sync();
    await write(third, "<p>by the second</p><p>and the third</p>");
    await third.sync();
    await syncUntilStable();
    await third.sync();

    for (const device of [first, second, third]) {
      expect((await textsOf(device)).join("")).toContain("by the first");
      expect((await textsOf(device)).join("")).toContain("by the second");
    }
  });

  describe("while the feed does not show yet what the other wrote, which is never seen again", () => {
    async function expectBoth(): Promise<void> {
      for (let round = 0; round < 3; round += 1) await first.sync();
      const fresh = await createTestDevice("fresh", drive);
      await fresh.sync();
      expect(await textsOf(first)).toEqual(BOTH);
      expect(await textsOf(fresh)).toEqual(BOTH);
    }

    it("reads what it wrote over", async () => {
      await writeOver();
      await expectBoth();
      const requests = first.calls.length;
      await first.sync();
      expect(first.calls.slice(requests)).toEqual(["prepare", "changes"]);
    });

    it("reads it too when it never learned how its own write ended", async () => {
      first.faults.next = (call, at) => (call === "update" && at === "after" ? { kind: "answer-lost" } : undefined);
      await writeOver();
      delete first.faults.next;
      await expectBoth();
    });

    it("keeps what it deleted a note over, though it read its own file before that text, under a name of its own", async () => {
      await first.sync();
      const feedLength = drive.feed.length;
      await write(second, BOTH[1] ?? "");
      await second.notes.create({ title: "Bread", content: "<p>bread</p>" }, null);
      await second.sync();
      const delayed = drive.feed.splice(feedLength);
      // The two meet under the file id that both have in stock for their next note.
      await first.notes.create({ title: "Eggs", content: "<p>eggs</p>" }, null);
      await first.clock.advance(5000);
      await first.notes.remove(noteId);
      first.faults.next = (call, at) => (call === "update" && at === "after" ? { kind: "answer-lost" } : undefined);
      await first.sync();
      delete first.faults.next;
      drive.feed.push(...delayed);
      for (let round = 0; round < 3; round += 1) await first.sync();

      const fresh = await createTestDevice("fresh", drive);
      await fresh.sync();
      for (const device of [first, fresh]) expect(await textsOf(device)).toContain(BOTH[1]);
    });

    it("goes on where the drive does not have it any more", async () => {
      first.faults.next = (call) => (call === "downloadOverwritten" ? { kind: "rejected", status: 403 } : undefined);
      await writeOver();
      await first.sync();
      await write(first, "<p>by the first, later</p>");
      await first.sync();

      expect(await textsOf(first)).toEqual(["<p>by the first, later</p>"]);
      expect(first.calls.filter((call) => call === "downloadOverwritten")).toHaveLength(1);
      expect(first.calls.slice(-3)).toEqual(["prepare", "changes", "update"]);
    });
  });

  describe("of which neither is seen again once the one wrote over the other", () => {
    const DAY_MS = SYNC.overwrittenAfterMs;

    beforeEach(() => {
      first.faults.next = (call) => (call === "downloadOverwritten" ? { kind: "offline" } : undefined);
    });

    async function aDayLater(...devices: readonly TestDevice[]): Promise<void> {
      for (const device of devices) await device.sync();
      for (const device of devices) await device.clock.advance(DAY_MS);
      for (const device of devices) await device.sync();
    }

    it("is read by another after a day, which is theirs until then", async () => {
      await writeOver();
      const third = await createTestDevice("phone", drive);
      await third.sync();
      await third.clock.advance(DAY_MS - 1);
      await third.sync();
      expect(await textsOf(third)).toEqual([BOTH[0]]);

      await third.clock.advance(1);
      await third.sync();
      expect(await textsOf(third)).toEqual(BOTH);
      expect(third.calls.filter((call) => call === "downloadOverwritten")).toHaveLength(1);
      const fresh = await createTestDevice("fresh", drive);
      await aDayLater(fresh);
      expect(await textsOf(fresh)).toEqual(BOTH);
      expect(fresh.calls).not.toContain("downloadOverwritten");
    });

    it("is the same text, and one copy, on two devices that read it at the same moment", async () => {
      await writeOver();
      const others = [await createTestDevice("phone", drive), await createTestDevice("tablet", drive)];
      await aDayLater(...others);
      for (const device of [...others, ...others]) await device.sync();

      for (const device of others) expect(await textsOf(device)).toEqual(BOTH);
      const requests = others.map(({ calls }) => calls.length);
      for (const device of others) await device.sync();
      expect(others.map(({ calls }, at) => calls.slice(requests[at]))).toEqual([
        ["prepare", "changes"],
        ["prepare", "changes"],
      ]);
    });

    it("is kept beside what is there now by a device that had read it before, though one vector represents both", async () => {
      const third = await createTestDevice("phone", drive);
      await first.sync();
      const feedLength = drive.feed.length;
      await write(second, BOTH[1] ?? "");
      await second.sync();
      await third.sync();
      const delayed = drive.feed.splice(feedLength);
      await write(first, BOTH[0] ?? "");
      await first.sync();
      drive.feed.push(...delayed);
      drive.feed.push(...delayed);
      await aDayLater(third);
      await third.sync();

      const fresh = await createTestDevice("fresh", drive);
      await fresh.sync();
      expect(await textsOf(third)).toEqual(BOTH);
      expect(await textsOf(fresh)).toEqual(BOTH);
    });

    it("is left alone where the user restored an older revision in the drive itself", async () => {
      const old = [...drive.files.values()].find(({ meta }) => meta.properties?.id === noteId);
      if (old === undefined) throw new Error("no file");
      await write(first, "<p>newer</p>");
      await first.sync();
      const now = drive.files.get(old.meta.fileId);
      if (now === undefined) throw new Error("no file");
      drive.put({ ...now.meta }, old.body, old.meta.md5 ?? "");
      const third = await createTestDevice("phone", drive);
      await aDayLater(third);

      expect(await textsOf(third)).toEqual(["<p>start</p>"]);
      expect(third.calls).not.toContain("downloadOverwritten");
    });

    it("is given up where the drive does not have it any more, and not asked for again", async () => {
      await writeOver();
      const third = await createTestDevice("phone", drive);
      third.faults.next = (call) => (call === "downloadOverwritten" ? { kind: "rejected", status: 403 } : undefined);
      await aDayLater(third);
      await aDayLater(third);

      expect(await textsOf(third)).toEqual([BOTH[0]]);
      expect(third.calls.filter((call) => call === "downloadOverwritten")).toHaveLength(1);
    });
  });

  it("keeps both texts when a text is saved that was opened before the two parted", async () => {
    await write(first, "<p>start</p><p>by the first</p>");
    const opened = await first.notes.open(noteId);
    if (!opened.ok) throw new Error("not opened");
    await second.clock.advance(5000);
    await write(second, "<p>start</p><p>by the second</p>");
    await second.sync();
    await first.sync();
    await first.clock.advance(10_000);
    await first.notes.save(noteId, { title: "Milk", content: `${opened.value.content}<p>and more</p>` }, { seen: { vv: opened.value.vv } });
    await syncUntilStable();

    for (const device of [first, second]) {
      expect((await textsOf(device)).join("")).toContain("by the second");
      expect((await textsOf(device)).join("")).toContain("by the first</p><p>and more");
    }
  });

  describe("with a note that was not sent yet, of which each makes a file of its own", () => {
    beforeEach(async () => {
      first = await createTestDevice("tablet", drive);
      await first.sync();
      const made = await first.notes.create({ title: "Bread", content: "<p>start</p>" }, null);
      if (!made.ok) throw new Error("not made");
      noteId = made.value.noteId;
      second = await first.copy();
    });

    /** The second's version is of before the first's by its count, and the first never saw it. */
    async function withoutSeeing(change: () => Promise<unknown>, byOthers: () => Promise<void> = async () => undefined): Promise<void> {
      const feedLength = drive.feed.length;
      await write(second, BOTH[1] ?? "");
      await second.sync();
      await byOthers();
      const delayed = drive.feed.splice(feedLength);
      await first.clock.advance(5000);
      await first.notes.create({ title: "Eggs", content: "<p>eggs</p>" }, null);
      await change();
      await first.sync();
      drive.feed.push(...delayed);
    }

    async function inTurns(third: TestDevice): Promise<void> {
      for (let round = 0; round < 3; round += 1) for (const device of [first, third]) await device.sync();
    }

    it("keeps what the one wrote and the other never saw, who deleted the note under a later count", async () => {
      await withoutSeeing(() => first.notes.remove(noteId));
      const third = await createTestDevice("phone", drive);
      await inTurns(third);
      const fresh = await createTestDevice("fresh", drive);
      await fresh.sync();

      for (const device of [first, third, fresh]) expect(await textsOf(device)).toContain(BOTH[1]);
    });

    it("makes one copy, and reads the other's file once, where a third device has built on it", async () => {
      const third = await createTestDevice("phone", drive);
      await withoutSeeing(
        () => write(first, BOTH[0] ?? ""),
        async () => {
          await third.sync();
          await write(third, "<p>by the second</p><p>and the third</p>");
          await third.sync();
        },
      );
      await inTurns(third);
      const requests = first.calls.length;
      await first.sync();

      expect(first.calls.slice(requests)).toEqual(["prepare", "changes"]);
      for (const device of [first, third])
        expect(await textsOf(device)).toEqual([BOTH[0], "<p>by the second</p><p>and the third</p>", "<p>eggs</p>", "<p>start</p>"]);
    });

    it("makes no copy of what the one had sent itself before it took another name", async () => {
      await withoutSeeing(() => write(first, "<p>by the first, early</p>"));
      await write(first, BOTH[0] ?? "");
      await inTurns(await createTestDevice("phone", drive));

      expect(await textsOf(first)).toEqual([...BOTH, "<p>eggs</p>", "<p>start</p>"]);
    });

    it("brings nothing back that a third device read and deleted", async () => {
      const third = await createTestDevice("phone", drive);
      await withoutSeeing(
        () => first.notes.remove(noteId),
        async () => {
          await third.sync();
          await third.notes.remove(noteId);
          // The other's file is not put in the trash yet.
          third.faults.next = (call) => (call === "trash" ? { kind: "offline" } : undefined);
          await third.sync();
          delete third.faults.next;
        },
      );
      await inTurns(third);

      for (const device of [first, third]) expect(await textsOf(device)).toEqual(["<p>eggs</p>", "<p>start</p>"]);
    });
  });

  it("keeps what the other wrote into the shared file, where a write of ours to it got no answer and we deleted the note under a later count", async () => {
    await write(first, "<p>early</p>");
    second = await first.copy();
    first.faults.next = (call, at) => (call === "update" && at === "after" ? { kind: "timed-out", afterMs: 30_000 } : undefined);
    await first.sync();
    delete first.faults.next;
    await second.sync();
    await write(second, BOTH[1] ?? "");
    await second.sync();
    await write(first, BOTH[0] ?? "");
    await first.notes.remove(noteId);
    await first.sync();
    const third = await createTestDevice("phone", drive);
    for (let round = 0; round < 3; round += 1) for (const device of [first, third]) await device.sync();

    for (const device of [first, third]) expect(await textsOf(device)).toContain(BOTH[1]);
  });

  it("keeps what the one could not send, where the other merged a third device's text under the same count", async () => {
    const third = await createTestDevice("phone", drive);
    await third.sync();
    second.faults.next = (call, at) => (call === "update" && at === "before" ? { kind: "storage-full" } : undefined);
    for (const text of ["<p>early</p>", BOTH[1] ?? ""]) {
      await write(second, text);
      await second.sync();
    }
    delete second.faults.next;
    await write(third, "<p>start</p><p>by the third</p>");
    await third.sync();
    await write(first, "<p>by the first</p><p>start</p>");
    await first.sync();
    for (const device of [second, first, third]) await device.sync();

    for (const device of [first, second, third]) expect((await textsOf(device)).join("")).toContain(BOTH[1]);
  });

  it("keeps both texts where a third device, which knew the note, reads them at once from two files under one vector", async () => {
    const third = await createTestDevice("phone", drive);
    await third.sync();
    await write(second, BOTH[1] ?? "");
    second.faults.next = (call, at) => (call === "update" && at === "before" ? { kind: "timed-out", afterMs: 30_000 } : undefined);
    const feedLength = drive.feed.length;
    await second.sync();
    delete second.faults.next;
    await second.sync();
    const delayed = drive.feed.splice(feedLength);
    await write(first, BOTH[0] ?? "");
    await first.sync();
    drive.feed.push(...delayed);
    for (let round = 0; round < 3; round += 1) await third.sync();

    expect(await textsOf(third)).toEqual(BOTH);
  });

  it("keeps both texts where a third device reads them from two files under one vector, and neither is seen again", async () => {
    first = await createTestDevice("tablet", drive);
    await first.sync();
    const made = await first.notes.create({ title: "Bread", content: "<p>start</p>" }, null);
    if (!made.ok) throw new Error("not made");
    second = await first.copy();
    await write(second, BOTH[1] ?? "", made.value.noteId);
    await second.sync();
    const delayed = drive.feed.splice(drive.feed.length - 1);
    await write(first, BOTH[0] ?? "", made.value.noteId);
    await first.notes.create({ title: "Eggs", content: "<p>eggs</p>" }, null);
    await first.sync();
    drive.feed.push(...delayed);
    const others = [await createTestDevice("phone", drive), await createTestDevice("watch", drive)];
    for (let round = 0; round < 3; round += 1) for (const device of others) await device.sync();

    for (const device of others) expect(await textsOf(device)).toEqual([...BOTH, "<p>eggs</p>", "<p>start</p>"]);
  });

  it("keeps both texts where each lost a merge under one vector", async () => {
    const [mine, theirs] = [aNote({ id: noteId, vv: { laptop: 3 }, mtime: 2000 }), aNote({ id: noteId, vv: { laptop: 3 }, mtime: 3000 })];

    expect(conflictCopyId(mine)).not.toBe(conflictCopyId(theirs));
    expect(conflictCopyId(toSealed(mine, "sealed"))).toBe(conflictCopyId(mine));
  });

  it("makes notes with the file ids it has in stock, and both are there", async () => {
    await first.notes.create({ title: "A", content: "<p>a</p>" }, null);
    await second.notes.create({ title: "B", content: "<p>b</p>" }, null);
    await syncUntilStable();

    expect([...first.titles()].sort()).toEqual(["A", "B", "Milk"]);
    expect([...second.titles()].sort()).toEqual(["A", "B", "Milk"]);
  });

  it("writes nothing over what it met, unread, under a file id it had in stock", async () => {
    const phone = await createTestDevice("phone", drive);
    const made = await phone.notes.create({ title: "Bread", content: "<p>start</p>" }, null);
    if (!made.ok) throw new Error("not made");
    await phone.sync();
    await first.sync();
    second = await first.copy();
    const feedLength = drive.feed.length;
    await write(second, "<p>by the second</p>", made.value.noteId);
    await second.sync();
    // Of the other's note the feed tells only that its former file was put in the trash.
    const isReported = ({ fileId }: { readonly fileId: string }): boolean => drive.files.get(fileId)?.meta.trashed === true;
    drive.feed.push(...drive.feed.splice(feedLength).filter(isReported));
    await first.clock.advance(5000);
    await first.notes.create({ title: "A", content: "<p>a</p>" }, null);
    await first.sync();

    expect(await textsOf(first)).toEqual(["<p>a</p>", "<p>by the second</p>", "<p>start</p>"]);
  });

  it("does not read again what it met there and had read before", async () => {
    await second.notes.create({ title: "B", content: "<p>b</p>" }, null);
    await second.sync();
    await first.sync();
    const requests = first.calls.length;
    await first.notes.create({ title: "A", content: "<p>a</p>" }, null);
    await first.sync();

    expect(first.calls.slice(requests)).toEqual(["prepare", "changes", "create", "metadata", "create"]);
  });

  it("is not suspected when the user restores an old revision of a file in the drive itself", async () => {
    const old = [...drive.files.values()].find(({ meta }) => meta.properties?.id === noteId);
    if (old === undefined) throw new Error("no file");
    await write(first, "<p>newer</p>");
    await first.sync();
    const now = drive.files.get(old.meta.fileId);
    if (now === undefined) throw new Error("no file");
    drive.put({ ...now.meta }, old.body, old.meta.md5 ?? "");
    await first.sync();
    await first.sync();

    expect(await textsOf(first)).toEqual(["<p>newer</p>"]);
    expect(first.disk.meta.formerIds).toEqual([]);
    const fresh = await createTestDevice("fresh", drive);
    await fresh.sync();
    expect(await textsOf(fresh)).toEqual(["<p>newer</p>"]);
  });

  it("is not seen in a text without a count of ours, which the other sent into the shared file: there is no name to part from", () => {
    const { meta } = first.disk;
    const [mine, theirs] = [aNote({ vv: { laptop: 1 } }), aNote({ vv: { phone: 1 } })];
    expect(isFromClonedDevice(theirs, mine, { bases: [], meta, owner: "laptop" })).toBe(false);
    expect(isFromClonedDevice({ ...theirs, vv: { phone: 1, laptop: 1 } }, mine, { bases: [toBase(mine)], meta, owner: "laptop" })).toBe(
      true,
    );
  });
});

describe("sync.md §4.5 a clone whose count is one of ours", () => {
  const { meta } = new MemoryDisk("laptop");
  const read = aNote({ vv: { phone: 1 }, alive: { phone: 1 } });
  const mine = aNote({ vv: { phone: 1, laptop: 2 }, alive: { laptop: 2 }, content: "<p>by the first</p>" });
  const isClone = (alive: VersionVector, bases = [toBase(read), toBase(mine)]): boolean =>
    isFromClonedDevice(aNote({ vv: { phone: 4, laptop: 2, tablet: 2 }, alive }), mine, { bases, meta });

  it("is known by what a third device made of both, which is alive by an edit that was none of ours", () => {
    expect(isClone({ phone: 3, laptop: 1 })).toBe(true);
  });

  it("is not seen where it is alive by our edit, or by another's after it", () => {
    expect([isClone({ phone: 3, laptop: 2 }), isClone({ phone: 4 }), isClone({})]).toEqual([false, false, false]);
  });

  it("is not seen in an edit of ours that is older than what is kept", () => {
    const kept = Array.from({ length: SYNC.basesKept }, (_, at) =>
      toBase(aNote({ vv: { laptop: 2, phone: at + 2 }, alive: { phone: at + 2 } })),
    );
    expect(isClone({ phone: 3, laptop: 1 }, kept)).toBe(false);
  });
});

describe("sync.md §4.5 a clone that moved a note into the Sensitive folder", () => {
  const VV = { laptop: 3 };
  const meta = new MemoryDisk("laptop").meta;
  const clear = aNote({ vv: VV, alive: VV, mtime: 2000, content: "<p>by the first</p>" });
  const moved = toSealed({ ...clear, mtime: 5000, content: "<p>start</p>", isEncrypted: true }, "sealed");

  it("is known from either side, though one text cannot be read, also where both edits fell on one time", () => {
    for (const mtime of [clear.mtime, 5000]) {
      expect(isFromClonedDevice(clear, { ...moved, mtime }, { bases: [], meta })).toBe(true);
      expect(isFromClonedDevice({ ...moved, mtime }, clear, { bases: [], meta })).toBe(true);
    }
  });

  it("is not seen in a version of ours that was sealed since", () => {
    expect(isFromClonedDevice(clear, { ...moved, vv: { laptop: 4 } }, { bases: [toBase(toSealed(clear, "sealed"))], meta })).toBe(false);
  });
});
