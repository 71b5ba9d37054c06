import { beforeEach, describe, expect, it } from "vitest";
import { labelOf } from "../model/entities/version-vector.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";

let drive: MemoryDrive;
let first: TestDevice;
let second: TestDevice;
let third: TestDevice;
let noteId: string;

beforeEach(async () => {
  drive = new MemoryDrive();
  first = await createTestDevice("laptop", drive);
  const made = await first.notes.create({ title: "Milk", content: "<p>start</p>" }, null);
  if (!made.ok) throw new Error("not made");
  noteId = made.value.noteId;
  await first.sync();
  second = await first.copy();
  third = await createTestDevice("phone", drive);
});

async function add(device: TestDevice, text: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error("not opened");
  const { title, content, vv } = opened.value;
  await device.notes.save(noteId, { title, content: `${content}<p>${text}</p>` }, { seen: { vv } });
}

async function textsOf(device: TestDevice): Promise<string> {
  const opened = await Promise.all(device.notes.store.getState().notes.map(({ noteId: id }) => device.notes.open(id)));
  return opened.map((note) => (note.ok ? note.value.content : "")).join();
}

async function syncUntilStable(...devices: readonly TestDevice[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of devices) await device.sync();
}

async function expectTexts(devices: readonly TestDevice[], texts: readonly string[]): Promise<void> {
  for (const device of devices) {
    const shown = await textsOf(device);
    for (const text of texts) expect(shown).toContain(text);
  }
}

describe("decision 0041 copies of one database", () => {
  it("merges what both copies wrote under the same count, in one conflict copy at most", async () => {
    await add(first, "by the first");
    await second.clock.advance(5000);
    await add(second, "by the second");
    await syncUntilStable(first, second, third);

    await expectTexts([first, second, third], ["by the first", "by the second"]);
    expect(third.titles().length).toBeLessThanOrEqual(2);
  });

  it("keeps the lower count of one copy although the other has counted further", async () => {
    await add(second, "by the second");
    await second.sync();
    await third.sync();
    await add(first, "by the first, early");
    await add(first, "by the first, later");
    await add(third, "seen by the third");
    await syncUntilStable(first, third, second);

    await expectTexts([first, second, third], ["by the first, early", "by the first, later", "by the second", "seen by the third"]);
  });

  it("merges without conflict copies if the two databases take turns", async () => {
    for (const [at, device] of [second, first, second, third, first].entries()) {
      await device.sync();
      await add(device, `turn ${at}`);
      await device.sync();
    }
    await syncUntilStable(first, second, third);

    expect(third.titles()).toEqual(["Milk"]);
    await expectTexts([first, second, third], ["turn 0", "turn 1", "turn 2", "turn 3", "turn 4"]);
  });

  it("never overwrites a file of another copy", async () => {
    await add(second, "by the second");
    second.calls.length = 0;
    await second.sync();

    expect(second.calls).toContain("create");
    expect(second.calls).not.toContain("update");
  });

  it("shows both copies under the name of their device", () => {
    const names = [first, second].map(({ library }) => library.index.writer.name);
    expect(new Set(names).size).toBe(2);
    expect(names.map(labelOf)).toEqual(["laptop", "laptop"]);
  });
});

describe("decision 0041 a disk that was set back", () => {
  it("keeps what was sent before, although later edits have the same count", async () => {
    await add(first, "before");
    await first.sync();
    const setBack = second;
    await add(setBack, "after");
    await setBack.sync();
    await syncUntilStable(third, setBack);

    await expectTexts([third, setBack], ["before", "after"]);
  });

  it("does not bring back a note that was deleted before", async () => {
    await first.notes.remove(noteId);
    await first.sync();
    const setBack = second;
    await setBack.notes.create({ title: "Bread", content: "" }, null);
    await syncUntilStable(setBack, third);

    expect(setBack.titles()).toEqual(["Bread"]);
    expect(third.titles()).toEqual(["Bread"]);
  });
});

describe("sync.md §2 a note that was edited in 1,000 sessions", () => {
  it("needs neither a merge nor a conflict copy on any device", async () => {
    const entity = first.disk.entities.get(noteId);
    if (entity === undefined) throw new Error("not stored");
    const sessions = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${entity.id.slice(-6)}${at}`, at + 1]));
    first.disk.entities.set(noteId, { ...entity, vv: { ...entity.vv, ...sessions } });
    first = await first.restart();
    await syncUntilStable(first, third);
    first = await first.restart();
    await add(first, "by the first");
    first.calls.length = 0;
    await first.sync();
    await third.sync();
    await add(third, "by the third");
    await syncUntilStable(third, first);

    expect(first.calls).toContain("create");
    expect(first.calls.slice(0, first.calls.indexOf("create"))).not.toContain("download");
    await expectTexts([first, third], ["start", "by the first", "by the third"]);
    expect([first.titles(), third.titles()]).toEqual([["Milk"], ["Milk"]]);
    expect([...drive.files.values()].filter(({ meta }) => !meta.trashed && meta.properties?.id === noteId)).toHaveLength(1);
  });
});
