import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { ok } from "../../model/result.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

const file = (bytes = 3500) => ({
  bytes: Uint8Array.from({ length: bytes }, (_, at) => (at * 13) % 251),
  fileName: "plan.pdf",
  mimeType: "application/pdf",
});
const plain = { use: "file", isSensitive: false, noteId: null } as const;
const linkTo = (id: string): string => `<p><a data-file-id="${id}" data-file-name="plan.pdf">plan.pdf</a></p>`;
const offline = { kind: "offline" } as const;

async function attach(device: TestDevice, bytes?: number): Promise<string> {
  const added = await device.attachments.add(file(bytes), plain);
  if (!added.ok) throw new Error(added.problem.kind);
  return added.value.id;
}

async function writeNote(device: TestDevice, content: string): Promise<string> {
  const made = await device.notes.create({ title: "Note", content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function opened(device: TestDevice, id: string): Promise<readonly number[] | string> {
  const bytes = await device.attachments.open({ id, isSensitive: false });
  return bytes.ok ? [...bytes.value] : bytes.problem.kind;
}

const statusOf = (device: TestDevice, id: string) => device.attachments.store.getState().statuses.get(id);
const syncOf = (device: TestDevice, noteId: string) => device.notes.store.getState().notesById.get(noteId)?.sync.kind;
const living = (drive: MemoryDrive, id: string) =>
  [...drive.attachments.files.values()].filter((kept) => kept.file.attachmentId === id && !kept.file.trashed);

describe("A4 attaching a file", () => {
  it("stores the bytes at once, and counts as in the drive only once confirmed", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    device.faults.next = () => offline;
    const id = await attach(device);
    const noteId = await writeNote(device, linkTo(id));

    expect(statusOf(device, id)).toEqual({ kind: "waiting" });
    expect(await opened(device, id)).toEqual([...file().bytes]);

    delete device.faults.next;
    await device.sync();
    expect([syncOf(device, noteId), device.notes.store.getState().pendingCount]).toEqual(["on-this-device", 1]);

    await device.uploads.run();
    device.notes.refresh();
    expect(statusOf(device, id)).toEqual({ kind: "stored" });
    expect([syncOf(device, noteId), device.notes.store.getState().pendingCount]).toEqual(["in-your-drive", 0]);
  });

  it("waits without requests while the browser is offline", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    await device.sync();
    const percents: unknown[] = [];
    device.uploads.onProgress((_id, percent) => percents.push(percent));
    device.calls.splice(0);
    device.network.isOnline = false;

    const id = await attach(device);
    await flushPromises();
    await device.uploads.run();
    expect([statusOf(device, id), percents, device.calls]).toEqual([{ kind: "waiting" }, [], []]);

    device.network.isOnline = true;
    await device.uploads.run();
    expect(statusOf(device, id)).toEqual({ kind: "stored" });
  });

  it("shows on the note why the drive refuses its file, until it accepts", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    await device.sync();
    device.faults.next = (call) => (call === "beginUpload" ? { kind: "storage-full" } : undefined);
    const noteId = await writeNote(device, linkTo(await attach(device)));
    await device.uploads.run();
    await device.sync();
    const sync = () => device.notes.store.getState().notesById.get(noteId)?.sync;
    expect(sync()).toEqual({ kind: "needs-you", reason: "storage-full" });

    delete device.faults.next;
    await device.uploads.run();
    device.notes.refresh();
    expect(sync()).toEqual({ kind: "in-your-drive" });
  });

  it("hides the problem during a retry, automatic or requested", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    await device.sync();
    const refusals: RemoteProblem[] = [{ kind: "storage-full" }, { kind: "rejected", status: 400 }];
    device.faults.next = (call) => (call === "beginUpload" ? refusals.shift() : undefined);
    const inProgress = new Set<string | undefined>();
    const id = await attach(device);
    const noteId = await writeNote(device, linkTo(id));
    await flushPromises();
    device.uploads.onProgress((_id, percent) => {
      device.notes.refresh();
      if (percent !== undefined) inProgress.add(syncOf(device, noteId));
    });
    device.notes.refresh();
    expect(syncOf(device, noteId)).toBe("needs-you");

    await device.uploads.run();
    device.notes.refresh();
    expect(syncOf(device, noteId)).toBe("needs-you");
    await device.attachments.retry(id);
    await device.uploads.run();

    expect([...inProgress]).toEqual(["on-this-device"]);
  });

  it("opens on another device, which downloads it once and then opens it offline", async () => {
    const drive = new MemoryDrive();
    const [ada, bob] = [await createTestDevice("ada", drive), await createTestDevice("bob", drive)];
    await ada.sync();
    ada.faults.next = (call) => (call === "beginUpload" ? offline : undefined);
    const id = await attach(ada);
    await writeNote(ada, linkTo(id));
    await ada.sync();
    await bob.sync();
    expect(await opened(bob, id)).toEqual("not-in-drive");

    delete ada.faults.next;
    await ada.uploads.run();
    expect(await opened(bob, id)).toEqual([...file().bytes]);

    bob.faults.next = () => offline;
    expect(await opened(bob, id)).toEqual([...file().bytes]);
    expect(bob.calls.filter((call) => call === "downloadAttachment")).toHaveLength(1);
  });

  it("reports growing progress, and resumes after a restart", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    const percents: (number | undefined)[] = [];
    device.uploads.onProgress((_id, percent) => percents.push(percent));
    let pieces = 0;
    device.faults.next = (call, at) => {
      if (call === "uploadPiece" && at === "before") pieces += 1;
      return call === "uploadPiece" && pieces > 2 ? offline : undefined;
    };
    const id = await attach(device);
    await flushPromises();
    expect(percents).toEqual([0, 28, 56, undefined]);
    expect(statusOf(device, id)).toEqual({ kind: "waiting" });

    const again = await device.restart();
    await again.uploads.run();

    expect(again.calls.filter((call) => call === "uploadPiece")).toHaveLength(2);
    expect(again.calls).not.toContain("beginUpload");
    expect(statusOf(again, id)).toEqual({ kind: "stored" });
  });

  it("ends up in the drive once and complete, wherever the upload was interrupted", async () => {
    const breaks = fc.array(fc.record({ afterCalls: fc.nat({ max: 12 }), at: fc.constantFrom("before", "after", "crash") }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6000 }), breaks, async (bytes, cuts) => {
        const drive = new MemoryDrive();
        let device = await createTestDevice("ada", drive);
        await device.sync();
        const id = await attach(device, bytes);
        await writeNote(device, linkTo(id));
        for (const { afterCalls, at } of cuts) {
          let left = afterCalls;
          device.faults.next = (_call, when) => {
            left -= 1;
            if (left >= 0) return undefined;
            // A process that died does not receive a response.
            if (at === "crash") return new Promise<never>(() => {}) as never;
            return when === at ? { kind: "answer-lost" } : undefined;
          };
          void device.sync();
          void device.uploads.run();
          await flushPromises(600);
          device = await device.restart();
        }
        await device.sync();
        await device.uploads.run();

        expect(statusOf(device, id)).toEqual({ kind: "stored" });
        expect(living(drive, id)).toHaveLength(1);
        const other = await createTestDevice("bob", drive);
        await other.sync();
        expect(await opened(other, id)).toEqual([...file(bytes).bytes]);
      }),
      { numRuns: 60 },
    );
  });

  it("is canceled without a trace, pending or running", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    let id = "";
    device.faults.next = (call, at) => {
      if (call === "uploadPiece" && at === "after") void device.attachments.cancel(id);
      return undefined;
    };
    id = await attach(device);
    await flushPromises(600);

    expect(statusOf(device, id)).toBeUndefined();
    expect(living(drive, id)).toEqual([]);
    expect(device.disk.attachmentBytes.size).toBe(0);
  });

  it("reports refusals, retries temporary ones, and others when asked", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    device.faults.next = (call) => (call === "beginUpload" ? { kind: "storage-full" } : undefined);
    const id = await attach(device);
    await flushPromises();
    expect(statusOf(device, id)).toEqual({ kind: "failed", reason: "storage-full" });
    device.faults.next = (call) => (call === "beginUpload" ? { kind: "rejected", status: 400 } : undefined);
    await device.uploads.run();
    expect(statusOf(device, id)).toEqual({ kind: "failed", reason: "refused" });
    delete device.faults.next;
    await device.uploads.run();
    expect(statusOf(device, id)).toEqual({ kind: "failed", reason: "refused" });

    await device.attachments.retry(id);
    await device.uploads.run();
    expect(statusOf(device, id)).toEqual({ kind: "stored" });
  });

  it("A5 is rejected above 10 MB, before anything is written", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    const tooLarge = { ...file(), bytes: new Uint8Array(10_485_761) };

    expect(await device.attachments.add(tooLarge, plain)).toEqual({ ok: false, problem: { kind: "too-large", maxBytes: 10_485_760 } });
    expect(device.disk.attachments.size).toBe(0);
  });

  it("is uploaded to a drive chosen later, unless that drive has it", async () => {
    const [former, next] = [new MemoryDrive(), new MemoryDrive()];
    next.target = { ...next.target, targetId: "target-2" };
    const device = await createTestDevice("ada", former);
    await device.sync();
    const id = await attach(device);
    await writeNote(device, linkTo(id));
    await device.uploads.run();

    const moved = await device.restart({ drive: next });
    await moved.switchTarget();
    expect(statusOf(moved, id)).toEqual({ kind: "waiting" });
    await moved.sync();
    await moved.uploads.run();
    expect([statusOf(moved, id)?.kind, living(next, id).length]).toEqual(["stored", 1]);

    const back = await moved.restart({ drive: former });
    await back.switchTarget();
    await back.sync();
    await back.uploads.run();
    expect([statusOf(back, id)?.kind, living(former, id).length]).toEqual(["stored", 1]);
  });

  it("is restored from the drive's trash by a device that must upload it", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    const id = await attach(device);
    await device.uploads.run();
    for (const [fileId, kept] of drive.attachments.files)
      drive.attachments.files.set(fileId, { ...kept, file: { ...kept.file, trashed: true } });

    await device.switchTarget();
    await device.sync();
    await device.uploads.run();
    expect(living(drive, id)).toHaveLength(1);
  });
});

const DAY_MS = 86_400_000;

describe("sync.md §11 collection of unreferenced files", () => {
  async function stored(): Promise<{ drive: MemoryDrive; device: TestDevice; id: string; noteId: string }> {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    const id = await attach(device);
    const noteId = await writeNote(device, linkTo(id));
    await days(device, 1);
    return { drive, device, id, noteId };
  }

  /** Advances by days, each with a full listing and a complete cycle. */
  async function days(device: TestDevice, count: number): Promise<void> {
    for (let day = 0; day < count; day += 1) {
      await device.clock.advance(DAY_MS + 1);
      const synced = await device.sync();
      if (!synced.ok) throw new Error(synced.problem.kind);
      await device.uploads.run();
    }
  }

  async function takeOut(device: TestDevice, noteId: string): Promise<void> {
    const note = await device.notes.open(noteId);
    if (!note.ok) throw new Error(note.problem.kind);
    await device.notes.save(noteId, { title: "Note", content: "<p>without</p>" }, { seen: { vv: note.value.vv } });
  }

  /** Creates a device that never saw the note with its link, so it has no base with it. */
  async function someoneNew(drive: MemoryDrive, device: TestDevice): Promise<TestDevice> {
    await device.sync();
    return createTestDevice("bob", drive, device.clock);
  }

  it("keeps a file that a note refers to, however long", async () => {
    const { drive, device, id } = await stored();
    await days(device, 70);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("keeps a file that a former version refers to, on every device", async () => {
    const { drive, device, id, noteId } = await stored();
    await takeOut(device, noteId);
    const bob = await someoneNew(drive, device);
    await days(bob, 40);
    expect(living(drive, id)).toHaveLength(1);
    const versions = await bob.store.readVersions(noteId);
    expect(versions.value.map(({ note }) => note.attIds)).toEqual([[id]]);
  });

  it("trashes a file that no note or version has referred to for thirty days", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    const id = await attach(device);
    // The note referred to it for a moment.
    await takeOut(device, await writeNote(device, linkTo(id)));
    await days(device, 1);
    const bob = await someoneNew(drive, device);
    await days(bob, 30);
    expect(living(drive, id)).toHaveLength(1);
    await days(bob, 3);
    expect(living(drive, id)).toEqual([]);
    expect(drive.attachments.files.size).toBe(1);
  });

  it("counts references of soft-deleted notes", async () => {
    const { drive, device, id, noteId } = await stored();
    await device.notes.remove(noteId);
    const bob = await someoneNew(drive, device);
    await days(bob, 40);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("counts references of merge bases", async () => {
    const { drive, device, id, noteId } = await stored();
    await takeOut(device, noteId);
    await days(device, 40);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("counts references of locked notes", async () => {
    const { drive, device, id, noteId } = await stored();
    const note = device.disk.entities.get(noteId);
    if (note?.kind !== "note") throw new Error("no note");
    await takeOut(device, noteId);
    const sealed = {
      ...note,
      id: "note-9-sealed",
      isEncrypted: true,
      title: "",
      content: "",
      attachments: [],
      sealed: "envelope",
      attIds: [id],
    };
    device.disk.entities.set(sealed.id, sealed);
    const again = await device.restart();
    const bob = await someoneNew(drive, again);
    await days(bob, 40);
    expect(bob.disk.entities.get(sealed.id)).toMatchObject({ attIds: [id] });
    expect(living(drive, id)).toHaveLength(1);
  });

  it("does not trash files while a record cannot be read", async () => {
    const { drive, device, id, noteId } = await stored();
    await takeOut(device, noteId);
    const bob = await someoneNew(drive, device);
    await bob.sync();
    const [kept] = [...drive.files.values()];
    if (kept === undefined) throw new Error("no file");
    drive.put(
      {
        ...kept.meta,
        properties: { id: "note-2-b", kind: "note", owner: "other-", vv: { "other-": 1 }, superseded: false },
        fileId: "odd",
      },
      new Uint8Array([1, 2]),
      "odd",
    );
    await days(bob, 40);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("restores a referenced file from the trash", async () => {
    const { drive, device, id } = await stored();
    for (const [fileId, kept] of drive.attachments.files)
      drive.attachments.files.set(fileId, { ...kept, file: { ...kept.file, trashed: true } });
    await days(device, 1);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("uploads a referenced file again that was deleted from the drive", async () => {
    const { drive, device, id } = await stored();
    drive.attachments.files.clear();
    await days(device, 1);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("does not upload a file again that the listing does not show yet", async () => {
    const { drive, device, id } = await stored();
    Object.assign(device.files, { listAttachments: async () => ok({ files: [], nextPage: undefined }) });
    await days(device, 1);
    expect(device.calls).toContain("attachmentFile");
    expect(device.calls).not.toContain("findAttachment");
    expect([living(drive, id).length, statusOf(device, id)]).toEqual([1, { kind: "stored" }]);
  });

  it("restarts the thirty days after the note came back", async () => {
    const { drive, device, id, noteId } = await stored();
    await takeOut(device, noteId);
    const bob = await someoneNew(drive, device);
    await days(bob, 20);
    await writeNote(bob, linkTo(id));
    await days(bob, 40);
    expect(living(drive, id)).toHaveLength(1);
  });

  it("collects once per full listing, and not at the first one", async () => {
    const drive = new MemoryDrive();
    const device = await createTestDevice("ada", drive);
    await device.sync();
    await device.sync();
    expect(device.calls).not.toContain("listAttachments");
    await days(device, 1);
    await device.sync();
    await device.sync();
    expect(device.calls.filter((call) => call === "listAttachments")).toHaveLength(1);
  });
});
