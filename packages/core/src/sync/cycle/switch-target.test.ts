import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

const draft = (title: string) => ({ title, content: `<p>${title}</p>` });

async function writeNotes(device: TestDevice, ...titles: string[]): Promise<void> {
  for (const title of titles) await device.notes.create(draft(title), null);
  await device.sync();
}

/** Another account's drive takes the place of the one that was connected, as a reconnect does. */
async function moveTo(device: TestDevice, drive: MemoryDrive): Promise<TestDevice> {
  // A new process draws its chances again; only the clock keeps ids apart.
  await device.clock.advance(1000);
  return device.restart({ drive });
}

function otherDrive(): MemoryDrive {
  const drive = new MemoryDrive();
  drive.target = { ...drive.target, targetId: "target-2", accountId: "account-2" };
  return drive;
}

const liveNotes = (drive: MemoryDrive): number =>
  [...drive.files.values()].filter(({ meta }) => !meta.trashed && meta.properties?.kind === "note" && meta.role === "notes").length;

describe("sync.md §7.3 another drive", () => {
  it("stops before anything is read or written, whatever is in either of the two", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk", "Bread");
    const moved = await moveTo(device, second);
    await moved.notes.create(draft("Later"), null);
    expect(await moved.sync()).toEqual({ ok: false, problem: { kind: "target-changed", what: "account" } });
    expect(second.files.size).toBe(0);
    expect([...moved.titles()].sort()).toEqual(["Bread", "Later", "Milk"]);
    expect(moved.calls.filter((call) => call !== "prepare")).toEqual([]);
  });

  it("after 'switch' everything is uploaded, nothing local is dropped, and the former drive is left as it was", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk", "Bread");
    const before = JSON.stringify([...first.files.values()].map(({ meta }) => meta));
    const moved = await moveTo(device, second);
    await moved.notes.create(draft("Later"), null);
    await moved.sync();
    expect(await moved.switchTarget()).toEqual({ ok: true, value: undefined });
    expect(moved.notes.store.getState().pendingCount).toBe(3);
    expect(await moved.sync()).toEqual({ ok: true, value: undefined });
    expect(liveNotes(second)).toBe(3);
    expect(moved.notes.store.getState()).toMatchObject({ pendingCount: 0 });
    expect([...moved.titles()].sort()).toEqual(["Bread", "Later", "Milk"]);
    expect(JSON.stringify([...first.files.values()].map(({ meta }) => meta))).toBe(before);
  });

  it("merges into a drive that holds notes already, and doubles none", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const clock = new ManualClock();
    const there = await createTestDevice("grace", second, clock);
    await writeNotes(there, "Hers");
    const device = await createTestDevice("ada", first, clock);
    await writeNotes(device, "Mine");
    const moved = await moveTo(device, second);
    await moved.sync();
    await moved.switchTarget();
    await moved.sync();
    await moved.sync();
    await there.sync();
    expect([...moved.titles()].sort()).toEqual(["Hers", "Mine"]);
    expect([...there.titles()].sort()).toEqual(["Hers", "Mine"]);
    expect(liveNotes(second)).toBe(2);
  });

  it("there and back again, with edits on the way, keeps every edit and one file for each note", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    let device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk");
    for (const [drive, title] of [
      [second, "In the second"],
      [first, "Back in the first"],
    ] as const) {
      device = await moveTo(device, drive);
      await device.sync();
      await device.notes.create(draft(title), null);
      await device.switchTarget();
      expect(await device.sync()).toMatchObject({ ok: true });
      await device.sync();
    }
    expect([...device.titles()].sort()).toEqual(["Back in the first", "In the second", "Milk"]);
    expect(liveNotes(first)).toBe(3);
    const fresh = await createTestDevice("new", first);
    await fresh.sync();
    expect([...fresh.titles()].sort()).toEqual(["Back in the first", "In the second", "Milk"]);
  });

  it("leaves the choice open after a crash before it is written, and continues by itself after a later one", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk");
    const moved = await moveTo(device, second);
    await moved.sync();
    expect(await (await moved.restart()).sync()).toMatchObject({ ok: false });
    await moved.switchTarget();
    expect(await (await moved.restart()).sync()).toMatchObject({ ok: true });
    expect(liveNotes(second)).toBe(1);
  });

  it("continues as before once the former account is back", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk");
    const away = await moveTo(device, second);
    await away.notes.create(draft("Meanwhile"), null);
    await away.sync();
    const back = await moveTo(away, first);
    expect(await back.sync()).toMatchObject({ ok: true });
    expect(liveNotes(first)).toBe(2);
    expect(second.files.size).toBe(0);
  });

  it("an app folder that is gone is another target too: nothing is deleted, and 'switch' brings it all back", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await writeNotes(device, "Milk", "Bread");
    drive.files.clear();
    drive.target = { ...drive.target, targetId: "target-new" };
    const restarted = await device.restart();
    expect(await restarted.sync()).toEqual({ ok: false, problem: { kind: "target-changed", what: "folder" } });
    expect(restarted.titles()).toHaveLength(2);
    await restarted.switchTarget();
    await restarted.sync();
    expect(liveNotes(drive)).toBe(2);
  });

  it("follows the same library to the place it was moved to without asking, and brings along what was not there yet", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk", "Bread");
    for (const { meta, body } of [...first.files.values()].slice(0, 1)) second.put({ ...meta, fileId: "copied" }, body, meta.md5 ?? "");
    second.movedFrom = first.target.targetId;
    first.hasLeft = true;
    await device.notes.create(draft("Late"), null);
    const left = await moveTo(device, first);
    expect(await left.sync()).toEqual({ ok: false, problem: { kind: "target-changed", what: "moved-away" } });

    const moved = await moveTo(device, second);
    expect(await moved.sync()).toEqual({ ok: true, value: undefined });
    expect(liveNotes(second)).toBe(3);
    expect(moved.notes.store.getState()).toMatchObject({ pendingCount: 0 });
    expect([...moved.titles()].sort()).toEqual(["Bread", "Late", "Milk"]);
  });

  it("is asked when another library was moved to the new place", async () => {
    const [first, second] = [new MemoryDrive(), otherDrive()];
    const device = await createTestDevice("ada", first);
    await writeNotes(device, "Milk");
    second.movedFrom = "somebody else's";
    const moved = await moveTo(device, second);
    expect(await moved.sync()).toEqual({ ok: false, problem: { kind: "target-changed", what: "account" } });
  });
});
