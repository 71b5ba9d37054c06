import { beforeEach, describe, expect, it } from "vitest";
import { MemoryDrive, type StoredFile } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

let drive: MemoryDrive;
let laptop: TestDevice;
let phone: TestDevice;
let noteId: string;

const html = (...paragraphs: readonly string[]): string => paragraphs.map((text) => `<p>${text}</p>`).join("");

async function edit(device: TestDevice, content: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title: "Plan", content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

async function textOf(device: TestDevice): Promise<string | undefined> {
  const opened = await device.notes.open(noteId);
  return opened.ok ? opened.value.content : undefined;
}

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
  phone = await createTestDevice("phone", drive);
  const made = await laptop.notes.create({ title: "Plan", content: html("one", "two", "three") }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  noteId = made.value.noteId;
  await laptop.sync();
  await phone.sync();
});

/** Both send their texts without having seen the other's; the phone is then signed out. */
async function writeApart(byLaptop: string, byPhone: string): Promise<void> {
  await edit(laptop, byLaptop);
  await phone.clock.advance(5000);
  await edit(phone, byPhone);
  const before = new Map(drive.files);
  await laptop.sync();
  const sent = [...drive.files].filter(([fileId, file]) => before.get(fileId) !== file);
  for (const [fileId] of sent) drive.files.set(fileId, before.get(fileId) as StoredFile);
  await phone.sync();
  for (const [fileId, file] of sent) drive.files.set(fileId, file);
  expect(await textOf(phone)).toBe(byPhone);
}

describe("a device that signs in after two others wrote in one note", () => {
  it("merges both texts without a copy, as the two would", async () => {
    await writeApart(html("one by laptop", "two", "three"), html("one", "two", "three by phone"));
    const fresh = await createTestDevice("fresh", drive);
    for (const device of [fresh, laptop, fresh]) await device.sync();

    for (const device of [fresh, laptop]) {
      expect(await textOf(device)).toBe(html("one by laptop", "two", "three by phone"));
      expect(device.titles()).toEqual(["Plan"]);
    }
  });

  it("keeps a copy if merging would remove a word", async () => {
    await writeApart(html("two", "three"), html("one", "two", "three by phone"));
    const fresh = await createTestDevice("fresh", drive);
    for (const device of [fresh, laptop, fresh]) await device.sync();

    for (const device of [fresh, laptop]) {
      expect(await textOf(device)).toBe(html("one", "two", "three by phone"));
      expect([...device.titles()].sort()).toEqual(["Plan", "Plan (Cloud Copy)"]);
    }
  });
});
