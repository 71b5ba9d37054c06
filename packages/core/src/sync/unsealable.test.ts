import { describe, expect, it } from "vitest";
import { nextStamp, stampEdit } from "../merge/stamp.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";
import { toWriting } from "../testing/test-writers.ts";

/** As a version before this one took it out of a backup: restore refuses such an id now, and a library may hold it already. */
async function poison(device: TestDevice, id: string): Promise<void> {
  const stamp = nextStamp({ ...toWriting(device.library.index.meta), ctr: 900 }, device.clock.now());
  const entities = [stampEdit(aNote({ id, title: "Poison", vv: {}, alive: {} }), undefined, stamp)];
  const written = await device.library.transact({}, () => ({ writes: { entities }, answer: undefined }), "restore");
  if (!written.ok) throw new Error(written.problem.kind);
}

describe("sync.md §5 a record that cannot be sealed", () => {
  it("is parked and reported, and everything written before and after it is sent", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("laptop", drive);
    await device.notes.create({ title: "Before", content: "" }, null);
    await poison(device, "poison.note.1");
    await device.notes.create({ title: "After", content: "" }, null);

    expect(await device.sync()).toEqual({ ok: true, value: undefined });
    await device.notes.create({ title: "Much later", content: "" }, null);
    expect(await device.sync()).toEqual({ ok: true, value: undefined });

    const other = await createTestDevice("phone", drive);
    await other.sync();
    expect([...other.titles()].sort()).toEqual(["After", "Before", "Much later"]);
    const states = device.notes.store
      .getState()
      .notes.map(({ title, sync }) => [title, sync.kind === "needs-you" ? sync.reason : sync.kind]);
    expect(Object.fromEntries(states)).toEqual({
      Before: "in-your-drive",
      After: "in-your-drive",
      "Much later": "in-your-drive",
      Poison: "unsealable",
    });
    expect(device.library.index.whyRefused()).toBe("unsealable");
  });

  it("does not stop a folder from being sent, nor the cycle from saying that it is complete", async () => {
    const device = await createTestDevice("laptop", new MemoryDrive());
    for (const id of ["a/b", "x".repeat(129), "ä"]) await poison(device, id);
    await device.sync();
    expect(device.library.index.meta.lastCompleteAt).toBeDefined();
    expect([...device.library.index.attempts.values()].map(({ problem, parked }) => [problem, parked])).toEqual(
      Array.from({ length: 3 }, () => ["unsealable", true]),
    );
  });
});
