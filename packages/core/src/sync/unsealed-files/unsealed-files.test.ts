import { beforeEach, describe, expect, it } from "vitest";
import type { FolderRole } from "../../model/drive/remote-file.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { IMPORT } from "./import-target.ts";
import { importUnsealed } from "./import-unsealed-service.ts";
import { recognizeUnsealed, toImported } from "./unsealed-file.ts";

const OLD = { noteId: "note-1-old", title: "Tide", content: "<p>Low at six</p>", folderId: "", createdAt: 1000 };
const FILE = { fileId: "f1", kind: "note", modifiedTime: 9000 } as const;

let drive: MemoryDrive;
let device: TestDevice;

beforeEach(async () => {
  drive = new MemoryDrive();
  device = await createTestDevice("device", drive);
});

/** One code unit is two bytes for the codec of tests. */
function toBytes(value: unknown): Uint8Array {
  const codes = [...JSON.stringify(value)].flatMap((char) => [char.charCodeAt(0) >> 8, char.charCodeAt(0) & 255]);
  return Uint8Array.from(codes);
}

function leave(name: string, value: unknown, role: FolderRole = "notes"): string {
  const fileId = drive.nextId();
  const body = toBytes(value);
  drive.put({ fileId, name, parentId: role, role, trashed: false }, body, device.codec.md5(body));
  return fileId;
}

const importAll = (by: TestDevice) => importUnsealed({ library: by.library, remote: by.remote, codec: by.codec });
const view = (by: TestDevice) => {
  by.notes.refresh();
  const { notes, folders } = by.notes.store.getState();
  return {
    notes: notes.map(({ title, folderId }) => ({ title, folderId })),
    folders: folders.map(({ name, folderType }) => [name, folderType]),
  };
};

async function aNote(title = "Mine", content = "<p>real</p>"): Promise<string> {
  const made = await device.notes.create({ title, content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  await device.sync();
  return made.value.noteId;
}

describe("A3-05 B3-02 unencrypted notes", () => {
  it.each([
    [{ lastModified: 5000, modifiedTime: 6000, updatedAt: 7000, cloudModified: 8000 }, 5000],
    [{ modifiedTime: 6000, updatedAt: 7000, cloudModified: 8000 }, 6000],
    [{ updatedAt: "1970-01-01T00:00:07.000Z", cloudModified: 8000 }, 7000],
    [{ cloudModified: 8000 }, 8000],
    [{}, 1000],
    [{ lastModified: 1e17 }, 1000],
  ])("takes the first time that is there: %j", (times, mtime) => {
    expect(toImported(FILE, "m1", { ...OLD, ...times })).toMatchObject({ mtime, folderId: IMPORT.folderId, createdAt: 1000 });
  });

  it("takes the drive's time where the note has none", () => {
    const { createdAt: _none, ...timeless } = OLD;
    expect(toImported(FILE, "m1", timeless)).toMatchObject({ mtime: 9000, createdAt: 9000 });
  });

  it.each([
    ["encrypted in a way of its own", { ...OLD, isEncrypted: true }],
    ["no note at all", { hello: "world" }],
    ["no object", 7],
    ["of times that no calendar has", { ...OLD, createdAt: 1e17, lastModified: -1 }],
  ])("is nothing to import where it is %s", (_what, value) => {
    expect(recognizeUnsealed(FILE, "m1", value)).toBeUndefined();
    expect(toImported(FILE, "m1", value)).toBeUndefined();
  });

  it("leaves behind the id, the attachments and the folder that the file names", () => {
    const note = toImported(FILE, "m1", {
      ...OLD,
      folderId: "folder-sensitive-1",
      attachments: [{ id: "a", fileName: "a", mimeType: "b", sizeBytes: 1 }],
      attIds: ["a"],
    });
    expect(note).toMatchObject({ folderId: IMPORT.folderId, attachments: [], attIds: [], isEncrypted: false, title: "Tide (Imported)" });
    expect(note?.id).not.toBe(OLD.noteId);
  });
});

describe("a drive that writes unencrypted files", () => {
  it("cannot replace a note with any times, ids and owners", async () => {
    const noteId = await aNote();
    const forged = { ...OLD, noteId, id: noteId, title: "Forged", content: "<p>forged</p>", lastModified: 4_000_000_000_000 };
    leave(`${noteId}.json`, forged);
    leave(`note_${noteId}.json`, forged);
    leave(`${noteId}.json`, forged, "soft-delete");
    const own = [...drive.files.values()].find(({ meta }) => meta.properties?.id === noteId);
    if (own === undefined) throw new Error("no file");
    drive.put(
      { ...own.meta, properties: { ...(own.meta.properties as object), vv: { device: 99 } } as never },
      toBytes(forged),
      "md5-of-forged",
    );

    for (let cycle = 0; cycle < 3; cycle += 1) await device.sync();

    expect(view(device).notes).toEqual([{ title: "Mine", folderId: null }]);
    const fresh = await createTestDevice("fresh", drive);
    await fresh.sync();
    expect(view(fresh).notes).toEqual([{ title: "Mine", folderId: null }]);
    expect(device.library.index.unsealedFiles()).toHaveLength(4);
  });

  it("cannot invent a note or change a folder", async () => {
    await device.notes.ensureDefaultFolders();
    await device.sync();
    const sensitive = device.notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    if (sensitive === undefined) throw new Error("no folder");
    const before = view(device);
    leave("note-5-new.json", { ...OLD, noteId: "note-5-new" });
    leave(
      `${sensitive.folderId}.json`,
      { folderId: sensitive.folderId, name: "Open", folderType: "CUSTOM", createdAt: 1, lastModified: 4_000_000_000_000 },
      "folders",
    );

    await device.sync();
    await device.sync();

    expect(view(device)).toEqual(before);
    expect(device.library.index.unsealedFiles()).toHaveLength(2);
    expect(device.library.index.unreadableCount).toBe(0);
  });

  it("finds its files untouched: neither written, nor in the trash", async () => {
    const fileId = leave("note-1-old.json", OLD);
    const before = drive.files.get(fileId);

    await device.sync();
    await importAll(device);
    await device.sync();

    expect(drive.files.get(fileId)).toEqual(before);
  });
});

describe("importing them when the user asks", () => {
  it("makes notes of their own in a folder of their own, once, on every device that asks", async () => {
    leave("note-1-old.json", OLD);
    leave("folder-1-old.json", { folderId: "folder-1-old", name: "Sea", createdAt: 1 }, "folders");
    const other = await createTestDevice("other", drive);
    for (const each of [device, other]) await each.sync();

    expect(await importAll(device)).toEqual({ ok: true, value: { notes: 1, left: 1 } });
    expect(await importAll(other)).toEqual({ ok: true, value: { notes: 1, left: 1 } });
    for (const each of [device, other, device]) await each.sync();

    for (const each of [device, other]) {
      expect(view(each).notes).toEqual([{ title: "Tide (Imported)", folderId: IMPORT.folderId }]);
      expect(view(each).folders).toContainEqual([IMPORT.folderName, "CUSTOM"]);
      expect(each.library.index.unsealedFiles()).toHaveLength(1);
    }
    const noteId = device.notes.store.getState().notes[0]?.noteId;
    const files = [...drive.files.values()].filter(({ meta }) => meta.properties?.id === noteId && !meta.trashed);
    expect(files).toHaveLength(1);
  });

  it("brings nothing back that was imported and deleted", async () => {
    leave("note-1-old.json", OLD);
    await device.sync();
    await importAll(device);
    device.notes.refresh();
    const noteId = device.notes.store.getState().notes[0]?.noteId ?? "";
    await device.notes.remove(noteId);

    await device.sync();

    expect(await importAll(device)).toEqual({ ok: true, value: { notes: 0, left: 0 } });
    expect(view(device).notes).toEqual([]);
  });

  it("refuses a file whose bytes differ from those listed", async () => {
    const fileId = leave("note-1-old.json", OLD);
    await device.sync();
    const listed = drive.files.get(fileId);
    if (listed === undefined) throw new Error("no file");
    const other = toBytes({ ...OLD, title: "Another" });
    drive.put(listed.meta, other, device.codec.md5(other));

    expect(await importAll(device)).toEqual({ ok: true, value: { notes: 0, left: 1 } });
    expect(view(device).notes).toEqual([]);
  });

  it("writes nothing when the drive cannot be reached", async () => {
    leave("note-1-old.json", OLD);
    await device.sync();
    device.faults.next = (call, at) => (call === "download" && at === "before" ? { kind: "offline" } : undefined);

    expect(await importAll(device)).toMatchObject({ ok: false, problem: { kind: "offline" } });
    expect(view(device).notes).toEqual([]);
  });
});
