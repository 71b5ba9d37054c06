import { describe, expect, it } from "vitest";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice } from "../testing/test-device.ts";
import { parseForeign } from "./parse-foreign.ts";
import type { FolderRole, RemoteFile } from "./remote-file.ts";

const OLD = { noteId: "note-1-old", title: "Tide", content: "<p>Low at six</p>", folderId: "", createdAt: 1000 };

/** One code unit is two bytes for the codec of tests. */
function toBytes(value: unknown): Uint8Array {
  const codes = [...JSON.stringify(value)].flatMap((char) => [char.charCodeAt(0) >> 8, char.charCodeAt(0) & 255]);
  return Uint8Array.from(codes);
}

function leave(drive: MemoryDrive, name: string, value: unknown, role: FolderRole = "notes"): string {
  const fileId = drive.nextId();
  drive.put({ fileId, name, parentId: role, role, trashed: false }, toBytes(value), `md5-of-${fileId}`);
  return fileId;
}

const row = (more: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: "f1",
  id: "note-1-old",
  kind: "note",
  vv: {},
  trashed: false,
  superseded: false,
  role: "notes",
  version: 1,
  modifiedTime: 9000,
  trusted: false,
  ...more,
});

describe("A3-05 B3-02 notes of other origin", () => {
  it.each([
    [{ lastModified: 5000, modifiedTime: 6000, updatedAt: 7000, cloudModified: 8000 }, 5000],
    [{ modifiedTime: 6000, updatedAt: 7000, cloudModified: 8000 }, 6000],
    [{ updatedAt: "1970-01-01T00:00:07.000Z", cloudModified: 8000 }, 7000],
    [{ cloudModified: 8000 }, 8000],
    [{}, 1000],
  ])("takes the first time that is there: %j", (times, mtime) => {
    expect(parseForeign(row(), "m1", { ...OLD, ...times })).toMatchObject({ id: "note-1-old", mtime, folderId: null, createdAt: 1000 });
  });

  it("takes the drive's time where the note has none", () => {
    const { createdAt: _none, ...timeless } = OLD;

    expect(parseForeign(row(), "m1", timeless)).toMatchObject({ mtime: 9000, createdAt: 9000 });
  });

  it.each([
    ["another note's", { ...OLD, noteId: "note-2-other" }],
    ["encrypted in a way of its own", { ...OLD, isEncrypted: true }],
    ["no note at all", { hello: "world" }],
    ["no object", 7],
  ])("leaves alone what is %s", (_what, value) => {
    expect(parseForeign(row(), "m1", value)).toBeUndefined();
  });

  it("has the versions of equal bytes equal, and one that was deleted dead", () => {
    expect(parseForeign(row(), "m1", OLD)).toMatchObject({ vv: { "legacy-m1": 1 }, alive: { "legacy-m1": 1 } });
    expect(parseForeign(row({ role: "soft-delete" }), "m1", OLD)).toMatchObject({ alive: {} });
  });

  it("shows them, sends them sealed in files of our own, and only then puts the old ones in the trash as they are", async () => {
    const drive = new MemoryDrive();
    const noteFile = leave(drive, "note_note-1-old.json", OLD);
    const folderFile = leave(drive, "folder-1-old.json", { folderId: "folder-1-old", name: "Sea", createdAt: 1 }, "folders");
    const before = [noteFile, folderFile].map((fileId) => drive.files.get(fileId)?.body);
    const [first, second] = [await createTestDevice("first", drive), await createTestDevice("second", drive)];

    await first.sync();
    await second.sync();
    await first.sync();

    expect([first.titles(), second.titles()]).toEqual([["Tide"], ["Tide"]]);
    expect(first.notes.store.getState().folders.map(({ name }) => name)).toContain("Sea");
    expect([noteFile, folderFile].map((fileId) => drive.files.get(fileId)?.body)).toEqual(before);
    expect([noteFile, folderFile].map((fileId) => drive.files.get(fileId)?.meta.trashed)).toEqual([true, true]);
    const living = [...drive.files.values()].filter(({ meta }) => !meta.trashed);
    expect(living.map(({ meta }) => meta.properties?.id).sort()).toEqual(["folder-1-old", "note-1-old"]);
  });

  it("takes what we put in the trash ourselves for no deletion, also where our own file is not seen yet", async () => {
    const drive = new MemoryDrive();
    leave(drive, "note-1-old.json", OLD);
    const first = await createTestDevice("first", drive);
    await first.sync();
    const own = [...drive.files.values()].find(({ meta }) => meta.properties !== undefined);
    drive.remove(own?.meta.fileId ?? "");
    const late = await createTestDevice("late", drive);

    expect(await late.sync()).toMatchObject({ ok: true });

    expect(late.titles()).toEqual(["Tide"]);
  });

  it("never touches what it cannot read", async () => {
    const drive = new MemoryDrive();
    const fileId = leave(drive, "note-9-odd.json", { ...OLD, noteId: "note-9-odd", isEncrypted: true });
    const device = await createTestDevice("device", drive);

    await device.sync();
    await device.sync();

    expect(device.titles()).toEqual([]);
    expect(drive.files.get(fileId)?.meta).toMatchObject({ trashed: false });
    expect(drive.files.size).toBe(1);
  });
});
