import { beforeEach, describe, expect, it } from "vitest";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../testing/test-device.ts";

let drive: MemoryDrive;
let laptop: TestDevice;
let phone: TestDevice;
let noteId: string;

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
  phone = await createTestDevice("phone", drive);
  const made = await laptop.notes.create({ title: "Milk", content: "<p>start</p>" }, null);
  if (!made.ok) throw new Error("not made");
  noteId = made.value.noteId;
  await laptop.sync();
  await phone.sync();
});

async function write(device: TestDevice, content: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error("not opened");
  await device.clock.advance(1000);
  await device.notes.save(noteId, { title: opened.value.title, content }, { seen: { vv: opened.value.vv } });
  await device.sync();
}

const fileOf = (owner: string) => {
  const own = [...drive.files.values()].filter(({ meta }) => meta.properties?.owner === owner && meta.properties.id === noteId);
  return own.find(({ meta }) => !meta.trashed) ?? own[0];
};

/** Whole bytes of the one device's file in the other's, under the properties that were there. */
function putInto(owner: string, from: string): void {
  const [into, source] = [fileOf(owner), fileOf(from)];
  if (into === undefined || source === undefined) throw new Error("no file");
  const { version: _v, md5: _m, modifiedTime: _t, ...meta } = into.meta;
  drive.put({ ...meta, trashed: false }, source.body, source.meta.md5 ?? "");
}

describe("sync.md §4.5 a drive that puts one device's version into another's file", () => {
  it("loses nothing and makes no further version, however often it happens", async () => {
    const [onLaptop, onPhone] = [laptop, phone].map(({ library }) => library.index.writer.name) as [string, string];
    for (let at = 1; at <= 5; at += 1) {
      await write(phone, `<p>by the phone ${at}</p>`);
      putInto(onLaptop, onPhone);
      await laptop.sync();
      await write(laptop, `<p>by the laptop ${at}</p>`);
      await phone.sync();
    }

    for (const { notes } of [laptop, phone]) {
      expect(notes.store.getState().notes).toHaveLength(1);
      expect(await notes.open(noteId)).toMatchObject({ value: { content: "<p>by the laptop 5</p>", vv: { [onLaptop]: 6, [onPhone]: 5 } } });
    }
  });
});
