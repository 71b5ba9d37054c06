import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { findEditingDevice, type LogEntry } from "../../model/entities/log-entry.ts";
import { SYNC_LOG } from "../../model/limits/limits.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createCycleLog } from "./cycle-log-service.ts";
import { selectLog } from "./log-integration.ts";
import { createSyncLogService } from "./sync-log-service.ts";

const line = (atMs: number): LogEntry => ({ kind: "cycle", atMs, uploaded: 0, received: 0 });

async function setup() {
  const disk = new MemoryDisk("device");
  const store = new MemoryLocalStore(disk);
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("not opened");
  const library = opened.value;
  const write = (log: readonly LogEntry[]) => library.transact({}, () => ({ writes: { log }, answer: undefined }), "sync");
  return { disk, library, write, service: createSyncLogService({ library, log: store }) };
}

describe("decision 0004 sync log", () => {
  it("shows what was written before and what comes while it is looked at, newest first", async () => {
    const { write, service } = await setup();
    await write([line(1), line(2)]);
    await service.read();
    await write([line(3)]);
    expect(service.store.getState()).toEqual({ phase: "ready", entries: [line(3), line(2), line(1)] });
  });

  it("never grows past its bound, read or unread", async () => {
    const { disk, write } = await setup();
    for (let at = 0; at < SYNC_LOG.kept + 3 * SYNC_LOG.trimEvery; at += 50)
      await write(Array.from({ length: 50 }, (_, step) => line(at + step)));
    expect(disk.log.length).toBeLessThanOrEqual(SYNC_LOG.kept + SYNC_LOG.trimEvery);
    expect(disk.log.at(-1)).toEqual(line(SYNC_LOG.kept + 3 * SYNC_LOG.trimEvery - 1));
  });

  it("reports an upload, a deletion and where it came from, without a word of the note", async () => {
    const drive = new MemoryDrive();
    const [laptop, phone] = [await createTestDevice("laptop", drive), await createTestDevice("phone", drive)];
    await phone.sync();
    const made = await laptop.notes.create({ title: "Secret title", content: "<p>secret text</p>" }, null);
    if (!made.ok) throw new Error("not made");
    await laptop.sync();
    await phone.sync();
    await laptop.notes.remove(made.value.noteId);
    await laptop.sync();
    await phone.sync();

    const { noteId } = made.value;
    expect(laptop.disk.log.map(({ kind }) => kind)).toEqual(["uploaded", "deleted"]);
    expect(phone.disk.log).toMatchObject([
      { kind: "received", id: noteId, device: "laptop" },
      { kind: "deleted", id: noteId, device: "laptop" },
    ]);
    expect(JSON.stringify([laptop.disk.log, phone.disk.log]).toLowerCase()).not.toContain("secret");
  });

  it("reports a refusal once, and again when it is another", async () => {
    const drive = new MemoryDrive();
    const laptop = await createTestDevice("laptop", drive);
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "server-error", status: 503 } : undefined);
    await laptop.sync();
    await laptop.sync();
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "storage-full" } : undefined);
    await laptop.sync();
    expect(laptop.disk.log.map((entry) => (entry.kind === "failed" ? entry.problem : entry.kind))).toEqual([
      "server-error",
      "storage-full",
    ]);
  });

  it("leaves the notes of a first sync to the line of the cycle", async () => {
    const drive = new MemoryDrive();
    const [laptop, phone] = [await createTestDevice("laptop", drive), await createTestDevice("phone", drive)];
    for (const title of ["a", "b", "c"]) await laptop.notes.create({ title, content: "" }, null);
    await laptop.sync();
    await phone.sync();
    expect(phone.disk.log).toEqual([]);
  });
});

describe("the line of a cycle", () => {
  it("is written when something moved, failed, works again or was asked for; not at a poll that found nothing", async () => {
    const { disk, library, write } = await setup();
    const cycles = createCycleLog({ library, clock: new ManualClock(5) });
    await cycles.ended(undefined, false);
    await cycles.ended(undefined, false);
    await cycles.ended("offline", false);
    await cycles.ended("offline", false);
    await cycles.ended(undefined, false);
    await cycles.ended(undefined, true);
    await write([{ kind: "uploaded", atMs: 1, id: "note-1", entity: "note", device: "device" }]);
    await cycles.ended(undefined, false);
    const logged = disk.log.flatMap((entry) => (entry.kind === "cycle" ? [`${entry.problem ?? "complete"} ${entry.uploaded}`] : []));
    expect(logged).toEqual(["complete 0", "offline 0", "complete 0", "complete 0", "complete 1"]);
  });
});

describe("whose change it was", () => {
  it.each([
    [{ phone1: 2, laptop: 1 }, { laptop: 1 }, "phone1"],
    [{ phone1: 2, tablet: 1 }, {}, undefined],
    [{ me0000: 3, phone1: 1 }, {}, "phone1"],
    [{ phone1writer1: 2, phone1writer2: 3 }, { phone1writer1: 1 }, "phone1"],
    [{ me0000writer7: 3, phone1writer1: 1 }, {}, "phone1"],
    [{ "legacy-0123": 1 }, undefined, undefined],
  ] as const)("%j over %j: %s", (theirs, mine, device) => {
    expect(findEditingDevice(theirs, mine, "me0000")).toBe(device);
  });
});

describe("finding a line", () => {
  const entries: readonly LogEntry[] = [
    { kind: "uploaded", atMs: 3, id: "n1", entity: "note" },
    { kind: "failed", atMs: 2, id: "n2", entity: "note", problem: "offline" },
    line(1),
  ];
  const titleOf = (id: string) => ({ n1: "Résumé", n2: "Bread" })[id];

  it("goes by kind and by the note's title of today", () => {
    expect(selectLog(entries, { kind: "failed", term: "" }, titleOf)).toEqual([entries[1]]);
    expect(selectLog(entries, { kind: undefined, term: " resume" }, titleOf)).toEqual([entries[0]]);
    expect(selectLog(entries, { kind: undefined, term: "" }, titleOf)).toEqual(entries);
  });
});
