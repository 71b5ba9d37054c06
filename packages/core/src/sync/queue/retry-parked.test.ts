import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { PACKS, SYNC } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { ALL_IN_FILES, createTestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { retryParked, retryRefused } from "./retry-service.ts";

const MANY = 60;
const WRITES: ReadonlySet<string> = new Set(["create", "update", "createPack"]);

type Device = Awaited<ReturnType<typeof createTestDevice>>;

async function save({ notes }: Device, noteId: string): Promise<void> {
  const opened = await notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { title, content, vv } = opened.value;
  await notes.save(noteId, { title, content: `${content}<p>more</p>` }, { seen: { vv } });
}

describe("sync.md §5: refusals park, and 'Try again' sends", () => {
  it("is not sent again at once, and is when it is asked for", async () => {
    const drive = new MemoryDrive();
    const laptop = await createTestDevice("laptop", drive);
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    await laptop.sync();
    delete laptop.faults.next;
    await laptop.sync();
    expect(laptop.notes.store.getState().notes[0]?.sync).toEqual({ kind: "needs-you", reason: "refused" });

    const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(laptop.disk) });
    if (!opened.ok) throw new Error("not opened");
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 1 });
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 0 });
    const again = await laptop.restart();
    await again.sync();
    expect(again.notes.store.getState().notes[0]?.sync).toEqual({ kind: "in-your-drive" });
  });

  it("is sent again by itself with back-off, and stops saying so once it is taken", async () => {
    const clock = new ManualClock();
    const laptop = await createTestDevice("laptop", new MemoryDrive(), clock);
    for (let at = 0; at < 12; at += 1) await laptop.notes.create({ title: `Note ${at}`, content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    await laptop.sync();
    const creates = () => laptop.calls.filter((call) => call === "create").length;
    const tries: number[] = [];
    for (let second = 0; second < 60; second += 5) {
      const before = creates();
      await clock.advance(5000);
      await laptop.sync();
      tries.push(creates() - before);
    }
    // A few of many at a time, each in its turn, and none again before its pause is over.
    expect(Math.max(...tries)).toBeLessThanOrEqual(SYNC.refusedProbes);
    expect(Math.min(...[...laptop.library.index.attempts.values()].map(({ count }) => count))).toBeGreaterThan(1);
    laptop.faults.next = () => undefined;
    await clock.advance(SYNC.refusedMaxMs);
    await laptop.sync();
    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(laptop.library.index.whyRefused()).toBeUndefined();
  });

  it("says the most serious of several reasons, whichever came first", async () => {
    const laptop = await createTestDevice("laptop", new MemoryDrive());
    for (const title of ["Refused", "Full", "Refused too"]) {
      await laptop.notes.create({ title, content: "" }, null);
      const problem = title === "Full" ? ({ kind: "storage-full" } as const) : ({ kind: "rejected", status: 403 } as const);
      laptop.faults.next = (call, at) => (call === "create" && at === "before" ? problem : undefined);
      await laptop.sync();
      if (title === "Full") expect(laptop.library.index.whyRefused()).toBe("storage-full");
    }
    expect([...laptop.library.index.attempts.values()].map(({ problem }) => problem)).toContain("rejected");
  });

  it("hides the problem while a 'Try again' is running, even if the drive was full", async () => {
    const laptop = await createTestDevice("laptop", new MemoryDrive());
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "storage-full" } : undefined);
    await laptop.sync();
    const stateOf = () => laptop.notes.store.getState().notes[0]?.sync;
    expect(stateOf()).toEqual({ kind: "needs-you", reason: "storage-full" });

    expect(await retryRefused(laptop.library)).toEqual({ ok: true, value: 1 });
    laptop.notes.refresh();
    expect(stateOf()).toEqual({ kind: "on-this-device" });
    await laptop.sync();
    expect(stateOf()).toEqual({ kind: "needs-you", reason: "storage-full" });
  });

  it.each([
    ["few in packs", 12, PACKS, ["create"]],
    ["many in packs", MANY, PACKS, ["createPack", "create"]],
    ["many in files", MANY, ALL_IN_FILES, ["createPack", "create"]],
  ])("asks a full drive for one pack and one note of %s, and says so of each note", async (_, count, packLimits, requests) => {
    const laptop = await createTestDevice("laptop", new MemoryDrive());
    laptop.means.packLimits = packLimits;
    laptop.faults.next = (call, at) => (at === "before" && WRITES.has(call) ? { kind: "storage-full" } : undefined);
    for (let at = 0; at < count; at += 1) await laptop.notes.create({ title: `Note ${at}`, content: "" }, null);
    const { index } = laptop.library;
    for (const again of ["first sync", "Try again", "Try again"]) {
      if (again === "Try again") expect(await retryRefused(laptop.library)).toEqual({ ok: true, value: count });
      laptop.calls.length = 0;
      await laptop.sync();
      expect(laptop.calls.filter((call) => WRITES.has(call))).toEqual(requests);
      expect([...index.attempts.values()].filter(({ problem }) => problem === "storage-full")).toHaveLength(count);
    }
    laptop.faults.next = () => undefined;
    await laptop.sync();
    expect(index.pendingPush.size).toBe(0);
    expect(index.whyRefused()).toBeUndefined();
  });

  it("gets every small note into a drive that has no space for the large ones", async () => {
    const laptop = await createTestDevice("laptop", new MemoryDrive());
    laptop.means.packLimits = ALL_IN_FILES;
    const { index } = laptop.library;
    const large = ["Large 1", "Large 2", "Large 3"];
    const create = laptop.remote.create;
    Object.assign(laptop.remote, {
      create: async (...args: Parameters<typeof create>) =>
        args[1].body.length > 4000 ? failed({ kind: "storage-full" }) : create(...args),
    });
    for (let at = 0; at < 20; at += 1) await laptop.notes.create({ title: `Small ${at}`, content: "" }, null);
    for (const title of large) await laptop.notes.create({ title, content: `<p>${"x".repeat(5000)}</p>` }, null);
    for (let cycle = 0; cycle <= large.length; cycle += 1) await laptop.sync();
    const waiting = laptop.notes.store.getState().notes.filter(({ noteId }) => index.pendingPush.has(noteId));
    expect(waiting.map(({ title }) => title).sort()).toEqual(large);
  });

  it("is sent again automatically once it was rewritten, or its file is another one", async () => {
    const drive = new MemoryDrive();
    const [laptop, phone] = [await createTestDevice("laptop", drive), await createTestDevice("phone", drive)];
    const made = await laptop.notes.create({ title: "Milk", content: "" }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    const { noteId } = made.value;
    await laptop.sync();
    await phone.sync();
    const stateOf = () => laptop.notes.store.getState().notes.find((note) => note.noteId === noteId)?.sync.kind;
    const refuse = async (): Promise<void> => {
      laptop.faults.next = (call, at) => (call === "update" && at === "before" ? { kind: "rejected", status: 400 } : undefined);
      await save(laptop, noteId);
      await laptop.sync();
      delete laptop.faults.next;
      expect(stateOf()).toBe("needs-you");
    };

    await refuse();
    await save(laptop, noteId);
    await laptop.sync();
    expect(stateOf()).toBe("in-your-drive");

    await refuse();
    await phone.notes.remove(noteId);
    await phone.sync();
    await laptop.sync();
    expect(stateOf()).toBe("in-your-drive");
  });
});
