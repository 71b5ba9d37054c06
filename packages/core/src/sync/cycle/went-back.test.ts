import { beforeEach, describe, expect, it } from "vitest";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
});

const wentBack = () => laptop.library.index.meta.wentBack?.count;
const textOf = async (device: TestDevice, noteId: string) => {
  const opened = await device.notes.open(noteId);
  return opened.ok ? opened.value.content : undefined;
};
async function write(title: string): Promise<string> {
  const made = await laptop.notes.create({ title, content: `<p>${title} first</p>` }, null);
  if (!made.ok) throw new Error("not made");
  return made.value.noteId;
}
async function edit(device: TestDevice, noteId: string, content: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error("not opened");
  await device.notes.save(noteId, { title: opened.value.title, content }, { seen: { vv: opened.value.vv } });
}
/** Everything as it was, the feed too: cursors of later times are no longer taken. */
function backUp(): () => void {
  const [files, feed] = [new Map(drive.files), [...drive.feed]];
  return () => {
    drive.files.clear();
    for (const [fileId, file] of files) drive.files.set(fileId, file);
    drive.feed.splice(0, drive.feed.length, ...feed);
  };
}
/** As after the daily listing is due, or when the drive no longer takes the cursor. */
const lookThrough = () =>
  laptop.library.transact({}, () => ({ writes: { meta: { auditAt: 0, cursor: undefined } }, answer: undefined }), "sync");

describe("sync.md §7.3 a drive that went back", () => {
  it("is noticed when the whole of it was put back, and gets everything again", async () => {
    const [old, kept] = [await write("Old"), await write("Kept")];
    await laptop.sync();
    const putBack = backUp();
    await edit(laptop, old, "<p>Old second</p>");
    const fresh = await write("Fresh");
    await laptop.sync();
    expect(wentBack()).toBeUndefined();

    putBack();
    await lookThrough();
    await laptop.sync();

    expect(wentBack()).toBe(2);
    expect(laptop.library.index.pendingPush.size).toBe(0);
    const phone = await createTestDevice("phone", drive);
    await phone.sync();
    expect([await textOf(phone, old), await textOf(phone, fresh), await textOf(phone, kept)]).toEqual([
      "<p>Old second</p>",
      "<p>Fresh first</p>",
      "<p>Kept first</p>",
    ]);
    expect([...phone.notes.store.getState().notesById.keys()].length).toBe(3);
  });

  it("is noticed when one file lost its newest revision, or is gone", async () => {
    const noteId = await write("Old");
    const gone = await write("Gone");
    await laptop.sync();
    const file = [...drive.files.values()].find(({ meta }) => meta.properties?.id === noteId);
    await edit(laptop, noteId, "<p>Old second</p>");
    await laptop.sync();
    if (file === undefined) throw new Error("no file");
    drive.put(file.meta, file.body, file.meta.md5 ?? "");
    const lost = [...drive.files.values()].find(({ meta }) => meta.properties?.id === gone)?.meta.fileId ?? "";
    drive.files.delete(lost);
    drive.feed.push({ fileId: lost });

    await laptop.sync();

    expect(wentBack()).toBe(2);
    const phone = await createTestDevice("phone", drive);
    await phone.sync();
    expect([await textOf(phone, noteId), await textOf(phone, gone)]).toEqual(["<p>Old second</p>", "<p>Gone first</p>"]);
  });

  it("does not report edits, merges and deletes of other devices", async () => {
    const phone = await createTestDevice("phone", drive);
    const ids = [await write("One"), await write("Two"), await write("Three")] as const;
    for (const device of [laptop, phone]) await device.sync();
    await edit(phone, ids[0], "<p>by phone</p>");
    await edit(laptop, ids[1], "<p>by laptop</p><p>Two first</p>");
    await edit(phone, ids[1], "<p>Two first</p><p>by phone</p>");
    await phone.notes.remove(ids[2]);
    for (const device of [phone, laptop, phone, laptop]) await device.sync();
    await lookThrough();
    await laptop.sync();

    expect([wentBack(), phone.library.index.meta.wentBack]).toEqual([undefined, undefined]);
  });
});
