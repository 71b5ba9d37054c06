import { beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

let drive: MemoryDrive;
let laptop: TestDevice;
let phone: TestDevice;

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
  phone = await createTestDevice("phone", drive);
});

async function write(device: TestDevice, title: string, content = "<p>text</p>"): Promise<string> {
  const made = await device.notes.create({ title, content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function edit(device: TestDevice, noteId: string, content: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title: opened.value.title, content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

async function textOf(device: TestDevice, noteId: string): Promise<string | undefined> {
  const opened = await device.notes.open(noteId);
  return opened.ok ? opened.value.content : undefined;
}

function liveFiles(): number {
  return [...drive.files.values()].filter(({ meta }) => !meta.trashed).length;
}

describe("sync.md §5 one cycle", () => {
  it("carries a note to the drive and to another device", async () => {
    const noteId = await write(laptop, "Milk");
    expect(laptop.notes.store.getState().notesById.get(noteId)?.sync).toEqual({ kind: "on-this-device" });

    await laptop.sync();
    await phone.sync();

    expect(laptop.notes.store.getState().notesById.get(noteId)?.sync).toEqual({ kind: "in-your-drive" });
    expect(await textOf(phone, noteId)).toBe("<p>text</p>");
    expect(phone.titles()).toEqual(["Milk"]);
  });

  it("B4.3 keeps edits made without a network over a restart, until the drive has each", async () => {
    const [kept, gone] = [await write(laptop, "Milk"), await write(laptop, "Bread")];
    await laptop.sync();
    laptop.faults.next = () => ({ kind: "offline" });
    const folder = await laptop.notes.createFolder({ name: "Recipes", description: "", color: "#22C55E" });
    if (!folder.ok) throw new Error(folder.problem.kind);
    await edit(laptop, kept, "<p>three litres</p>");
    const before = laptop.notes.store.getState().notesById.get(kept)?.lastModified ?? 0;
    await laptop.clock.advance(1000);
    await laptop.notes.move(kept, folder.value.folderId);
    await laptop.notes.remove(gone);
    await laptop.sync();

    expect(laptop.titles()).toEqual(["Milk"]);
    expect(laptop.notes.store.getState().notesById.get(kept)?.lastModified).toBeGreaterThan(before);
    expect(laptop.notes.store.getState().pendingCount).toBe(3);
    const again = await laptop.restart();
    expect(again.notes.store.getState().pendingCount).toBe(3);
    let isDown = true;
    again.faults.next = (call, at) => (isDown && at === "before" && call === "create" ? { kind: "server-error", status: 503 } : undefined);
    await again.sync();
    expect(again.notes.store.getState().pendingCount).toBeGreaterThan(0);
    isDown = false;
    for (let round = 0; round < 3; round += 1) await again.sync();

    expect(again.notes.store.getState().pendingCount).toBe(0);
    await phone.sync();
    expect(phone.titles()).toEqual(["Milk"]);
    expect(await textOf(phone, kept)).toBe("<p>three litres</p>");
    expect(phone.notes.store.getState().notesById.get(kept)).toMatchObject({ folderId: folder.value.folderId });
    expect(phone.notes.store.getState().folders.map(({ name }) => name)).toContain("Recipes");
  });

  it("asks once when nothing happened", async () => {
    await write(laptop, "Milk");
    await laptop.sync();
    await laptop.sync();
    laptop.calls.length = 0;

    await laptop.sync();

    expect(laptop.calls.filter((call) => call !== "prepare")).toEqual(["changes"]);
  });

  it("needs one request for a save on the same device, and two on another", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();
    await edit(laptop, noteId, "<p>second</p>");
    laptop.calls.length = 0;
    await laptop.sync();
    expect(laptop.calls.filter((call) => !["prepare", "changes"].includes(call))).toEqual(["update"]);

    await phone.sync();
    await edit(phone, noteId, "<p>third</p>");
    phone.calls.length = 0;
    await phone.sync();

    expect(phone.calls.filter((call) => !["prepare", "changes", "reserveIds"].includes(call))).toEqual(["create", "trash"]);
    await laptop.sync();
    expect(await textOf(laptop, noteId)).toBe("<p>third</p>");
    expect(liveFiles()).toBe(1);
  });

  it("moves a deleted note to soft-delete and away from the other device", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();

    await phone.notes.remove(noteId);
    await phone.sync();
    await laptop.sync();

    expect(laptop.titles()).toEqual([]);
    const live = [...drive.files.values()].filter(({ meta }) => !meta.trashed);
    expect(live.map(({ meta }) => meta.role)).toEqual(["soft-delete"]);
  });

  it("keeps a note that one device deletes while the other still writes in it", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();

    await laptop.notes.remove(noteId);
    await edit(phone, noteId, "<p>still needed</p>");
    for (const device of [laptop, phone, laptop, phone]) await device.sync();

    expect(await textOf(laptop, noteId)).toBe("<p>still needed</p>");
    expect(await textOf(phone, noteId)).toBe("<p>still needed</p>");
  });

  it("keeps both texts when two devices write over the same one, on both, once each", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();

    await edit(laptop, noteId, "<p>from the laptop</p>");
    await phone.clock.advance(5000);
    await edit(phone, noteId, "<p>from the phone</p>");
    for (const device of [laptop, phone, laptop, phone]) await device.sync();

    for (const device of [laptop, phone]) {
      const texts = await Promise.all(device.notes.store.getState().notes.map(({ noteId: id }) => textOf(device, id)));
      expect(texts.sort()).toEqual(["<p>from the laptop</p>", "<p>from the phone</p>"]);
      // The newer side wins: it stays the note.
      expect(await textOf(device, noteId)).toBe("<p>from the phone</p>");
      expect([...device.titles()].sort()).toEqual(["Milk", "Milk (Cloud Copy)"]);
    }
  });

  it("keeps a note back until the copy of what it dropped is in the drive, so that nothing is lost with this device", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();
    await edit(laptop, noteId, "<p>from the laptop</p>");
    await laptop.sync();
    await phone.clock.advance(5000);
    await edit(phone, noteId, "<p>from the phone</p>");
    let failing = 1;
    phone.faults.next = (call, at) => {
      if (call !== "create" || at !== "before" || failing === 0) return undefined;
      failing -= 1;
      return { kind: "server-error", status: 500 };
    };

    await phone.sync();
    await laptop.sync();
    expect(failing).toBe(0);
    expect(await textOf(laptop, noteId)).toBe("<p>from the laptop</p>");

    for (const device of [phone, laptop]) await device.sync();
    expect(await textOf(laptop, noteId)).toBe("<p>from the phone</p>");
    expect([...laptop.titles()].sort()).toEqual(["Milk", "Milk (Cloud Copy)"]);
  });

  it("brings a fresh device to the same notes and lets it write nothing", async () => {
    for (const title of ["one", "two", "three"]) await write(laptop, title);
    await laptop.sync();
    const fresh = await createTestDevice("fresh", drive);

    await fresh.sync();

    expect([...fresh.titles()].sort()).toEqual(["one", "three", "two"]);
    expect(fresh.calls.filter((call) => ["create", "update", "trash"].includes(call))).toEqual([]);
  });

  it("B4 brings the newest twenty notes to a fresh device first, and the others in batches", async () => {
    const clock = new ManualClock();
    drive.now = () => clock.now();
    const writer = await createTestDevice("writer", drive, clock);
    for (let at = 0; at < 50; at += 1) {
      clock.sleep(1000);
      await write(writer, `Note ${at}`);
      await writer.sync();
    }
    // A pack would bring all at once.
    drive.packs.clear();
    const fresh = await createTestDevice("fresh", drive, clock);
    const batches: { readonly titles: readonly string[]; readonly isComplete: boolean }[] = [];
    fresh.library.onChange(({ writes }) => {
      const titles = (writes.entities ?? []).flatMap((entity) => (entity.kind === "note" ? [entity.title] : []));
      if (titles.length > 0) batches.push({ titles, isComplete: fresh.disk.meta.initialSyncCompleted === true });
    });

    await fresh.sync();

    const newest = Array.from({ length: 20 }, (_, at) => `Note ${49 - at}`);
    expect(batches.map(({ titles }) => titles.length)).toEqual([20, 20, 10]);
    expect([...(batches[0]?.titles ?? [])].sort()).toEqual(newest.sort());
    expect(batches.some(({ isComplete }) => isComplete)).toBe(false);
    expect(fresh.disk.meta.initialSyncCompleted).toBe(true);
    expect(fresh.titles()).toHaveLength(50);
  });
});

describe("sync.md §4.3 requests whose outcome is not known", () => {
  it("finds its own create again after the answer was lost", async () => {
    const noteId = await write(laptop, "Milk");
    laptop.faults.next = (call, at) => (call === "create" && at === "after" ? { kind: "answer-lost" } : undefined);
    await laptop.sync();
    laptop.faults.next = () => undefined;

    const again = await laptop.restart();
    await again.sync();

    expect(liveFiles()).toBe(1);
    expect(again.notes.store.getState().notesById.get(noteId)?.sync).toEqual({ kind: "in-your-drive" });
  });

  it("never overwrites a file again whose last write may still be running", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    await edit(laptop, noteId, "<p>second</p>");
    laptop.faults.next = (call, at) => (call === "update" && at === "before" ? { kind: "timed-out", afterMs: 30_000 } : undefined);
    await laptop.sync();
    laptop.faults.next = () => undefined;
    laptop.calls.length = 0;

    await laptop.sync();

    expect(laptop.calls).toContain("create");
    expect(laptop.calls).not.toContain("update");
    await phone.sync();
    expect(await textOf(phone, noteId)).toBe("<p>second</p>");
    expect(liveFiles()).toBe(1);
  });

  it("keeps the text and says why when the drive is full", async () => {
    const noteId = await write(laptop, "Milk");
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "storage-full" } : undefined);

    await laptop.sync();

    expect(laptop.notes.store.getState().notesById.get(noteId)?.sync).toEqual({ kind: "needs-you", reason: "storage-full" });
    laptop.faults.next = () => undefined;
    await laptop.sync();
    expect(laptop.notes.store.getState().notesById.get(noteId)?.sync).toEqual({ kind: "in-your-drive" });
  });

  it.each(["api-disabled", "policy-refused"] as const)("asks once and sends all notes later when the drive answers %s", async (kind) => {
    await laptop.sync();
    for (const title of ["One", "Two", "Three"]) await laptop.notes.create({ title, content: "" }, null);
    let asked = 0;
    laptop.faults.next = (_, at) => {
      if (at === "before") asked += 1;
      return { kind };
    };
    expect(await laptop.sync()).toEqual({ ok: false, problem: { kind } });
    expect(asked).toBe(1);
    expect([...laptop.library.index.attempts.values()].filter(({ parked }) => parked)).toEqual([]);
    laptop.faults.next = () => undefined;
    expect(await laptop.sync()).toEqual({ ok: true, value: undefined });
    await phone.sync();
    expect([...phone.titles()].sort()).toEqual(["One", "Three", "Two"]);
  });

  it("writes nothing to a drive of another account", async () => {
    await write(laptop, "Milk");
    await laptop.sync();
    await write(laptop, "Eggs");
    drive.target = { ...drive.target, accountId: "another-account" };
    laptop.calls.length = 0;

    const outcome = await laptop.sync();

    expect(outcome).toEqual({ ok: false, problem: { kind: "target-changed", what: "account" } });
    expect(laptop.calls).toEqual(["prepare"]);
    expect(laptop.titles()).toContain("Eggs");
  });
});

describe("sync.md §7.3 absence never deletes", () => {
  it("uploads a note again whose file vanished from the drive", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    for (const fileId of [...drive.files.keys()]) drive.remove(fileId);

    await laptop.sync();

    expect(await textOf(laptop, noteId)).toBe("<p>text</p>");
    expect(liveFiles()).toBe(1);
  });

  it("leaves a file it cannot open as it is and reports how many there are", async () => {
    const noteId = await write(laptop, "Milk");
    await laptop.sync();
    const [fileId, file] = [...drive.files][0] as [string, { meta: never; body: Uint8Array }];
    drive.put(file.meta, new Uint8Array([1, 2, 3]), "garbled");

    await phone.sync();
    await laptop.sync();

    expect(phone.titles()).toEqual([]);
    expect(phone.disk.remote.get(fileId)?.unreadable).toBe("damaged");
    expect(drive.files.get(fileId)?.body).toEqual(new Uint8Array([1, 2, 3]));
    expect(await textOf(laptop, noteId)).toBe("<p>text</p>");
    expect(liveFiles()).toBe(2);
  });

  it("starts over with a full listing when the drive no longer knows its cursor", async () => {
    await write(laptop, "Milk");
    await laptop.sync();
    await phone.sync();
    phone.disk.meta = { ...phone.disk.meta, cursor: "9999" };
    phone = await phone.restart();
    await write(laptop, "Eggs");
    await laptop.sync();

    const outcome = await phone.sync();

    expect(outcome.ok).toBe(true);
    expect([...phone.titles()].sort()).toEqual(["Eggs", "Milk"]);
  });
});
