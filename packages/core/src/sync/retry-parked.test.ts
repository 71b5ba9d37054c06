import { describe, expect, it } from "vitest";
import { openLibrary } from "../library/library-service.ts";
import { MemoryLocalStore } from "../testing/memory-local-store.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice } from "../testing/test-device.ts";
import { retryParked, retryRefused } from "./retry-parked-service.ts";

type Device = Awaited<ReturnType<typeof createTestDevice>>;

async function save({ notes }: Device, noteId: string): Promise<void> {
  const opened = await notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { title, content, vv } = opened.value;
  await notes.save(noteId, { title, content: `${content}<p>more</p>` }, { vv });
}

describe("sync.md amendments: refusals park, and 'Try again' sends", () => {
  it("is not sent again by itself, and is once it is asked for", async () => {
    const drive = new MemoryDrive();
    const laptop = await createTestDevice("laptop", drive);
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    await laptop.sync();
    delete laptop.faults.next;
    await laptop.sync();
    expect(laptop.notes.store.getState().notes[0]?.sync).toEqual({ kind: "needs-you", reason: "refused" });

    const opened = await openLibrary({ store: new MemoryLocalStore(laptop.disk) });
    if (!opened.ok) throw new Error("not opened");
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 1 });
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 0 });
    const again = await laptop.restart();
    await again.sync();
    expect(again.notes.store.getState().notes[0]?.sync).toEqual({ kind: "in-your-drive" });
  });

  it("needs nobody while somebody's 'Try again' is under way, also where the drive was full", async () => {
    const laptop = await createTestDevice("laptop", new MemoryDrive());
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "storage-full" } : undefined);
    await laptop.sync();
    const stateOf = () => laptop.notes.store.getState().notes[0]?.sync;
    expect(stateOf()).toEqual({ kind: "needs-you", reason: "storage-full" });

    expect(await retryRefused(laptop.library)).toEqual({ ok: true, value: 1 });
    laptop.notes.refresh();
    expect(stateOf()).toEqual({ kind: "on-this-device" });
    await laptop.sync();
    expect(stateOf()).toEqual({ kind: "needs-you", reason: "storage-full" });
  });

  it("is sent again by itself once it was written anew, or its file is another one", async () => {
    const drive = new MemoryDrive();
    const [laptop, phone] = [await createTestDevice("laptop", drive), await createTestDevice("phone", drive)];
    const made = await laptop.notes.create({ title: "Milk", content: "" }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    const { noteId } = made.value;
    await laptop.sync();
    await phone.sync();
    const stateOf = () => laptop.notes.store.getState().notes.find((note) => note.noteId === noteId)?.sync.kind;
    const refuse = async (): Promise<void> => {
      laptop.faults.next = (call, at) => (call === "update" && at === "before" ? { kind: "rejected", status: 400 } : undefined);
      await save(laptop, noteId);
      await laptop.sync();
      delete laptop.faults.next;
      expect(stateOf()).toBe("needs-you");
    };

    await refuse();
    await save(laptop, noteId);
    await laptop.sync();
    expect(stateOf()).toBe("in-your-drive");

    await refuse();
    await phone.notes.remove(noteId);
    await phone.sync();
    await laptop.sync();
    expect(stateOf()).toBe("in-your-drive");
  });
});
