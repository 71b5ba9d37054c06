import { describe, expect, it } from "vitest";
import { aFolder, aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { folderBytes, noteBytes } from "./usage-log.ts";
import { measureUsage } from "./usage-service.ts";

describe("B9 size estimates", () => {
  it("counts two bytes per character, 500 per note and 200 per folder", () => {
    expect(noteBytes(aNote({ title: "four", content: "<p>ab</p>" }))).toBe((4 + 9) * 2 + 500);
    expect(folderBytes(aFolder({ name: "Work" }))).toBe(4 * 2 + 200);
  });
});

describe("B3 storage usage", () => {
  it("sums living notes, folders and files by folder, largest first", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    const made = await device.notes.createFolder({ name: "Work", description: "", color: "#112233" });
    const work = made.ok ? made.value.folderId : null;
    const file = await device.attachments.add(
      { bytes: new Uint8Array(10_000), fileName: "a", mimeType: "x/y" },
      { use: "file", isSensitive: false, noteId: null },
    );
    const content = `<p><a data-file-id="${file.ok ? file.value.id : ""}">a</a></p>`;
    await device.notes.create({ title: "One", content }, work);
    await device.notes.create({ title: "Two", content }, work);
    await device.notes.create({ title: "None", content: "" }, null);
    const gone = await device.notes.create({ title: "Gone", content: "x".repeat(9000) }, null);
    if (gone.ok) await device.notes.remove(gone.value.noteId);

    const usage = await measureUsage({ library: device.library, clock: new ManualClock(7), sessionId: "local-x" });

    const text = (3 + content.length) * 2 + 500;
    const totalBytes = 2 * text + 10_000 + (4 * 2 + 500) + (4 * 2 + 200);
    expect(usage).toEqual({
      ok: true,
      value: {
        totalBytes,
        notesCount: 3,
        foldersCount: 1,
        formatted: `${(totalBytes / 1024).toFixed(2)} KB`,
        sessionId: "local-x",
        lastCalculated: 7,
        folders: [
          { folderId: work, notes: 2, bytes: 2 * text + 10_000 },
          { folderId: null, notes: 1, bytes: 508 },
        ],
      },
    });
  });

  it("uses the note's size for a file that is not on this device", async () => {
    const drive = new MemoryDrive();
    const [device, other] = [await createTestDevice("ada", drive), await createTestDevice("bob", drive)];
    const link = '<p><a data-file-id="elsewhere" data-file-size="7000" data-file-name="a">a</a></p>';
    await device.notes.create({ title: "One", content: link }, null);
    await device.sync();
    await other.sync();

    const usage = await measureUsage({ library: other.library, clock: new ManualClock(7), sessionId: undefined });

    expect(usage).toMatchObject({ value: { totalBytes: (3 + link.length) * 2 + 500 + 7000 } });
  });
});
